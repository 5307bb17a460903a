import { asArray, asNumber, asObject, asText } from '../read.js';
import { EntryList, type Evidence, jsonText } from './evidence.js';

/**
 * A UI message, or its `parts` list: `source-url` and `source-document` parts, and the tool calls that gave a result.
 * Source parts have no place in the text, so there are no claims; unless the text has markers, the register is a list
 * of what was looked at. Text parts are joined with a blank line, as they are separate blocks.
 */
export function fromAiSdkMessage(message: unknown): Evidence {
  const parts = asObject(message)?.parts ?? message;
  if (!Array.isArray(parts)) {
    const finding = {
      code: 'invalid-response',
      path: ['parts'],
      message: 'Expected a list of message parts.',
    };
    return { content: '', entries: [], claims: [], findings: [finding] };
  }
  const list = new EntryList();
  const texts: string[] = [];
  for (const raw of asArray(parts)) {
    const part = asObject(raw) ?? {};
    if (part.type === 'text' && typeof part.text === 'string') texts.push(part.text);
    else addSource(part, list);
  }
  return { content: texts.join('\n\n'), entries: list.entries, claims: [], findings: [] };
}

function addSource(part: Record<string, unknown>, list: EntryList): void {
  const type = asText(part.type) ?? '';
  const title = asText(part.title);
  if (type === 'source-url') {
    const url = asText(part.url);
    list.add(['web', url ?? part.sourceId], { kind: 'web', title, url });
  } else if (type === 'source-document') {
    const filename = asText(part.filename);
    list.add(['document', filename ?? part.sourceId, title], {
      kind: 'document',
      title: title ?? filename,
      path: filename,
      mediaType: asText(part.mediaType),
      page: pageOf(part.providerMetadata),
      quote: quoteOf(part.providerMetadata),
    });
  } else if ((type === 'dynamic-tool' || type.startsWith('tool-')) && part.state === 'output-available') {
    list.add(['tool', part.toolCallId], {
      kind: 'tool',
      toolName: asText(part.toolName) ?? type.slice('tool-'.length),
      title,
      toolArguments: part.input,
      quote: typeof part.output === 'string' ? part.output : jsonText(part.output),
    });
  }
}

/** Providers put what they cite into their own metadata; `citedText` and `startPageNumber` are one provider's names. */
function quoteOf(metadata: unknown): string | undefined {
  return providersOf(metadata)
    .map((provider) => asText(provider.citedText))
    .find((quote) => quote !== undefined);
}

function pageOf(metadata: unknown): number | undefined {
  return providersOf(metadata)
    .map((provider) => asNumber(provider.startPageNumber))
    .find((page) => page !== undefined);
}

function providersOf(metadata: unknown): Record<string, unknown>[] {
  return Object.values(asObject(metadata) ?? {}).flatMap((value) => {
    const provider = asObject(value);
    return provider ? [provider] : [];
  });
}
