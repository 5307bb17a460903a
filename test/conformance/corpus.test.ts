import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compare } from './compare.js';
import type { Case, CaseOutput } from './corpus.js';
import { nodeCorpus } from './node-corpus.js';
import { runCase } from './run-case.js';

const ROOT = '../shared/conformance';

it.runIf(existsSync(ROOT))('every case of the public corpus comes out as it should', async () => {
  const { cases }: { cases: Case[] } = JSON.parse(readFileSync(`${ROOT}/cases.json`, 'utf8'));
  const outputs = new Map<string, CaseOutput>();
  for (const one of cases) outputs.set(one.id, await runCase(nodeCorpus(ROOT), one));
  const failures = cases.flatMap((one) =>
    compare(one, outputs.get(one.id) ?? { codes: [] }, (id) => outputs.get(id)?.digest).map((mismatch) => ({
      case: one.id,
      ...mismatch,
    })),
  );
  expect(failures).toEqual([]);
  expect(outputs.size).toBeGreaterThan(50);
});
