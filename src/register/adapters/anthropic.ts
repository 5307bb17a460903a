import type { Claim } from '../../schema/register.js';
import { asArray, asNumber, asObject, asText, type Path } from '../read.js';
import { EntryList, type Evidence, isWebAddress } from './evidence.js';

/**
 * A message of the Messages API, or its `content` list. Each text block with citations is a claim of that block's
 * text; the vendor gives no offsets into the answer, so they are counted here. What a web search or fetch returned and
 * no block cites is listed as not used.
 */
export function fromAnthropicMessage(message: unknown): Evidence {
  const inObject = asObject(message)?.content;
  const blocks = inObject ?? message;
  const base: Path = inObject === undefined ? [] : ['content'];
  if (typeof blocks === 'string') return { content: blocks, entries: [], claims: [], findings: [] };
  const evidence: Evidence = { content: '', entries: [], claims: [], findings: [] };
  if (!Array.isArray(blocks)) {
    evidence.findings.push({
      code: 'invalid-response',
      path: base,
      message: 'Expected a list of content blocks.',
    });
    return evidence;
  }
  const list = new EntryList();
  blocks.forEach((raw: unknown, index) => {
    const block = asObject(raw);
    if (block?.type === 'text') addText(block, [...base, index], list, evidence);
  });
  const cited = new Set(list.entries.map((entry) => entry.url));
  for (const page of blocks.flatMap(pagesOf)) {
    if (!cited.has(page.url)) list.add(['page', page.url], { kind: 'web', used: false, ...page });
  }
  evidence.entries = list.entries;
  return evidence;
}

function addText(block: Record<string, unknown>, path: Path, list: EntryList, evidence: Evidence): void {
  const text = typeof block.text === 'string' ? block.text : '';
  const start = evidence.content.length;
  evidence.content += text;
  const markers = new Set<number>();
  asArray(block.citations).forEach((raw, index) => {
    const marker = addCitation(asObject(raw) ?? {}, list);
    if (marker !== undefined) markers.add(marker);
    else {
      evidence.findings.push({
        code: 'unknown-citation',
        path: [...path, 'citations', index],
        message: 'The kind of this citation is not known.',
      });
    }
  });
  if (markers.size > 0) evidence.claims.push(trimmedClaim(text, start, [...markers]));
}

/** A block often begins or ends with the space between sentences; the pill belongs before it. */
function trimmedClaim(text: string, start: number, citations: number[]): Claim {
  const from = start + (text.length - text.trimStart().length);
  const trimmed = text.trim();
  return { text: trimmed, start: from, end: from + trimmed.length, citations };
}

function addCitation(citation: Record<string, unknown>, list: EntryList): number | undefined {
  const quote = asText(citation.cited_text);
  const document = {
    kind: 'document',
    title: asText(citation.document_title),
    quote,
    used: true,
    documentIndex: asNumber(citation.document_index),
    fileId: asText(citation.file_id),
  };
  switch (citation.type) {
    case 'char_location':
      // Offsets into the source document, which only the service has: part of the key, and nothing to draw.
      return list.add(
        ['char', citation.document_index, citation.start_char_index, citation.end_char_index],
        document,
      );
    case 'page_location': {
      const page = asNumber(citation.start_page_number);
      // The vendor's end is exclusive; people name the last page.
      const last = (asNumber(citation.end_page_number) ?? 0) - 1;
      return list.add(
        ['page', citation.document_index, citation.start_page_number, citation.end_page_number, quote],
        { ...document, page, endPage: page !== undefined && last > page ? last : undefined },
      );
    }
    case 'content_block_location':
      return list.add(
        ['block', citation.document_index, citation.start_block_index, citation.end_block_index],
        document,
      );
    case 'search_result_location': {
      const source = asText(citation.source);
      const web = isWebAddress(source);
      return list.add(
        ['result', citation.search_result_index, citation.start_block_index, citation.end_block_index],
        {
          kind: web ? 'web' : 'document',
          title: asText(citation.title),
          quote,
          used: true,
          ...(web ? { url: source } : { path: source }),
        },
      );
    }
    case 'web_search_result_location':
      return list.add(['web', citation.url, quote], {
        kind: 'web',
        title: asText(citation.title),
        quote,
        used: true,
        url: asText(citation.url),
      });
    default:
      return undefined;
  }
}

/** The pages that a web search or fetch put before the model. */
function pagesOf(raw: unknown): { url: string; title: string | undefined }[] {
  const block = asObject(raw);
  if (block?.type === 'web_search_tool_result') {
    return asArray(block.content).flatMap((item) => {
      const result = asObject(item);
      const url = asText(result?.url);
      return url ? [{ url, title: asText(result?.title) }] : [];
    });
  }
  if (block?.type === 'web_fetch_tool_result') {
    const result = asObject(block.content);
    const url = asText(result?.url);
    return url ? [{ url, title: asText(asObject(result?.content)?.title) }] : [];
  }
  return [];
}
