'use client';

import { type ReactNode, useContext, useEffect, useMemo } from 'react';
import type { CitationStore } from '../../client/store.js';
import type { Labels } from '../labels/labels.js';
import { type CitationChecks, type KitComponents, MocaContext, type MocaContextValue } from './context.js';

export interface MocaProviderProps {
  /** The conversation's citations, from `createCitationStore`. */
  store?: CitationStore;
  /** An AG-UI agent that the store listens to while the provider is mounted. Needs `store`. */
  agent?: Parameters<CitationStore['attach']>[0];
  /** All strings of the kit. Default English; `german` is exported too. */
  labels?: Labels;
  /** BCP 47 tag for dates and numbers. Default: the language of the labels. */
  locale?: string;
  /** IANA time zone for shown times. Default: the reader's own. */
  timeZone?: string;
  /** Milliseconds since the epoch; the time that "now" means in badges. */
  clock?: () => number;
  /** The host's own parts. */
  components?: KitComponents;
  /** What a re-check on this device found, by `citationKey`. */
  checks?: CitationChecks;
  children?: ReactNode;
}

/**
 * Gives the parts below it one citation store, language, clock and set of components. Providers nest: what
 * an inner one leaves out, it takes from the outer one.
 */
export function MocaProvider({
  store,
  agent,
  labels,
  locale,
  timeZone,
  clock,
  components,
  checks,
  children,
}: MocaProviderProps) {
  const outer = useContext(MocaContext);
  const value = useMemo<MocaContextValue>(
    () => ({
      store: store ?? outer.store,
      labels: labels ?? outer.labels,
      locale: locale ?? labels?.locale ?? outer.locale,
      timeZone: timeZone ?? outer.timeZone,
      clock: clock ?? outer.clock,
      components: components ? { ...outer.components, ...components } : outer.components,
      checks: checks ?? outer.checks,
    }),
    [outer, store, labels, locale, timeZone, clock, components, checks],
  );
  const listening = value.store;
  useEffect(() => {
    if (agent && listening) return listening.attach(agent);
  }, [agent, listening]);
  return <MocaContext.Provider value={value}>{children}</MocaContext.Provider>;
}
