import type { CitationRecord } from '../../src/schema/citation-record.js';
import type { RegisterEntry } from '../../src/schema/register.js';
import type { CitationsEvent } from '../../src/service/index.js';
import { EVIDENCE_EVENT } from '../evidence-event.js';
import type { ScenarioId } from '../scenarios.js';
import type { Language } from './compose.js';
import type { Shelf } from './knowledge.js';
import { MIXED } from './mixed-evidence.js';

/** How one scenario differs from the agent's usual way. */
export interface Behaviour {
  shelf?: Shelf;
  language?: Language;
  /** Answer as for the support desk: internal and unlabelled pages too. */
  desk?: boolean;
  /** Answer also from what the default policy keeps back. */
  withdrawn?: boolean;
  /** Answer only from such records. */
  only?: (record: CitationRecord) => boolean;
  /** How the answer names a source. */
  markers?: 'number' | 'reference';
  /** Milliseconds between two pieces. */
  delay?: number;
  /** Put after the answer. */
  afterword?: string;
  /** What is sent in place of the event. */
  send?: (event: CitationsEvent) => readonly object[];
  fault?: 'run-error' | 'dropped';
}

const FORGED_MARKER = '[9]';

export const behaviours: Readonly<Record<ScenarioId, Behaviour>> = {
  normal: {},
  slow: { delay: 140 },
  references: { markers: 'reference' },
  handbook: { shelf: 'handbook' },
  mixed: { afterword: MIXED.en.afterword, send: (event) => [event, evidenceEvent(event, MIXED.en.entries)] },
  unanswerable: {},
  stale: { only: ({ trust }) => trust.stale },
  superseded: { withdrawn: true, only: ({ trust }) => trust.superseded },
  contested: { shelf: 'region', only: ({ trust }) => trust.contested },
  disputed: { only: ({ trust }) => trust.reviewStatus === 'disputed' },
  'outdated-review': { only: ({ node }) => node.path === 'procedures/update-firmware.md' },
  'quote-missing': { only: ({ evidence }) => evidence?.some(({ matched }) => matched === false) ?? false },
  expired: { withdrawn: true, only: ({ trust }) => trust.validUntil !== undefined && !trust.inForce },
  'not-yet': { withdrawn: true, only: ({ trust }) => trust.validUntil === undefined && !trust.inForce },
  draft: { only: ({ trust }) => trust.status === 'draft' },
  deprecated: { withdrawn: true, only: ({ trust }) => trust.status === 'deprecated' },
  internal: { desk: true, only: ({ audience }) => audience !== 'public' },
  unsigned: { shelf: 'community' },
  german: { language: 'de' },
  'mixed-german': {
    language: 'de',
    afterword: MIXED.de.afterword,
    send: (event) => [event, evidenceEvent(event, MIXED.de.entries)],
  },
  japanese: { language: 'ja' },
  arabic: { language: 'ar' },
  'no-event': { send: () => [] },
  forged: {
    afterword: `Another copy of the same page says 90 days ${FORGED_MARKER}.`,
    send: (event) => [withForgedCopy(event)],
  },
  'unknown-version': { send: (event) => [{ ...event, value: { ...event.value, version: 2 } }] },
  'broken-event': { send: (event) => [{ ...event, value: { ...event.value, citations: 'see the manual' } }] },
  'broken-record': { send: (event) => [withoutTrust(event)] },
  'run-error': { fault: 'run-error' },
  dropped: { fault: 'dropped' },
};

function evidenceEvent({ value: { messageId } }: CitationsEvent, entries: readonly RegisterEntry[]): object {
  return { type: 'CUSTOM', name: EVIDENCE_EVENT, value: { messageId, entries } };
}

function withForgedCopy(event: CitationsEvent): object {
  const genuine = event.value.citations[0]?.record;
  if (!genuine) return event;
  const forged: CitationRecord = {
    ...genuine,
    package: { ...genuine.package, digest: `sha256:${'0badf00d'.repeat(8)}` },
    span: { start: 0, end: 64 },
    text: 'You may return an Ember 2 for a full refund within **90 days of delivery**.',
  };
  const citations = [...event.value.citations, { marker: FORGED_MARKER, record: forged }];
  return { ...event, value: { ...event.value, citations } };
}

function withoutTrust(event: CitationsEvent): object {
  const citations = event.value.citations.map((citation, index) => {
    if (index > 0) return citation;
    const { trust: _, ...record } = citation.record;
    return { ...citation, record };
  });
  return { ...event, value: { ...event.value, citations } };
}
