// npm run conformance -- --root DIR [--case ID] [--browser]
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compare } from './compare.js';
import type { Case, CaseOutput } from './corpus.js';
import { runInBrowser } from './in-browser.js';
import { nodeCorpus } from './node-corpus.js';
import { runCase } from './run-case.js';

const { values } = parseArgs({
  options: {
    root: { type: 'string' },
    case: { type: 'string' },
    browser: { type: 'boolean', default: false },
  },
});
if (!values.root) {
  console.error('Usage: npm run conformance -- --root DIR [--case ID] [--browser]');
  process.exit(2);
}
const root = resolve(values.root);
const { cases }: { cases: Case[] } = JSON.parse(readFileSync(join(root, 'cases.json'), 'utf8'));
const chosen = withThoseReferredTo(cases, values.case);
if (chosen.length === 0) {
  console.error(`There is no case ${values.case}.`);
  process.exit(2);
}

const outputs = new Map<string, CaseOutput | Error>();
if (values.browser) {
  await runInBrowser(root, chosen, ({ id }, output) => outputs.set(id, output));
} else {
  const corpus = nodeCorpus(root);
  for (const one of chosen) {
    const output = await runCase(corpus, one).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    outputs.set(one.id, output);
  }
}

let passed = 0;
let failed = 0;
for (const one of chosen) {
  if (values.case && one.id !== values.case) continue;
  const output = outputs.get(one.id) ?? new Error('The case did not run.');
  const problem =
    output instanceof Error
      ? (output.stack ?? output.message)
      : compare(one, output, digestOf)
          .map(({ what, expected, actual }) => {
            return `${what}: expected ${JSON.stringify(expected)}, actual ${JSON.stringify(actual)}`;
          })
          .join('; ');
  if (problem === '') passed += 1;
  else {
    failed += 1;
    console.log(`FAILED ${one.id}: ${problem}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function digestOf(caseId: string): string | null | undefined {
  const output = outputs.get(caseId);
  return output instanceof Error ? undefined : output?.digest;
}

/** All cases, or the one with an id and the case whose digest it must have. */
function withThoseReferredTo(all: readonly Case[], id: string | undefined): Case[] {
  if (id === undefined) return [...all];
  const one = all.find((candidate) => candidate.id === id);
  const referred = /^SAME:(.*)$/.exec(one?.expect.digest ?? '')?.[1];
  return all.filter(
    (candidate) => candidate === one || (referred !== undefined && candidate.id === referred),
  );
}
