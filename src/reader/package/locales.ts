import { compareCodePoints } from './paths.js';

/** Which node a content file belongs to, and as which language (reader reference §5.6). */
export interface FileRole {
  /** Path of the node's default file, relative to `content/`. */
  nodePath: string;
  /** The manifest's spelling of the tag; absent for a default file. */
  tag?: string;
}

/** `name` is relative to `content/`; only the manifest's `locales` make a suffix a locale. */
export function roleOf(name: string, locales: readonly string[]): FileRole {
  const stem = name.slice(0, -'.md'.length);
  const dot = stem.lastIndexOf('.');
  const suffix = stem.slice(dot + 1).toLowerCase();
  const tag = dot < 0 ? undefined : locales.find((locale) => locale.toLowerCase() === suffix);
  return tag === undefined ? { nodePath: name } : { nodePath: `${stem.slice(0, dot)}.md`, tag };
}

/** Default representation first, then by tag. */
export function compareRepresentations(a: { tag?: string }, b: { tag?: string }): number {
  if (a.tag === undefined || b.tag === undefined)
    return Number(a.tag !== undefined) - Number(b.tag !== undefined);
  return compareCodePoints(a.tag, b.tag);
}
