/** A re-check: its time against reading the package once, and its memory by number of citations. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parseConversation } from '../src/client/conversation.js';
import { Library } from '../src/reader/library/library.js';
import { readPackage } from '../src/reader/read-package.js';
import { memorySource } from '../src/reader/source/memory.js';
import type { PackageSource } from '../src/reader/types.js';
import { recheckConversation } from '../src/recheck/recheck.js';
import type { CitationRecord } from '../src/schema/citation-record.js';
import type { Row } from './row.js';

const NODES = 5_000;
const CITATIONS = 10_000;
const PER_ANSWER = 10;
const RUNS = 5;
const COMPUTED_AT = '2026-03-01T00:00:00Z';

const paragraph =
  'The pump is primed before the first use, and again whenever the tank has run dry for more than a day. ';

function packageOf(nodes: number): PackageSource {
  const files: Record<string, string> = {
    'moca.json': JSON.stringify({
      mocaVersion: '0.4',
      id: 'https://example.com/bench',
      version: '1.0.0',
      title: 'Bench',
      language: 'en',
    }),
    'sources/manual.txt': paragraph.repeat(50),
  };
  for (let index = 0; index < nodes; index += 1) {
    files[`content/part-${index % 50}/node-${index}.md`] = `---
type: Procedure
title: Node ${index}
tags: [pump, tank]
generated: { by: writer/1, at: 2026-01-01T00:00:00Z }
stale_after: 2026-06-01
sources:
  - { id: manual, resource: ../../sources/manual.txt, title: Manual }
moca:
  audience: public
  evidence:
    - source: manual
      selector: { type: TextQuoteSelector, exact: "primed before the first use" }
---

# Node ${index}

${paragraph.repeat(12)}
`;
  }
  return memorySource(files);
}

function conversationOf(records: readonly CitationRecord[], citations: number) {
  const messages: unknown[] = [];
  for (let start = 0; start < citations; start += PER_ANSWER) {
    const messageId = `msg-${start}`;
    const chosen = Array.from(
      { length: PER_ANSWER },
      (_, index) => records[(start + index) % records.length],
    );
    const content = chosen.map((_, index) => `It is “primed before the first use” [${index + 1}].`).join(' ');
    messages.push(
      { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId, delta: content },
      { type: 'TEXT_MESSAGE_END', messageId },
      {
        type: 'CUSTOM',
        name: 'moca.citations',
        value: {
          version: 1,
          messageId,
          computedAt: COMPUTED_AT,
          citations: chosen.map((record, index) => ({ marker: `[${index + 1}]`, record })),
        },
      },
    );
  }
  return parseConversation(messages);
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Processor time in milliseconds: a busy machine does not change it, as it would a clock. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  collectGarbage();
  const started = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}

function heapAfterCollection(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

export async function run(): Promise<Row[]> {
  const source = packageOf(NODES);
  const clock = () => Date.parse(COMPUTED_AT);
  const read = await readPackage(source, { clock });
  const library = new Library({ clock });
  library.add(read);
  const records = library.citations({ text: true });
  const conversation = conversationOf(records, CITATIONS);
  const now = '2026-03-02T00:00:00Z';

  const reads: number[] = [];
  const checks: number[] = [];
  for (let turn = 0; turn < RUNS; turn += 1) {
    reads.push(await timed(() => readPackage(source)));
    checks.push(
      await timed(async () => {
        const report = await recheckConversation(conversation, { packages: [source], now });
        if (report.counts.confirmed !== CITATIONS) throw new Error(JSON.stringify(report.counts));
      }),
    );
  }

  /** MiB at the peak of the checking, over what the package and the conversation take. */
  async function peakOf(citations: number): Promise<number> {
    const many = conversationOf(records, citations);
    const before = heapAfterCollection();
    let peak = 0;
    await recheckConversation(many, {
      packages: [read],
      now,
      onProgress: ({ phase, done }) => {
        if (phase === 'citations' && done % 1_000 === 0) {
          peak = Math.max(peak, heapAfterCollection() - before);
        }
      },
    });
    return peak;
  }
  const few = await peakOf(CITATIONS);
  const many = await peakOf(4 * CITATIONS);

  return [
    {
      name: 're-check of 10,000 citations, reading included, against reading 5,000 nodes once',
      ours: median(checks),
      reference: median(reads),
      ratio: median(checks) / median(reads),
      limit: 1.5,
      unit: 'ms',
    },
    {
      name: 'memory at the peak, 40,000 citations against 10,000, the report included',
      ours: many,
      reference: few,
      ratio: many / few,
      unit: 'MiB',
    },
  ];
}
