import type { Claim } from '../../schema/register.js';
import { type OffsetUnit, toUtf16 } from '../offsets.js';
import { asArray, asNumber, asObject, asText, type Path } from '../read.js';
import { EntryList, type Evidence, parsed } from './evidence.js';

/**
 * A response of the Responses API, its `output` list, or one `output_text` part. Texts are joined with nothing between
 * them, as the vendor's own `output_text` is.
 *
 * A `url_citation` or `container_file_citation` is a claim of its range, where the text mostly has the link itself.
 * Offsets count code points, as Python does, unless another unit, and not they, gives a range that is a link to the
 * cited address. A `file_citation` has one `index`, the place in the text where it stands: its claim is the sentence that ends there.
 * When every index of a part is smaller than the number of its file citations, they number files and not places,
 * and no claim is made of them. What a search returned and nothing cites is listed as not used.
 */
export function fromOpenAIResponse(response: unknown): Evidence {
  const evidence: Evidence = { content: '', entries: [], claims: [], findings: [] };
  const list = new EntryList();
  const object = asObject(response);
  const output = object?.output ?? response;
  const path: Path = output === response ? [] : ['output'];
  if (object?.type === 'output_text') addPart(object, [], list, evidence);
  else if (Array.isArray(output)) addOutput(output, path, list, evidence);
  else
    evidence.findings.push({ code: 'invalid-response', path, message: 'Expected a list of output items.' });
  evidence.entries = list.entries;
  return evidence;
}

function addOutput(output: readonly unknown[], path: Path, list: EntryList, evidence: Evidence): void {
  output.forEach((raw, index) => {
    const item = asObject(raw);
    if (item?.type !== 'message') return;
    asArray(item.content).forEach((part, at) => {
      const text = asObject(part);
      if (text?.type === 'output_text') addPart(text, [...path, index, 'content', at], list, evidence);
    });
  });
  for (const raw of output) addLookedAt(asObject(raw) ?? {}, list);
}

function addPart(part: Record<string, unknown>, path: Path, list: EntryList, evidence: Evidence): void {
  const text = typeof part.text === 'string' ? part.text : '';
  const base = evidence.content.length;
  evidence.content += text;
  const units = UNITS.map((unit) => toUtf16(text, unit));
  const codePoints = toUtf16(text, 'code-points');
  const rangeOf = (start: number, end: number, url: string | undefined): [number, number] => {
    const ranges = units.map((convert): [number, number] => [convert(start), convert(end)]);
    return ranges.find((range) => isLink(text.slice(...range), url)) ?? ranges[0] ?? [start, end];
  };
  const claim = (start: number, end: number, marker: number): void => {
    evidence.claims.push({ start: base + start, end: base + end, citations: [marker] } satisfies Claim);
  };
  const annotations = asArray(part.annotations);
  const points = annotations.map(asObject).filter((annotation) => annotation?.type === 'file_citation');
  const arePlaces = points.some((annotation) => (asNumber(annotation?.index) ?? 0) >= points.length);
  annotations.forEach((raw, index) => {
    const annotation = asObject(raw) ?? {};
    const marker = addAnnotation(annotation, list);
    if (marker === undefined) {
      evidence.findings.push({
        code: 'unknown-citation',
        path: [...path, 'annotations', index],
        message: 'The kind of this annotation is not known.',
      });
      return;
    }
    const start = asNumber(annotation.start_index);
    const end = asNumber(annotation.end_index);
    const point = asNumber(annotation.index);
    if (start !== undefined && end !== undefined) {
      claim(...rangeOf(start, end, asText(annotation.url)), marker);
    } else if (annotation.type === 'file_citation' && arePlaces && point !== undefined) {
      const at = Math.min(Math.max(codePoints(point), 0), text.length);
      claim(sentenceStart(text, at), at, marker);
    }
  });
}

/** Whether a range is the address, or Markdown that links to it. */
function isLink(text: string, url: string | undefined): boolean {
  return url !== undefined && text.includes(url) && (text.startsWith(url) || /^[([]/.test(text));
}

function addAnnotation(annotation: Record<string, unknown>, list: EntryList): number | undefined {
  const filename = asText(annotation.filename);
  const fileId = asText(annotation.file_id);
  switch (annotation.type) {
    case 'url_citation': {
      const url = asText(annotation.url);
      return list.add(['web', url], { kind: 'web', title: asText(annotation.title), url, used: true });
    }
    case 'file_citation':
      return list.add(['document', fileId ?? filename], {
        kind: 'document',
        title: filename,
        fileId,
        used: true,
      });
    case 'container_file_citation':
    case 'file_path':
      return list.add(['file', fileId ?? filename], {
        kind: 'file',
        title: filename,
        path: filename,
        fileId,
        used: true,
      });
    default:
      return undefined;
  }
}

const UNITS: readonly OffsetUnit[] = ['code-points', 'utf-16', 'utf-8'];
/** UTF-16 units before a citation in which its sentence may begin. */
const LONGEST_SENTENCE = 1000;
const SENTENCE_END = /[.!?](?=\s)|[。！？\n]/gu;

/** Where the sentence begins that ends at `end`: after the sentence end before it, spaces left out. */
function sentenceStart(text: string, end: number): number {
  const from = Math.max(0, end - LONGEST_SENTENCE);
  // A mark right before `end` closes the sentence itself.
  const before = text.slice(from, end).trimEnd().slice(0, -1);
  let start = from;
  for (const match of before.matchAll(SENTENCE_END)) start = from + match.index + match[0].length;
  const sentence = text.slice(start, end);
  return start + sentence.length - sentence.trimStart().length;
}

/** What the turn was shown beside what it cites. Evidence that is listed already stays as it is. */
function addLookedAt(item: Record<string, unknown>, list: EntryList): void {
  if (item.type === 'web_search_call') {
    const action = asObject(item.action);
    const pages = [action, ...asArray(action?.sources).map(asObject)];
    for (const url of pages.flatMap((page) => asText(page?.url) ?? [])) {
      list.add(['web', url], { kind: 'web', url, used: false });
    }
  } else if (item.type === 'file_search_call') {
    for (const raw of asArray(item.results)) {
      const result = asObject(raw);
      const filename = asText(result?.filename);
      const fileId = asText(result?.file_id);
      if (fileId === undefined && filename === undefined) continue;
      list.add(['document', fileId ?? filename], {
        kind: 'document',
        title: filename,
        fileId,
        quote: asText(result?.text),
        score: asNumber(result?.score),
        used: false,
      });
    }
  } else if (item.type === 'mcp_call') {
    list.add(['tool', item.id], {
      kind: 'tool',
      toolName: asText(item.name),
      title: asText(item.server_label),
      toolArguments: parsed(item.arguments),
      quote: asText(item.output),
      used: false,
    });
  }
}
