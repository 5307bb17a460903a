'use client';

import { type ReactNode, useMemo } from 'react';
import type { CitationRecord } from '../../schema/citation-record.js';
import { ClaimTime, DateText } from '../claim-time.js';
import { fill, fillNodes } from '../labels/format.js';
import { toTime } from '../provider/clock.js';
import { useMoca } from '../provider/context.js';
import { LabelText } from '../text/label-text.js';
import { PackageText } from '../text/package-text.js';
import { InterfaceIcon, TrustIcon } from '../trust/icons.js';
import { trustWords } from '../trust/trust-badges.js';
import {
  type CheckVerdict,
  type ClaimLayer,
  reviewStanding,
  type TrustFact,
  type TrustState,
  type TrustTone,
  toneOf,
  trustStates,
  verdictTone,
} from '../trust/trust-states.js';
import { useCard } from './card-context.js';
import { type CardPartProps, CardSection } from './card-parts.js';

/**
 * Who says what: declared by the author, reported by the service, checked on this device. Three parts that
 * are drawn differently, so none can be taken for another.
 */
export function Trust({ className, ...rest }: CardPartProps) {
  const { labels } = useMoca();
  return (
    <CardSection
      title={labels.card.trust}
      className={className === undefined ? 'moca-card-trust' : `moca-card-trust ${className}`}
      {...rest}
    >
      <Declared />
      <Reported />
      <Checked />
    </CardSection>
  );
}

function Layer({
  layer,
  tone,
  title,
  children,
}: {
  layer: ClaimLayer;
  tone?: TrustTone;
  title: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="moca-layer" data-layer={layer} data-tone={tone}>
      <p className="moca-layer-title">{title}</p>
      {children}
    </div>
  );
}

/** What makes a line of the card the badge that it is, for those who look for badges. */
function badgeOf(state: TrustState, layer: ClaimLayer) {
  return {
    'data-moca': 'badge',
    'data-trust': state,
    'data-layer': layer,
    'data-tone': toneOf(state),
  } as const;
}

function Claim({
  layer,
  state,
  icon = 'dot',
  children,
  when,
  more,
}: {
  layer: ClaimLayer;
  state?: TrustState | undefined;
  /** Of a line that is no badge. */
  icon?: 'dot' | 'broken';
  children: ReactNode;
  when?: string | undefined;
  /** Further lines, each of them a label. */
  more?: readonly ReactNode[];
}) {
  return (
    <li {...(state ? badgeOf(state, layer) : {})}>
      {state ? <TrustIcon state={state} /> : <InterfaceIcon name={icon} />}
      <span>
        <LabelText>{children}</LabelText>
        {when === undefined ? null : (
          <small>
            <DateText value={when} />
          </small>
        )}
        {more?.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity but their place.
          <small key={index}>
            <LabelText>{line}</LabelText>
          </small>
        ))}
      </span>
    </li>
  );
}

function Declared() {
  const { labels } = useMoca();
  const { trust } = useCard().record;
  if (!trust.generated && trust.declaredVerified.length === 0) return null;
  return (
    <Layer layer="declared" title={<LabelText>{labels.card.declared}</LabelText>}>
      <ul>
        {trust.generated ? (
          <Claim layer="declared" when={trust.generated.at}>
            {fillNodes(labels.card.declaredGenerated, { who: <PackageText text={trust.generated.by} /> })}
          </Claim>
        ) : null}
        {trust.declaredVerified.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is the record's own and may repeat a name.
          <Claim key={index} layer="declared" state="declared" when={entry.at}>
            {fillNodes(labels.card.declaredVerified, { who: <PackageText text={entry.by} /> })}
          </Claim>
        ))}
      </ul>
      <p className="moca-layer-note">
        <LabelText>{labels.card.declaredNote}</LabelText>
      </p>
    </Layer>
  );
}

/** The badge of one review. One that agrees is no approval where another does not, or where it does not count. */
function reviewState(record: CitationRecord, outcome: string): TrustState | undefined {
  if (outcome !== 'accurate') return 'disputed';
  const standing = reviewStanding(record);
  if (standing === 'disputed') return undefined;
  return standing === 'approved' ? 'attested-reported' : 'unverified-review';
}

function Review({ review }: { review: CitationRecord['trust']['attestedReviews'][number] }) {
  const { labels } = useMoca();
  const { record } = useCard();
  return (
    <Claim
      layer="reported"
      state={reviewState(record, review.outcome)}
      when={review.reviewedAt}
      more={[
        fillNodes(labels.card.reviewSigner, { signer: <PackageText text={review.signer} /> }),
        ...(review.packageVerified === false ? [labels.card.reviewPackageUnsigned] : []),
      ]}
    >
      {fillNodes(labels.card.reportedReview, {
        who: <PackageText text={review.reviewer} />,
        outcome: <PackageText text={review.outcome} />,
      })}
    </Claim>
  );
}

function Reported() {
  const { labels } = useMoca();
  const { record, computedAt } = useCard();
  const { signed, signers } = record.package;
  const { attestedReviews } = record.trust;
  return (
    <Layer layer="reported" title={<ClaimTime at={computedAt} />}>
      <ul>
        {signed ? (
          <Claim layer="reported" state="signed-reported">
            {fillNodes(labels.card.reportedSigned, { who: <Names names={signers ?? []} /> })}
          </Claim>
        ) : (
          <Claim layer="reported">{labels.card.reportedUnsigned}</Claim>
        )}
        {attestedReviews.length === 0 ? (
          <Claim layer="reported">{labels.card.reportedReviewsNone}</Claim>
        ) : null}
        {attestedReviews.map((review, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is the record's own and may repeat a name.
          <Review key={index} review={review} />
        ))}
      </ul>
      <NowDiffers />
    </Layer>
  );
}

function Names({ names }: { names: readonly string[] }) {
  const { labels } = useMoca();
  if (names.length === 0) return labels.card.signerUnnamed;
  return names.map((name, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list is the record's own and may repeat a name.
    <span key={index}>
      {index ? ', ' : ''}
      <PackageText text={name} />
    </span>
  ));
}

/** What has become of the reported states since, by the clock alone. Nothing when nothing has. */
function NowDiffers() {
  const { labels } = useMoca();
  const { record, facts, now, computedAt } = useCard();
  const reportedAt = toTime(computedAt);
  const differences = useMemo(() => {
    if (reportedAt === undefined) return undefined;
    const then = trustStates({ record }, { now: reportedAt, computedAt: reportedAt });
    const byClock = (fact: { state: TrustState }) => CLOCKED.has(fact.state);
    return {
      added: facts.filter((fact) => byClock(fact) && !then.some((one) => one.state === fact.state)),
      gone: then.filter((fact) => byClock(fact) && !facts.some((one) => one.state === fact.state)),
    };
  }, [record, facts, reportedAt]);
  if (!differences || (differences.added.length === 0 && differences.gone.length === 0)) return null;
  const words = (list: readonly TrustFact[]) => list.map((fact) => trustWords(fact, labels)).join(', ');
  return (
    <p className="moca-layer-now">
      <LabelText>
        {fillNodes(labels.time.now, { time: <DateText value={new Date(now).toISOString()} /> })}
        {': '}
        {differences.added.length ? fill(labels.card.nowAlso, { states: words(differences.added) }) : null}
        {differences.added.length && differences.gone.length ? '; ' : null}
        {differences.gone.length ? fill(labels.card.nowNoMore, { states: words(differences.gone) }) : null}
      </LabelText>
    </p>
  );
}

const CLOCKED: ReadonlySet<TrustState> = new Set(['not-yet-in-force', 'no-longer-in-force', 'stale']);

function Checked() {
  const { labels } = useMoca();
  const { check } = useCard();
  if (!check || check.verdict === 'package-missing') {
    return (
      <p className="moca-layer-unchecked" data-verdict={check?.verdict}>
        <LabelText>{check ? labels.verdict[check.verdict] : labels.card.checkedNone}</LabelText>
      </p>
    );
  }
  const { verdict, checkedAt } = check;
  const state = VERDICT_STATES[verdict];
  return (
    <Layer layer="checked" tone={verdictTone(verdict)} title={<ClaimTime at={checkedAt} layer="checked" />}>
      <ul>
        <Claim layer="checked" state={state} icon="broken">
          <span data-verdict={verdict}>{labels.verdict[verdict]}</span>
        </Claim>
      </ul>
    </Layer>
  );
}

const VERDICT_STATES: Partial<Record<CheckVerdict, TrustState>> = {
  confirmed: 'checked',
  'digest-mismatch': 'digest-mismatch',
};
