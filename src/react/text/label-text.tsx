'use client';

import type { ReactNode } from 'react';
import { useMoca } from '../provider/context.js';

const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

/** The direction that a language is written in, by its usual script. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  try {
    return RIGHT_TO_LEFT.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr';
  } catch {
    // Not a language tag.
    return 'ltr';
  }
}

/**
 * Words of the interface, in the language and direction of the labels: on a page that runs the other way their
 * full stop stays at their end. Text from a package inside them keeps its own.
 */
export function LabelText({ children }: { children: ReactNode }) {
  const { labels } = useMoca();
  return (
    <bdi lang={labels.locale} dir={directionOf(labels.locale)}>
      {children}
    </bdi>
  );
}
