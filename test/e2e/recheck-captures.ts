import { readFileSync } from 'node:fs';
import { behaviours } from '../../playground/agent/behaviours.js';
import { type Knowledge, loadKnowledge } from '../../playground/agent/knowledge.js';
import { runEvents } from '../../playground/agent/run.js';
import { type ScenarioId, scenarios } from '../../playground/scenarios.js';

/** When the captured answers were given. */
export const CAPTURED_AT = '2026-11-30T12:00:00.000Z';

export const BUILT = 'playground/packages/built';
export const PACKAGES = [
  'community-tips',
  'handbook',
  'handbook-repair',
  'handbook-safety',
  'support-2',
  'support-3',
  'support-eu',
].map((name) => `${BUILT}/${name}.moca`);
export const TRUST_ROOT = `${BUILT}/trust-root.json`;

const clock = () => Date.parse(CAPTURED_AT);
let knowledge: Promise<Knowledge> | undefined;

/** What a client hears from the demo agent in one scenario: AG-UI events, the question in the run's input. */
export async function captureScenario(id: ScenarioId): Promise<unknown[]> {
  const scenario = scenarios.find((one) => one.id === id);
  const messages = [{ id: `question-${id}`, role: 'user' as const, content: scenario?.question ?? '' }];
  const input = { threadId: 'thread', runId: `run-${id}`, messages };
  knowledge ??= loadKnowledge(clock);
  const events: unknown[] = [];
  for await (const event of runEvents(input, behaviours[id], await knowledge, clock)) {
    if (event === 'drop') break;
    events.push(event.type === 'RUN_STARTED' ? { ...event, input } : event);
  }
  return events;
}

/** The bytes of a file as the page's file picker takes them. */
export function upload(path: string): { name: string; mimeType: string; buffer: Buffer } {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return { name, mimeType: 'application/octet-stream', buffer: readFileSync(path) };
}

export function uploadJson(name: string, value: unknown) {
  return { name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(value)) };
}
