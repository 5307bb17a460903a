import { type BaseEvent, EventType } from '@ag-ui/client';
import type { CitationRecord } from '../../../src/schema/citation-record.js';

const PACKAGE = 'https://example.com/moca/support-kb';

export function digest(seed: number): string {
  return `sha256:${seed.toString(16).padStart(64, '0')}`;
}

interface RecordOptions {
  path?: string;
  version?: string;
  packageDigest?: string;
  locale?: string;
  span?: { start: number; end: number };
  trust?: Partial<CitationRecord['trust']>;
  text?: string;
}

/** A whole, valid citation record. */
export function record(options: RecordOptions = {}): CitationRecord {
  const { path = 'refund-window.md', version = '4.2.0', locale, span, text } = options;
  return {
    package: {
      id: PACKAGE,
      version,
      digest: options.packageDigest ?? digest(1),
      signed: true,
      signers: ['Publisher'],
    },
    node: {
      id: `${PACKAGE}#${path}`,
      ref: `${PACKAGE}@${version}#${path}`,
      path,
      ...(locale !== undefined && { locale }),
      type: 'Policy',
      title: 'Refund eligibility window – 返金',
      digest: digest(2),
    },
    ...(span && { span }),
    ...(text !== undefined && { text }),
    trust: {
      status: 'stable',
      declaredVerified: [{ by: 'human:sam.ortiz', at: '2026-08-14T00:00:00Z' }],
      attestedReviews: [],
      reviewStatus: 'none',
      stale: false,
      inForce: true,
      superseded: false,
      contested: false,
      ...options.trust,
    },
    evidence: [
      {
        source: { id: 'terms-7', resource: '../sources/refund-policy-2026.txt' },
        selector: { type: 'TextQuoteSelector', exact: 'Customers may request a refund' },
        matched: true,
      },
    ],
  };
}

export interface Entry {
  marker?: unknown;
  record?: unknown;
}

// Test data is often wrong on purpose, so these build untyped events.
export function event(type: EventType, fields: object = {}): BaseEvent {
  return { type, ...fields } as BaseEvent;
}

export const runStarted = (runId = 'run-1') => event(EventType.RUN_STARTED, { threadId: 't', runId });
export const runFinished = (runId = 'run-1', fields: object = {}) =>
  event(EventType.RUN_FINISHED, { threadId: 't', runId, ...fields });
export const runError = () => event(EventType.RUN_ERROR, { message: 'It broke.' });
export const start = (messageId: string, fields: object = {}) =>
  event(EventType.TEXT_MESSAGE_START, { messageId, role: 'assistant', ...fields });
export const content = (messageId: string, delta: string, fields: object = {}) =>
  event(EventType.TEXT_MESSAGE_CONTENT, { messageId, delta, ...fields });
export const end = (messageId: string, fields: object = {}) =>
  event(EventType.TEXT_MESSAGE_END, { messageId, ...fields });
export const snapshot = (...messages: object[]) => event(EventType.MESSAGES_SNAPSHOT, { messages });
export const assistant = (id: string, text: string, fields: object = {}) => ({
  id,
  role: 'assistant' as const,
  content: text,
  ...fields,
});

export function citationsValue(messageId: string, citations: unknown, fields: object = {}) {
  return { version: 1, messageId, citations, ...fields };
}

export function cites(messageId: string, citations: unknown, fields: object = {}): BaseEvent {
  return event(EventType.CUSTOM, {
    name: 'moca.citations',
    value: citationsValue(messageId, citations, fields),
  });
}

/** One run with one answer, cited once. */
export function answerRun(messageId = 'm1', text = 'Within 30 days [1].', runId = 'run-1'): BaseEvent[] {
  return [
    runStarted(runId),
    start(messageId),
    ...(text.match(/.{1,4}/gsu)?.map((delta) => content(messageId, delta)) ?? []),
    end(messageId),
    cites(messageId, [{ marker: '[1]', record: record() }], { computedAt: '2026-09-01T10:00:00Z' }),
    runFinished(runId),
  ];
}
