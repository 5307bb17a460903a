/** Peak memory of reading a Zip of 20,000 entries and 512 MiB from a file by slices, over the idle process. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { archiveChunks, largeArchive } from './archive/parts.js';
import type { Row } from './row.js';

const MiB = 1024 * 1024;
const ALLOWED = 200;

export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'moca-bench-'));
  try {
    const path = join(folder, 'large.moca');
    const file = await open(path, 'w');
    for (const chunk of archiveChunks(largeArchive())) await file.write(chunk);
    await file.close();
    const script = join(import.meta.dirname, 'archive', 'read-file.ts');
    const output = execFileSync(process.execPath, ['--expose-gc', '--import', 'tsx', script, path]);
    const ours = Number(output.toString()) / MiB;
    const name = 'peak memory over idle of a 512 MiB Zip, against the 200 MiB allowed';
    return [{ name, ours, reference: ALLOWED, ratio: ours / ALLOWED, limit: 1, unit: 'MiB' }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
