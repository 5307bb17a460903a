import { asArray, asNumber, asObject, asText } from '../read.js';
import { EntryList, type Evidence, isWebAddress, parsed } from './evidence.js';

/** Deeper than any wrapping of documents that is known. */
const MAX_DEPTH = 6;

/**
 * The documents in a tool result: a `ToolMessage` (its artifact first, then its content), the serialised form of one, a
 * tool message of AG-UI whose content is JSON, or a list of documents, with scores (`[document, score]`) or without.
 * JavaScript and Python spellings both. A result without documents is evidence itself: the tool's answer.
 *
 * There is no answer text here: `content` is empty, and there are no claims.
 */
export function fromLangChainToolResult(message: unknown): Evidence {
  const list = new EntryList();
  const result = unwrapped(message);
  const object = asObject(result);
  const places = object ? [object.artifact, object.content, result] : [result];
  const documents = places.map(documentsIn).find((found) => found.length > 0) ?? [];
  for (const { document, score } of documents) addDocument(document, score, list);
  const output = asText(object?.content);
  if (documents.length === 0 && object && output !== undefined) {
    const call = asText(object.tool_call_id) ?? asText(object.toolCallId);
    list.add(['tool', call], { kind: 'tool', toolName: asText(object.name), quote: output });
  }
  const findings =
    list.entries.length === 0 && documentsAreMissing(result)
      ? [
          {
            code: 'no-documents',
            path: [],
            message: 'Neither documents nor the text of a tool result are here.',
          },
        ]
      : [];
  return { content: '', entries: list.entries, claims: [], findings };
}

/** An empty list is a search that found nothing, which is no fault. */
function documentsAreMissing(result: unknown): boolean {
  return !(Array.isArray(result) && result.length === 0);
}

interface Found {
  document: Record<string, unknown>;
  score: number | undefined;
}

/** JSON text and the envelope of a serialised object taken off. */
function unwrapped(input: unknown): unknown {
  let value = parsed(input);
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const object = asObject(value);
    if (object?.lc === undefined || object.kwargs === undefined) return value;
    value = object.kwargs;
  }
  return value;
}

function documentsIn(input: unknown): Found[] {
  const found: Found[] = [];
  let level: readonly unknown[] = [unwrapped(input)];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    let next: unknown[] = [];
    for (const raw of level) {
      const value = unwrapped(raw);
      const object = asObject(value);
      if (object && textOf(object) !== undefined) found.push({ document: object, score: undefined });
      else if (object) next = next.concat(asArray(object.documents), asArray(object.context));
      else if (Array.isArray(value)) {
        const scored = scoredDocument(value);
        if (scored) found.push(scored);
        else next = next.concat(value);
      }
    }
    level = next;
  }
  return found;
}

function scoredDocument(pair: readonly unknown[]): Found | undefined {
  const document = asObject(unwrapped(pair[0]));
  const score = asNumber(pair[1]);
  if (pair.length !== 2 || score === undefined || !document || textOf(document) === undefined)
    return undefined;
  return { document, score };
}

function textOf(document: Record<string, unknown>): string | undefined {
  const text = document.pageContent ?? document.page_content;
  return typeof text === 'string' ? text : undefined;
}

function addDocument(document: Record<string, unknown>, score: number | undefined, list: EntryList): void {
  const metadata = asObject(document.metadata) ?? {};
  const quote = textOf(document);
  const source = asText(metadata.source) ?? asText(metadata.url);
  const web = isWebAddress(source);
  list.add([source, document.id, quote], {
    kind: web ? 'web' : 'document',
    title: asText(metadata.title),
    quote: asText(quote),
    page: pageOf(metadata),
    score: score ?? asNumber(metadata.score) ?? asNumber(metadata.relevance_score),
    ...(web ? { url: source } : { path: source }),
  });
}

/** Python's PDF loader counts pages from 0 and says `total_pages`; the label is what people read. */
function pageOf(metadata: Record<string, unknown>): string | number | undefined {
  const label = asText(metadata.page_label);
  if (label !== undefined) return label;
  const inLoc = asNumber(asObject(metadata.loc)?.pageNumber);
  if (inLoc !== undefined) return inLoc;
  const page = asNumber(metadata.page);
  return page !== undefined && metadata.total_pages !== undefined ? page + 1 : page;
}
