// A process of its own, so that nothing else has grown its memory: prints the peak over idle, in bytes.
import { openAsBlob } from 'node:fs';
import { readPackage } from '../../src/reader/read-package.js';
import { archiveChunks, manyNodes } from './parts.js';

const [path = ''] = process.argv.slice(2);
// The code is compiled and warm before idle is measured: it is not the archive's memory.
await readPackage(new Blob([...archiveChunks(manyNodes().slice(0, 50))]));
globalThis.gc?.();
const idle = process.memoryUsage.rss();
let peak = idle;
const look = () => {
  peak = Math.max(peak, process.memoryUsage.rss());
};
const watch = setInterval(look, 10);
const result = await readPackage(await openAsBlob(path), { onProgress: look });
clearInterval(watch);
if (!result.valid) throw new Error(`The benchmark archive did not read: ${result.diagnostics[0]?.message}`);
process.stdout.write(String(peak - idle));
