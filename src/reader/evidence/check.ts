import { isMapping } from '../package/frontmatter.js';
import { containsText } from './find-text.js';
import { isMediaFragments, matchesCue } from './media-fragment.js';
import { normaliseQuote, normaliseSource, type SourceKind } from './normalise.js';
import { parseCues } from './webvtt.js';

/** Whether a selector is of a kind that is checked against a source of this kind (reader reference §6.1). */
export function isChecked(selector: unknown, kind: SourceKind): selector is Record<string, unknown> {
  if (!isMapping(selector)) return false;
  if (selector.type === 'TextQuoteSelector') return true;
  return (
    selector.type === 'FragmentSelector' &&
    kind === 'webvtt' &&
    isMediaFragments(selector.conformsTo) &&
    typeof selector.value === 'string'
  );
}

/** A source file ready to be checked against; the text is normalised once, the cues parsed once. */
export interface CheckableSource {
  /** Undefined when the selector turns out to say nothing that can be checked. */
  check(selector: Record<string, unknown>): boolean | undefined;
}

/** Prepares a source. Its bytes are read as UTF-8, without a leading byte order mark. */
export function checkableSource(kind: SourceKind, bytes: Uint8Array): CheckableSource {
  const text = new TextDecoder().decode(bytes);
  let normalised: string | undefined;
  let cues: ReturnType<typeof parseCues> | undefined;
  return {
    check(selector) {
      if (selector.type === 'FragmentSelector') {
        cues ??= parseCues(text);
        return matchesCue(String(selector.value), cues);
      }
      const quote = quoteOf(kind, selector);
      if (quote === undefined) return false;
      normalised ??= normaliseSource(kind, text);
      return containsText(normalised, quote);
    },
  };
}

/** `prefix + exact + suffix`, each normalised on its own; undefined when there is no exact text to look for. */
function quoteOf(kind: SourceKind, { exact, prefix, suffix }: Record<string, unknown>): string | undefined {
  const part = (value: unknown) => (typeof value === 'string' ? normaliseQuote(kind, value) : '');
  const text = part(exact);
  return text === '' ? undefined : part(prefix) + text + part(suffix);
}
