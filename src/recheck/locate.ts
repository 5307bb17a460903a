import { localeOf } from '../reader/library/locale.js';
import { bodySpan } from '../reader/library/record.js';
import type { PackageNode, Representation } from '../reader/types.js';
import type { CitationRecord, Span } from '../schema/citation-record.js';
import type { HeldPackage } from './held-package.js';
import type { Place } from './views.js';

export type Located = { place: Place } | { missing: 'node' | 'locale' | 'span'; message: string };

/** Finds the node, representation and span that a record cites in the package that it names. */
export function createLocator(held: HeldPackage): (record: CitationRecord) => Located {
  const nodes = new Map(held.result.nodes.map((node) => [node.ref, node]));
  return (record) => {
    const { ref, locale } = record.node;
    const node = nodes.get(ref);
    if (!node) return { missing: 'node', message: `The package has no node ${ref}.` };
    const representation = representationOf(node, record, held.result.manifest?.language);
    if (!representation) {
      return { missing: 'locale', message: `The node has no version in the language ${locale ?? ''}.` };
    }
    if (!record.span) return { place: { node, representation } };
    const fault = spanFault(representation, record.span);
    return fault
      ? { missing: 'span', message: fault }
      : { place: { node, representation, span: record.span } };
  };
}

function representationOf(
  node: PackageNode,
  record: CitationRecord,
  language: string | undefined,
): Representation | undefined {
  const { locale, digest } = record.node;
  if (locale === undefined) return node.representations.find(({ tag }) => tag === undefined);
  const matching = node.representations.filter((item) => localeOf(item, language) === locale);
  // A package may list its own language among the translations: then the digest tells the two apart.
  return matching.find((item) => item.digest === digest) ?? matching[0];
}

/** Why a span cannot be one of this representation; undefined when it can. */
function spanFault(representation: Representation, { start, end }: Span): string | undefined {
  const body = bodySpan(representation);
  if (start === end && body.start < body.end) return 'The span is empty, and the text is not.';
  if (start < body.start)
    return `The span starts at byte ${start}, before the text begins at byte ${body.start}.`;
  if (end > body.end) return `The span ends at byte ${end}, after the file ends at byte ${body.end}.`;
  if (insideCharacter(representation.bytes, start) || insideCharacter(representation.bytes, end)) {
    return 'The span starts or ends inside a character.';
  }
  return undefined;
}

/** Whether a byte continues a character of UTF-8 that begins before it. */
function insideCharacter(bytes: Uint8Array, place: number): boolean {
  const byte = bytes[place];
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
