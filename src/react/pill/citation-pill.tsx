'use client';

import {
  type ButtonHTMLAttributes,
  cloneElement,
  type ForwardedRef,
  forwardRef,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useId,
} from 'react';
import { revealBidi } from '../../markdown/bidi.js';
import type { CitationRecord } from '../../schema/citation-record.js';
import { CardLayer, type CardRequest, useCardLayer } from '../card/card-layer.js';
import { packageLabel, titleOf } from '../citation.js';
import { fill, plural } from '../labels/format.js';
import { useMoca } from '../provider/context.js';
import { useGravest, useTrust } from '../provider/use-trust.js';
import { mergeProps } from '../text/merge-props.js';
import { InterfaceIcon, TrustIcon } from '../trust/icons.js';
import { trustWords } from '../trust/trust-badges.js';
import { graver, isWarning, type TrustFact, verdictWarning } from '../trust/trust-states.js';
import { splitMarker } from './marker-text.js';

/** The part of a pill's props that says what it cites. */
export interface PillCitation {
  /** A citation record, as received. */
  record: unknown;
  marker?: string | undefined;
  identityConflict?: boolean | undefined;
}

/** Every attribute the pill's button must have, for a host that draws its own. */
export interface PillButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  'data-moca': 'pill';
  'data-marker': string;
  'data-ref': string;
  'data-trust': string | undefined;
  /** What a re-check on this device warns of, where no trust state stands for it. */
  'data-verdict': string | undefined;
  'data-state': 'open' | 'closed';
}

export interface CitationPillProps
  extends PillCitation,
    Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'type'> {
  /** The text of the pill as it stands in the answer. Default: the marker, else the source's title. */
  children?: string;
  now?: number | string | Date | undefined;
  computedAt?: string | undefined;
  /** More citations behind the same button: they open as a list. */
  also?: readonly PillCitation[] | undefined;
  /** The host's own button: an element that takes the button's props, or a function of them. */
  render?: ReactElement | ((props: PillButtonProps, facts: readonly TrustFact[]) => ReactElement);
}

/**
 * A marker in the text as a button that opens the card of its source. Its text is the answer's own; its
 * accessible name adds the source, the package and the gravest warning.
 */
export const CitationPill = forwardRef<HTMLButtonElement, CitationPillProps>(
  function CitationPill(props, ref) {
    return (
      <CardLayer>
        <Pill {...props} forwardedRef={ref} />
      </CardLayer>
    );
  },
);

const NONE: readonly PillCitation[] = [];

function Pill({
  record: raw,
  marker,
  identityConflict,
  children,
  now,
  computedAt,
  also,
  render,
  id: givenId,
  className,
  onClick,
  onPointerEnter,
  onPointerLeave,
  onFocus,
  forwardedRef,
  ...rest
}: CitationPillProps & { forwardedRef: ForwardedRef<HTMLButtonElement> }) {
  const { labels, locale } = useMoca();
  const layer = useCardLayer();
  const ownId = useId();
  const { reading, facts, check } = useTrust(raw, { identityConflict, now, computedAt });
  const others = useGravest(also ?? NONE, now, computedAt);
  // A record that cannot be read is no source: its marker stays the text it is.
  if (!reading.ok) return <span className="moca-plain-marker">{children ?? marker}</span>;

  const { record, key } = reading;
  const id = givenId ?? ownId;
  const text = children ?? marker ?? '';
  const label = labelOf(text, marker, record, also ?? NONE);
  const isReference = text.includes(record.node.ref);
  const gravest = graver(facts[0], others.fact);
  const verdict = verdictWarning([check, ...others.checks]);
  const warnings = [
    ...(verdict ? [labels.verdictWarning[verdict]] : []),
    ...(gravest && isWarning(gravest.state) ? [trustWords(gravest, labels)] : []),
  ];
  const hasWarning = warnings.length > 0;
  const request: CardRequest = {
    owner: id,
    now,
    computedAt,
    citations: [
      { key, marker, record: raw, identityConflict },
      ...(also ?? []).map((one, index) => ({ ...one, key: `${key}+${index}` })),
    ],
  };
  const open = layer.owner === id;
  const values = {
    marker: revealBidi(label ?? splitMarker(text).inner),
    title: revealBidi(titleOf(record)),
    package: revealBidi(packageLabel(record)),
    warning: warnings.join(', '),
  };
  const name = also?.length
    ? plural(hasWarning ? labels.pill.foldedWithWarning : labels.pill.folded, also.length + 1, locale, {
        markers: values.marker,
        warning: values.warning,
      })
    : fill(hasWarning ? labels.pill.nameWithWarning : labels.pill.name, values);
  const button: PillButtonProps = {
    ...rest,
    id,
    type: 'button',
    // An element with a direction of its own has no part in its paragraph's.
    dir: 'auto',
    'data-moca': 'pill',
    'data-marker': marker ?? '',
    'data-ref': record.node.ref,
    'data-trust': gravest?.state,
    'data-verdict': verdict,
    'data-state': open ? 'open' : 'closed',
    'aria-label': name,
    'aria-haspopup': 'dialog',
    'aria-expanded': open,
    className: className === undefined ? 'moca moca-pill' : `moca moca-pill ${className}`,
    onClick: (event) => {
      onClick?.(event);
      if (!event.defaultPrevented) layer.press(request);
    },
    onPointerEnter: (event) => {
      onPointerEnter?.(event);
      if (event.pointerType === 'mouse') layer.hover(request);
    },
    onPointerLeave: (event) => {
      onPointerLeave?.(event);
      if (event.pointerType === 'mouse') layer.leave();
    },
    onFocus: (event) => {
      onFocus?.(event);
      layer.prepare();
    },
    children: (
      <>
        <PillText text={isReference ? '' : text} label={label} />
        {verdict ? (
          <InterfaceIcon name="broken" />
        ) : gravest && isWarning(gravest.state) ? (
          <TrustIcon state={gravest.state} />
        ) : null}
      </>
    ),
  };
  const drawn =
    typeof render === 'function' ? (
      render(button, facts)
    ) : isValidElement<Record<string, unknown>>(render) ? (
      cloneElement(render, mergeProps({ ...button }, render.props))
    ) : (
      <button {...button} ref={forwardedRef} />
    );
  if (!isReference) return drawn;
  // A button's text has to be part of its name, and nobody wants a whole reference read out.
  return (
    <>
      <span className="moca-pill-quiet" aria-hidden="true" dir="ltr">
        {text}
      </span>
      {drawn}
    </>
  );
}

const SHOWN_IN_FOLD = 3;

/** What to draw in place of the answer's own text: a long reference, or no text inside a range like `[1-3]`. */
function labelOf(
  text: string,
  marker: string | undefined,
  record: CitationRecord,
  also: readonly PillCitation[],
): string | undefined {
  const own = splitMarker(marker ?? titleOf(record)).inner;
  if (also.length) {
    const all = [own, ...also.map((one) => splitMarker(one.marker ?? '').inner)].filter(Boolean);
    const more = all.length - SHOWN_IN_FOLD;
    return more > 1 ? `${all.slice(0, SHOWN_IN_FOLD).join(', ')} +${more}` : all.join(', ');
  }
  if (text.includes(record.node.ref)) return titleOf(record);
  return text === '' ? own : undefined;
}

/**
 * The answer's own text, so that selecting and copying gives it whole. What the frame of the pill says
 * already (brackets) is drawn without width, and so is text that has a label in its place.
 */
function PillText({ text, label }: { text: string; label: string | undefined }): ReactNode {
  if (label !== undefined) {
    return (
      <>
        {text ? <span className="moca-pill-quiet">{text}</span> : null}
        <span className="moca-pill-text" data-label={revealBidi(label)} />
      </>
    );
  }
  const { before, inner, after } = splitMarker(text);
  return (
    <>
      {before ? <span className="moca-pill-quiet">{before}</span> : null}
      <span className="moca-pill-text">{inner}</span>
      {after ? <span className="moca-pill-quiet">{after}</span> : null}
    </>
  );
}
