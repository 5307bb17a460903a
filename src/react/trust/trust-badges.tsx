'use client';

import { forwardRef, type HTMLAttributes, type ReactNode } from 'react';
import { revealBidi } from '../../markdown/bidi.js';
import { fill, fillNodes } from '../labels/format.js';
import type { Labels } from '../labels/labels.js';
import { type KitComponents, useMoca } from '../provider/context.js';
import { useTrust } from '../provider/use-trust.js';
import { LabelText } from '../text/label-text.js';
import { PackageText } from '../text/package-text.js';
import { InterfaceIcon, TrustIcon } from './icons.js';
import {
  isWarning,
  type TrustFact,
  verdictTone,
  verdictWarning,
  type WarningVerdict,
} from './trust-states.js';

/** The words of a state as plain text, for accessible names. */
export function trustWords(fact: TrustFact, labels: Labels): string {
  const who = fact.who?.[0];
  return fill(labels.trust[fact.state], { who: who === undefined ? labels.badges.someone : revealBidi(who) });
}

function Words({ fact }: { fact: TrustFact }): ReactNode {
  const { labels } = useMoca();
  const [first, ...others] = fact.who ?? [];
  const name =
    first === undefined ? labels.badges.someone : <PackageText text={first} className="moca-badge-name" />;
  const who = others.length ? fillNodes(labels.badges.andMore, { who: name, count: others.length }) : name;
  return fillNodes(labels.trust[fact.state], { who });
}

export interface BadgeProps extends Omit<HTMLAttributes<HTMLSpanElement>, 'children'> {
  fact: TrustFact;
}

/** One trust state: an outline, words, and a frame that differs by who makes the claim. */
export const Badge = forwardRef<HTMLSpanElement, BadgeProps>(function Badge(
  { fact, className, ...rest },
  ref,
) {
  const { labels } = useMoca();
  return (
    <span
      ref={ref}
      data-moca="badge"
      data-trust={fact.state}
      data-layer={fact.layer}
      data-tone={fact.tone}
      title={labels.trustMeaning[fact.state]}
      className={className === undefined ? 'moca moca-badge' : `moca moca-badge ${className}`}
      {...rest}
    >
      <TrustIcon state={fact.state} />
      <span className="moca-badge-words">
        <LabelText>
          <Words fact={fact} />
        </LabelText>
      </span>
    </span>
  );
});

/** What a re-check on this device warns of, where no trust state stands for it. */
function VerdictWarning({ verdict }: { verdict: WarningVerdict }) {
  const { labels } = useMoca();
  return (
    <span
      data-moca="verdict"
      data-verdict={verdict}
      data-layer="checked"
      data-tone={verdictTone(verdict)}
      title={labels.verdict[verdict]}
      className="moca moca-badge"
    >
      <InterfaceIcon name="broken" />
      <span className="moca-badge-words">
        <LabelText>{labels.verdictWarning[verdict]}</LabelText>
      </span>
    </span>
  );
}

export interface TrustBadgesProps extends Omit<HTMLAttributes<HTMLUListElement>, 'children'> {
  /** A citation record, as received. A malformed one shows no badges. */
  record: unknown;
  /** Another citation carries the same reference with other package bytes. */
  identityConflict?: boolean;
  /** The time that "now" means: milliseconds, a date, or text that `Date` reads. Default: the clock. */
  now?: number | string | Date | undefined;
  /** Show only warnings, or only what speaks for the source. Default `all`. */
  show?: 'all' | 'warnings' | 'claims';
  components?: KitComponents;
  /** When the record was computed, RFC 3339. */
  computedAt?: string | undefined;
}

/** Every trust state of a record, gravest first, after what a re-check on this device warns of. */
export const TrustBadges = forwardRef<HTMLUListElement, TrustBadgesProps>(function TrustBadges(
  { record, identityConflict, now, computedAt, show = 'all', components, className, ...rest },
  ref,
) {
  const { labels, components: inherited } = useMoca();
  const { facts, check } = useTrust(record, { identityConflict, now, computedAt });
  const Part = components?.Badge ?? inherited.Badge ?? Badge;
  const shown = facts.filter((fact) => show === 'all' || isWarning(fact.state) === (show === 'warnings'));
  const verdict = show === 'claims' ? undefined : verdictWarning([check]);
  if (shown.length === 0 && !verdict) return null;
  return (
    <ul
      ref={ref}
      data-moca="badges"
      aria-label={labels.badges.group}
      className={className === undefined ? 'moca moca-badges' : `moca moca-badges ${className}`}
      {...rest}
    >
      {verdict ? (
        <li>
          <VerdictWarning verdict={verdict} />
        </li>
      ) : null}
      {shown.map((fact) => (
        <li key={fact.state}>
          <Part fact={fact} />
        </li>
      ))}
    </ul>
  );
});
