import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attributionOf,
  type Claim,
  createRegister,
  fromAiSdkMessage,
  fromAnthropicMessage,
  fromLangChainToolResult,
  fromOberikResponse,
  fromOpenAIResponse,
  markerText,
  type RegisterEntry,
  registerEvent,
  segmentAnswer,
  toUtf16,
} from '../../src/register/index.js';
import { record } from '../unit/service/record.js';

const text = fc.string({
  unit: fc.constantFrom('a', ' ', '.', '[1]', '[2]', 'é', '漢', '👋🏽', '\ud800', '\n'),
});
const marker = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constantFrom('[1]', '[2]', '【1】', '¹', 'a'));
const offset = fc.oneof(fc.integer({ min: -5, max: 60 }), fc.double(), fc.constant(undefined));

const claims: fc.Arbitrary<Claim[]> = fc.array(
  fc.record(
    { text, start: offset, end: offset, citations: fc.array(marker, { maxLength: 4 }) },
    { requiredKeys: ['citations'] },
  ),
  { maxLength: 12 },
) as fc.Arbitrary<Claim[]>;

const paths = fc.constantFrom('a.md', 'b.md', 'c.md');
const entries: fc.Arbitrary<RegisterEntry[]> = fc.array(
  fc
    .record({
      marker,
      kind: fc.constantFrom('document', 'web', 'tool', 'later'),
      used: fc.option(fc.boolean(), { nil: undefined }),
      path: fc.option(paths, { nil: undefined }),
    })
    .map(({ path, used, ...entry }) => ({
      ...entry,
      ...(used !== undefined && { used }),
      ...(path !== undefined && { record: record(path) }),
    })),
  { maxLength: 8 },
);

const citations = fc
  .uniqueArray(
    fc.record({ marker: fc.option(fc.constantFrom('[1]', '[2]', '【1】'), { nil: undefined }), path: paths }),
    { maxLength: 3, selector: ({ path }) => path },
  )
  .map((list) => list.map(({ marker, path }) => ({ marker, record: record(path) })));

const anything = fc.anything({ withNullPrototype: true, maxDepth: 4 });

describe('segmentAnswer', () => {
  it('rebuilds the content, and no pill opens into nothing, for any claims and any register', () => {
    fc.assert(
      fc.property(text, claims, entries, (content, claims, register) => {
        const segments = segmentAnswer({ content, claims, register });
        expect(segments.map((segment) => segment.text).join('')).toBe(content);
        for (const segment of segments) {
          expect(content.slice(segment.start, segment.end)).toBe(segment.text);
          expect(new Set(segment.citations).size).toBe(segment.citations.length);
          for (const entry of segment.citations) expect(register).toContain(entry);
        }
      }),
    );
  });

  it('never cuts a character in two', () => {
    fc.assert(
      fc.property(text, claims, entries, (content, claims, register) => {
        for (const { end } of segmentAnswer({ content, claims, register })) {
          expect(content.slice(end - 1, end + 1)).not.toMatch(/^[\ud800-\udbff][\udc00-\udfff]$/);
        }
      }),
    );
  });

  it('throws for no claims and no register that came as data', () => {
    fc.assert(
      fc.property(text, anything, (content, claims) => {
        const segments = segmentAnswer({ content, claims: claims as Claim[], register: [] });
        expect(segments.map((segment) => segment.text)).toEqual([content]);
      }),
    );
  });
});

describe('createRegister', () => {
  it('never renumbers a citation of the event, and never gives one marker to two sources', () => {
    fc.assert(
      fc.property(text, citations, entries, claims, (content, citations, entries, claims) => {
        const given = new Set(citations.flatMap(({ marker }) => marker ?? []));
        fc.pre(given.size === citations.filter(({ marker }) => marker !== undefined).length);
        const register = createRegister({ content, citations, entries, claims });
        const markers = register.entries.map((entry) => entry.marker);
        expect(new Set(markers).size).toBe(markers.length);
        citations.forEach(({ marker, record }, index) => {
          const entry = register.entries.find(({ citation }) => citation === index);
          expect(entry?.record).toBe(record);
          if (marker !== undefined) expect(entry?.marker).toBe(marker);
        });
      }),
    );
  });

  it('loses no entry but those that are a citation already', () => {
    fc.assert(
      fc.property(text, citations, entries, (content, citations, entries) => {
        const cited = new Set(citations.map(({ record }) => record.node.ref));
        const others = entries.filter((entry) => !entry.record || !cited.has(entry.record.node.ref));
        expect(createRegister({ content, citations, entries }).entries).toHaveLength(
          citations.length + others.length,
        );
      }),
    );
  });

  it('lets no claim of the host borrow a record that its own source has not', () => {
    fc.assert(
      fc.property(text, citations, entries, claims, (content, citations, entries, claims) => {
        const register = createRegister({ content, citations, entries, claims });
        const first = new Map<string, RegisterEntry>();
        for (const entry of entries) {
          const own = markerText(entry.marker);
          if (!first.has(own)) first.set(own, entry);
        }
        const plain = claims.filter((claim) =>
          claim.citations.every(
            (marker) => first.has(markerText(marker)) && !first.get(markerText(marker))?.record,
          ),
        );
        const { claims: placed } = createRegister({ content, citations, entries, claims: plain });
        for (const claim of placed) {
          for (const marker of claim.citations) {
            expect(register.entries.find((entry) => entry.marker === marker)?.record).toBeUndefined();
          }
        }
      }),
    );
  });

  it('gives claims and attribution that agree with its segments', () => {
    fc.assert(
      fc.property(text, citations, entries, claims, (content, citations, entries, claims) => {
        const register = createRegister({ content, citations, entries, claims, found: [] });
        const pills = segmentAnswer({ content, claims: register.claims, register }).flatMap(
          (s) => s.citations,
        );
        expect(register.attribution).toBe(
          register.entries.length === 0 ? 'none' : pills.length > 0 ? 'per-claim' : 'retrieval-only',
        );
        expect(attributionOf({ register, content, claims: register.claims, found: [] })).toBe(
          register.attribution,
        );
      }),
    );
  });

  it('throws for no entries and no claims that came as data', () => {
    fc.assert(
      fc.property(anything, anything, (entries, claims) => {
        createRegister({ content: 'x', entries: entries as RegisterEntry[], claims: claims as Claim[] });
      }),
    );
  });
});

describe('adapters', () => {
  const adapters = [
    fromOberikResponse,
    fromOpenAIResponse,
    fromAnthropicMessage,
    fromAiSdkMessage,
    fromLangChainToolResult,
  ];

  it.each(adapters.map((adapter) => [adapter.name, adapter] as const))(
    '%s never throws, and its evidence makes a register',
    (_, adapter) => {
      const value = fc.oneof(anything, text, fc.integer({ min: -3, max: 40 }), fc.constant(null));
      const object = (...types: string[]) =>
        fc
          .dictionary(
            fc.constantFrom(
              'text',
              'url',
              'title',
              'start_index',
              'end_index',
              'index',
              'cited_text',
              'filename',
              'pageContent',
              'metadata',
              'output',
              'state',
              'marker',
              'kind',
              'start',
              'end',
            ),
            value,
          )
          .chain((rest) => fc.constantFrom(...types).map((type) => ({ ...rest, type })));
      const part = fc
        .tuple(
          object('output_text', 'text', 'source-url', 'tool-x', 'message'),
          fc.array(
            object(
              'url_citation',
              'file_citation',
              'char_location',
              'page_location',
              'web_search_result_location',
            ),
          ),
        )
        .map(([part, cited]) => ({
          ...part,
          annotations: cited,
          citations: cited,
          content: [{ ...part, annotations: cited }],
        }));
      const response = fc.array(part).map((parts) => ({
        output: parts,
        content: parts,
        parts,
        citations: parts,
        claims: parts,
        artifact: parts,
      }));
      fc.assert(
        fc.property(
          fc.oneof(
            anything,
            response,
            response.map((whole) => whole.output),
          ),
          (input) => {
            const evidence = adapter(input);
            const register = createRegister(evidence);
            const segments = segmentAnswer({ content: evidence.content, claims: register.claims, register });
            expect(segments.map((segment) => segment.text).join('')).toBe(evidence.content);
          },
        ),
      );
    },
  );

  it('registerEvent never throws for an event', () => {
    const reader = registerEvent('e', (value) => value as RegisterEntry[]);
    fc.assert(
      fc.property(anything, (value) => {
        expect(reader({ type: 'CUSTOM', name: 'e', value })).toBeDefined();
      }),
    );
  });
});

describe('toUtf16', () => {
  it('is the inverse of counting, for every place in any text', () => {
    const count = {
      'code-points': (part: string) => [...part].length,
      'utf-8': (part: string) => new TextEncoder().encode(part).length,
    };
    fc.assert(
      fc.property(text, fc.constantFrom('code-points', 'utf-8'), (content, unit) => {
        const convert = toUtf16(content, unit);
        let at = 0;
        for (const character of content) {
          expect(convert(count[unit](content.slice(0, at)))).toBe(at);
          at += character.length;
        }
      }),
    );
  });
});
