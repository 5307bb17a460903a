import { compareCodePoints } from '../package/paths.js';

/** The tag that a representation answers to: its own, or the manifest's language for the default one. */
export function localeOf(
  representation: { readonly tag?: string },
  language: string | undefined,
): string | undefined {
  return representation.tag ?? language;
}

/**
 * Picks the representation for a requested language tag (reader reference §5.6): the exact tag, else the
 * longest tag that the request extends, else the first tag that extends the request, else the default
 * representation. Tags are compared without case. Undefined only when there are no representations.
 */
export function pickRepresentation<T extends { readonly tag?: string }>(
  representations: readonly T[],
  language: string | undefined,
  requested?: string,
): T | undefined {
  const standard = representations.find(({ tag }) => tag === undefined) ?? representations[0];
  if (requested === undefined || representations.length < 2) return standard;
  const wanted = requested.toLowerCase();
  let prefix: { representation: T; tag: string } | undefined;
  let extension: { representation: T; tag: string } | undefined;
  for (const representation of representations) {
    const tag = localeOf(representation, language)?.toLowerCase();
    if (tag === undefined) continue;
    if (tag === wanted) return representation;
    if (wanted.startsWith(`${tag}-`) && (!prefix || tag.length > prefix.tag.length)) {
      prefix = { representation, tag };
    }
    if (tag.startsWith(`${wanted}-`) && (!extension || compareCodePoints(tag, extension.tag) < 0)) {
      extension = { representation, tag };
    }
  }
  return (prefix ?? extension)?.representation ?? standard;
}
