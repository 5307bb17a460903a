'use client';

import { type ComponentType, createContext, useContext } from 'react';
import type { CitationStore } from '../../client/store.js';
import type { CitationCardProps } from '../card/citation-card.js';
import { english } from '../labels/english.js';
import type { Labels } from '../labels/labels.js';
import type { CitationPillProps } from '../pill/citation-pill.js';
import type { EvidenceCardProps } from '../register/evidence-card.js';
import type { EvidencePillProps } from '../register/evidence-pill.js';
import type { EvidenceItemProps } from '../sources/evidence-item.js';
import type { SourceItemProps, SourceListProps } from '../sources/source-list.js';
import type { BadgeProps, TrustBadgesProps } from '../trust/trust-badges.js';
import type { CitationCheck } from '../trust/trust-states.js';

/** The parts a host may put its own component in place of. Each gets the props of the part it replaces. */
export interface KitComponents {
  CitationPill?: ComponentType<CitationPillProps>;
  CitationCard?: ComponentType<CitationCardProps>;
  TrustBadges?: ComponentType<TrustBadgesProps>;
  Badge?: ComponentType<BadgeProps>;
  SourceList?: ComponentType<SourceListProps>;
  SourceItem?: ComponentType<SourceItemProps>;
  /** The pill, card and row of evidence that is no citation of the event. */
  EvidencePill?: ComponentType<EvidencePillProps>;
  EvidenceCard?: ComponentType<EvidenceCardProps>;
  EvidenceItem?: ComponentType<EvidenceItemProps>;
}

/** Results of re-checks on this device, by `citationKey` of the record. */
export type CitationChecks = Readonly<Record<string, CitationCheck>>;

export interface MocaContextValue {
  /** The conversation's citations; absent when there is no provider, or one without a store. */
  readonly store: CitationStore | undefined;
  readonly labels: Labels;
  /** BCP 47 tag that dates and numbers follow. */
  readonly locale: string;
  /** IANA time zone of shown times; the reader's own when undefined. */
  readonly timeZone: string | undefined;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly components: KitComponents;
  readonly checks: CitationChecks;
}

const systemClock = () => Date.now();

const DEFAULTS: MocaContextValue = {
  store: undefined,
  labels: english,
  locale: english.locale,
  timeZone: undefined,
  clock: systemClock,
  components: {},
  checks: {},
};

export const MocaContext = createContext<MocaContextValue>(DEFAULTS);

/** What the nearest `MocaProvider` offers, or the defaults (English, the system's clock) without one. */
export function useMoca(): MocaContextValue {
  return useContext(MocaContext);
}
