import { type Cue, parseTime } from './webvtt.js';

const MEDIA_FRAGMENTS = /^https?:\/\/www\.w3\.org\/TR\/media-frags\/?$/;

/** Whether a `conformsTo` names the Media Fragments specification. */
export function isMediaFragments(conformsTo: unknown): boolean {
  return typeof conformsTo === 'string' && MEDIA_FRAGMENTS.test(conformsTo);
}

/**
 * Whether the time range of a media fragment overlaps a cue (reader reference §6.5). Undefined, which means
 * not checked, when the fragment has no temporal dimension; false when it has one that cannot be read.
 */
export function matchesCue(fragment: string, cues: readonly Cue[]): boolean | undefined {
  const value = /(?:^|&)t=([^&]*)/.exec(fragment)?.[1];
  if (value === undefined) return undefined;
  const [startText = '', endText, ...more] = value.replace(/^npt:/, '').split(',');
  const start = startText === '' && endText !== undefined ? 0 : parseTime(startText);
  const end = endText === undefined ? Number.POSITIVE_INFINITY : parseTime(endText);
  if (start === undefined || end === undefined || more.length > 0 || end < start) return false;
  return cues.some((cue) => start < cue.end && end > cue.start);
}
