import type { ReactElement } from 'react';
import type { TrustState } from './trust-states.js';

// One outline a state, on a 16 × 16 grid, so that a state can be told without its colour. A check mark is
// drawn for nothing but what this device checked.
const PATHS: Record<TrustState, string> = {
  'identity-conflict': 'M2.5 2.5h7v7h-7z M6.5 6.5h7v7h-7z',
  'digest-mismatch': 'M5.2 2h5.6L14 5.2v5.6L10.8 14H5.2L2 10.8V5.2z M5.5 6.5h5 M5.5 9.5h5 M9.7 4.8 6.3 11.2',
  'not-yet-in-force':
    'M4 2.5h8 M4 13.5h8 M5 2.5c0 3 3 4 3 5.5s-3 2.5-3 5.5 M11 2.5c0 3-3 4-3 5.5s3 2.5 3 5.5',
  'no-longer-in-force': 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z M3.8 3.8l8.4 8.4',
  superseded: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z M8 11V5.2 M5.5 7.5 8 5l2.5 2.5',
  deprecated: 'M2.5 3h11v3h-11z M3.5 6v7h9V6 M6.5 8.5l3 3 M9.5 8.5l-3 3',
  contested: 'M2.5 5.5h9 M9 3l2.5 2.5L9 8 M13.5 10.5h-9 M7 8l-2.5 2.5L7 13',
  disputed: 'M2.5 3h11v8H7.5L4.5 13.5V11h-2z M6.5 5.5l3 3 M9.5 5.5l-3 3',
  stale: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z M8 4.8V8.2l2.3 1.5',
  'quote-not-found':
    'M6.5 5.5H3.5v3h3v-3c0 3-.5 4.5-2.5 5.5 M12.5 5.5h-3v3h3v-3c0 3-.5 4.5-2.5 5.5 M2.5 13.5l11-11',
  'audience-invalid':
    'M6.5 3a2.3 2.3 0 1 0 0 4.6A2.3 2.3 0 0 0 6.5 3z M2 13.5c0-2.5 2-4 4.5-4 1.2 0 2.3.35 3.1 1 M11 10l3 3 M14 10l-3 3',
  draft: 'M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3z M9 4.7l2.3 2.3',
  'unverified-review':
    'M6.2 6.3a1.9 1.9 0 1 1 2.7 1.7c-.6.3-.9.7-.9 1.3 M8 11.4v.2 M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z',
  declared: 'M2.5 3h11v8H7.5L4.5 13.5V11h-2z M5.5 6h5 M5.5 8.2h3',
  'signed-reported':
    'M2.5 13.5h11 M3 10c1.5-3.5 3-6.5 4.2-6.5 1.3 0-.9 6.3.3 6.3 1 0 1.4-2.2 2.2-2.2s.3 1.6 1 1.6 1-.7 1.8-.7',
  'attested-reported':
    'M1.8 8c1.6-2.7 3.7-4.2 6.2-4.2s4.6 1.5 6.2 4.2c-1.6 2.7-3.7 4.2-6.2 4.2S3.4 10.7 1.8 8z M8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z',
  checked: 'M3 3h10v7.5H3z M1.5 13h13 M5.7 6.7l1.7 1.7 3-3',
};

const INTERFACE_PATHS = {
  close: 'M4 4l8 8 M12 4l-8 8',
  copy: 'M5.5 5.5h8v8h-8z M10.5 5.5v-3h-8v8h3',
  broken: 'M8 2.5l6 11H2z M8 6.5v3.5 M8 11.9v.1',
  dot: 'M8 7.25a.75.75 0 1 0 0 1.5.75.75 0 0 0 0-1.5z',
  back: 'M9.5 3.5 5 8l4.5 4.5',
  down: 'M3.5 6 8 10.5 12.5 6',
  up: 'M8 12.5v-9 M4 7.5l4-4 4 4',
} as const;

const KIND_PATHS: Readonly<Record<string, string>> = {
  package: 'M8 2l5.5 3v6L8 14l-5.5-3V5z M2.5 5 8 8l5.5-3 M8 8v6',
  document: 'M4 2h5.5L12.5 5v9H4z M9.5 2v3h3 M6 8h4.5 M6 10.5h4.5',
  web: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z M2 8h12 M8 2c2 2 2.6 4 2.6 6S10 12 8 14 M8 2C6 4 5.4 6 5.4 8S6 12 8 14',
  memory: 'M4.5 2.5h7v11L8 10.5l-3.5 3z',
  wiki: 'M8 4.2C6.5 3.2 4.5 3 2.5 3v9c2 0 4 .2 5.5 1.2C9.5 12.2 11.5 12 13.5 12V3c-2 0-4 .2-5.5 1.2z M8 4.2v9',
  tool: 'M5.5 4 1.8 8l3.7 4 M10.5 4l3.7 4-3.7 4',
  preview: 'M2 3h12v10H2z M2 6h12 M4.2 4.5h.1',
  file: 'M4 2h5.5L12.5 5v9H4z M9.5 2v3h3',
  other: 'M9.5 2.5h4v4 M13.5 2.5 7.5 8.5 M11.5 9v4.5h-9v-9H7',
};

function draw(path: string, className: string): ReactElement {
  return (
    <svg
      className={className}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}

/** The outline of a trust state; decoration only, words always stand beside it or name its button. */
export function TrustIcon({ state }: { state: TrustState }) {
  return draw(PATHS[state], 'moca-icon');
}

export function InterfaceIcon({ name }: { name: keyof typeof INTERFACE_PATHS }) {
  return draw(INTERFACE_PATHS[name], 'moca-icon');
}

/** The outline of a kind of evidence; decoration only, its name stands beside it. */
export function KindIcon({ kind }: { kind: string }) {
  const path = Object.hasOwn(KIND_PATHS, kind) ? KIND_PATHS[kind] : KIND_PATHS.other;
  return draw(path ?? '', 'moca-icon moca-kind-icon');
}
