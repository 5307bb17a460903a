import type { Finding } from '../schema/finding.js';

/** One value found in a text, and where: a list index, or the line it begins on, counted from 1. */
export interface Located {
  value: unknown;
  path: readonly (string | number)[];
}

export interface TextEvents {
  form: 'json-array' | 'json-lines' | 'server-sent-events';
  items: Located[];
  findings: Finding[];
}

/** Findings for parts that are no JSON; a text of many megabytes can have one every other character. */
const MAX_FINDINGS = 1_000;

/**
 * Finds the JSON values of a text that is not one whole JSON document: a raw server-sent-events capture,
 * JSON Lines, or a JSON array that breaks off. Undefined when it is none of them.
 */
export function readEventText(text: string): TextEvents | undefined {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.some((line) => line.startsWith('data:'))) return readServerSentEvents(lines);
  const start = text.trimStart();
  const firstLine = lines.find((line) => line.trim() !== '') ?? '';
  if (start.startsWith('[') && !isJson(firstLine)) return readBrokenArray(start);
  if (lines.some((line) => line.trimStart().startsWith('{'))) return readJsonLines(lines);
  return undefined;
}

function readJsonLines(lines: readonly string[]): TextEvents {
  const result: TextEvents = { form: 'json-lines', items: [], findings: [] };
  lines.forEach((line, index) => {
    parseInto(result, line, ['line', index + 1]);
  });
  return result;
}

/** Fields as the HTML standard reads them; only `data` carries anything. A block cut off at the end counts. */
function readServerSentEvents(lines: readonly string[]): TextEvents {
  const result: TextEvents = { form: 'server-sent-events', items: [], findings: [] };
  let data: string[] = [];
  let first = 0;
  const flush = () => {
    if (data.length > 0) parseInto(result, data.join('\n'), ['line', first]);
    data = [];
  };
  lines.forEach((line, index) => {
    if (line === '') flush();
    if (!line.startsWith('data:')) return;
    if (data.length === 0) first = index + 1;
    data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
  });
  flush();
  return result;
}

/** The whole elements of an array that breaks off, has an element which is no JSON, or is not the whole text. */
function readBrokenArray(text: string): TextEvents {
  const result: TextEvents = { form: 'json-array', items: [], findings: [] };
  let index = 0;
  for (const element of topLevelElements(text)) {
    parseInto(result, element, [index]);
    index++;
  }
  return result;
}

function* topLevelElements(text: string): Iterable<string> {
  let depth = 0;
  let inString = false;
  let from = 1;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
    if (inString || (depth > 0 && !(depth === 1 && character === ','))) continue;
    const element = text.slice(from, at);
    if (element.trim() !== '') yield element;
    from = at + 1;
    if (depth === 0) break;
  }
  if (text.slice(from).trim() !== '') yield text.slice(from);
}

function parseInto(result: TextEvents, text: string, path: readonly (string | number)[]): void {
  // Blank data keeps a connection alive. It is no event, and no fault.
  if (text.trim() === '') return;
  try {
    result.items.push({ value: JSON.parse(text), path });
  } catch {
    const { findings } = result;
    if (findings.length > MAX_FINDINGS) return;
    findings.push(
      findings.length < MAX_FINDINGS
        ? { code: 'not-json', path, message: `Left out: this is not JSON (${where(path)}).` }
        : { code: 'too-many-findings', path, message: 'More that is not JSON is left out from here on.' },
    );
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function where(path: readonly (string | number)[]): string {
  return path.length > 1 ? path.join(' ') : `element ${path[0]}`;
}
