import { compareCodePoints } from './paths.js';

const LOCALIZED = /^(.*)\.([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*)\.md$/is;

/** Which node a content file belongs to, and as which language (reader reference §5.6). */
export interface FileRole {
  /** Path of the node's default file, relative to `content/`. */
  nodePath: string;
  /** The manifest's spelling of the tag; absent for a default file. */
  tag?: string;
}

/** `name` is relative to `content/`; only the manifest's `locales` make a suffix a locale. */
export function roleOf(name: string, locales: readonly string[]): FileRole {
  const match = LOCALIZED.exec(name);
  const suffix = match?.[2]?.toLowerCase();
  const tag = suffix === undefined ? undefined : locales.find((locale) => locale.toLowerCase() === suffix);
  return tag === undefined ? { nodePath: name } : { nodePath: `${match?.[1]}.md`, tag };
}

/** Default representation first, then by tag. */
export function compareRepresentations(a: { tag?: string }, b: { tag?: string }): number {
  if (a.tag === undefined || b.tag === undefined)
    return Number(a.tag !== undefined) - Number(b.tag !== undefined);
  return compareCodePoints(a.tag, b.tag);
}
