// The adapter of the corpus' own runner protocol: { root, case } on standard input, the output on standard output.
import { text } from 'node:stream/consumers';
import type { Case } from './corpus.js';
import { nodeCorpus } from './node-corpus.js';
import { runCase } from './run-case.js';

const { root, case: one }: { root: string; case: Case } = JSON.parse(await text(process.stdin));
process.stdout.write(`${JSON.stringify(await runCase(nodeCorpus(root), one))}\n`);
