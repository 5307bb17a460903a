import { decodeReferences, withoutTags } from './html.js';

/** A caption: when it shows, in seconds, and what it says. */
export interface Cue {
  start: number;
  end: number;
  payload: string;
}

/** The cues of a WebVTT file (reader reference §6.3); blocks without a readable timing line are skipped. */
export function parseCues(text: string): Cue[] {
  const lines = text.replace(/\r\n?/g, '\n');
  let end = lines.length;
  while (lines[end - 1] === '\n') end--;
  const [, ...blocks] = lines.slice(0, end).split(/\n{2,}/);
  return blocks.flatMap((block) => cueOf(block) ?? []);
}

function cueOf(block: string): Cue | undefined {
  const lines = block.split('\n');
  const timing = lines.findIndex((line) => line.includes('-->'));
  const line = lines[timing];
  if (line === undefined) return undefined;
  const arrow = line.indexOf('-->');
  const start = parseTime(line.slice(0, arrow).trim());
  const end = parseTime(
    line
      .slice(arrow + 3)
      .trim()
      .split(/\s/, 1)[0] ?? '',
  );
  if (start === undefined || end === undefined) return undefined;
  const payload = lines
    .slice(timing + 1)
    .map((one) => decodeReferences(withoutTags(one)))
    .join('\n');
  return { start, end, payload };
}

/** Seconds of `[h:]mm:ss[.f]` or of plain seconds; undefined for anything else. */
export function parseTime(text: string): number | undefined {
  const clock = /^(?:(\d+):)?(\d{1,2}):(\d{2}(?:\.\d+)?)$/.exec(text);
  if (clock) return Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3]);
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}
