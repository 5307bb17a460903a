import type { Verdict } from '../../schema/recheck-report.js';

// A shape for each weight, so that colour is never the only difference.
const SHAPES: Record<Verdict, string> = {
  'invalid-record': 'M5 5l6 6M11 5l-6 6',
  'digest-mismatch': 'M3 6h10M3 10h10M11 3L5 13',
  misreported: 'M8 3v6M8 12.5v.01',
  'node-missing': 'M4.5 8h7',
  'package-missing': 'M6 6.2a2 2 0 1 1 2.8 1.9c-.6.3-.8.7-.8 1.4M8 12v.01',
  changed: 'M8 4.5V8l2.5 1.5M14 8A6 6 0 1 1 8 2',
  confirmed: 'M3.5 8.5l3 3 6-7',
};

export interface VerdictBadgeProps {
  verdict: Verdict;
  /** The word to show. */
  label: string;
}

/** The verdict of a re-check: a shape and a word. */
export function VerdictBadge({ verdict, label }: VerdictBadgeProps) {
  return (
    <span className="moca-verdict" data-moca="verdict" data-verdict={verdict}>
      <svg className="moca-icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d={SHAPES[verdict]} />
      </svg>
      {label}
    </span>
  );
}
