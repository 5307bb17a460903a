import fc from 'fast-check';

const uri = fc.constantFrom('https://example.com/p', 'urn:isbn:1', 'x:y', 'tag:a@b#c');
const digest = fc.constantFrom(`sha256:${'a'.repeat(64)}`, `sha256:${'0'.repeat(64)}`);
const version = fc.constantFrom('1.0.0', '0.10.2-rc.1', '1.2.3+build');
const text = fc.constantFrom('a', 'Some text.', 'ä返金', ' ');
const anyText = fc.oneof(text, fc.constant(''));
const dateTime = fc.constantFrom('2026-01-31T00:00:00Z', '2024-02-29T23:59:59.25+02:00');
const date = fc.oneof(dateTime, fc.constantFrom('2026-01-31', '2024-02-29'));
const tag = fc.constantFrom('en', 'pt-BR', 'zh-Hant-TW');
const count = fc.nat({ max: 1000 });
const span = fc.tuple(count, count).map(([start, length]) => ({ start, end: start + length }));
const anything = fc.jsonValue({ maxDepth: 2 });
const role = fc.constantFrom('package', 'review');

/** A record of which the keys of `required` are always there and those of `optional` sometimes. */
function document(
  required: Record<string, fc.Arbitrary<unknown>>,
  optional: Record<string, fc.Arbitrary<unknown>> = {},
): fc.Arbitrary<object> {
  return fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) });
}

const list = (item: fc.Arbitrary<unknown>) => fc.array(item, { maxLength: 3 });
const map = (value: fc.Arbitrary<unknown>, key: fc.Arbitrary<string> = text) =>
  fc.dictionary(key, value, { maxKeys: 2 });

const actor = document({ by: anyText }, { at: anyText });
const review = document(
  { reviewer: anyText, reviewedAt: anyText, outcome: anyText, signer: anyText },
  { scope: anyText, packageVerified: fc.boolean() },
);

const citationRecord = document(
  {
    package: document(
      { id: anyText, version: anyText, digest, signed: fc.boolean() },
      { signers: list(anyText) },
    ),
    node: document(
      { id: anyText, ref: text, path: anyText, type: anyText },
      { locale: anyText, title: anyText, description: anyText, tags: list(anyText), digest },
    ),
    trust: document(
      {
        status: fc.constantFrom('draft', 'stable', 'deprecated'),
        declaredVerified: list(actor),
        attestedReviews: list(review),
        stale: fc.boolean(),
        inForce: fc.boolean(),
        superseded: fc.boolean(),
        contested: fc.boolean(),
      },
      {
        generated: fc.oneof(actor, fc.constant(null)),
        reviewStatus: fc.constantFrom('approved', 'disputed', 'unverified', 'none'),
        staleAfter: anyText,
        validFrom: anyText,
        validUntil: anyText,
        supersededBy: list(anyText),
        contestedBy: list(anyText),
      },
    ),
  },
  {
    span,
    text: anyText,
    evidence: list(
      document({ source: map(anything) }, { selector: map(anything), note: anyText, matched: fc.boolean() }),
    ),
    concepts: list(uri),
    audience: anyText,
    audienceInvalid: fc.boolean(),
    profiles: list(anyText),
    score: fc.double({ noNaN: true, noDefaultInfinity: true }),
    retrieval: document(
      { via: fc.constantFrom('search', 'requires', 'parts', 'narrower', 'related') },
      { from: anyText },
    ),
  },
);

const manifest = document(
  { id: uri, version, title: text },
  {
    $schema: anyText,
    mocaVersion: fc.constantFrom('0.4', '10.0'),
    description: anyText,
    license: anyText,
    publisher: anyText,
    language: tag,
    locales: fc.uniqueArray(tag),
    validFrom: date,
    validUntil: date,
    members: list(document({ id: uri, version, digest })),
    relations: list(document({ type: text, target: uri }, { version: text, note: anyText })),
    profiles: map(map(anything), uri),
    'x-other': anything,
  },
);

const selector = fc.oneof(
  document({ type: fc.constant('FragmentSelector'), value: text }, { conformsTo: anyText }),
  document({ type: fc.constant('TextQuoteSelector'), exact: text }, { prefix: anyText, suffix: anyText }),
  document({ type: fc.constant('TextPositionSelector'), start: count, end: count }),
);
const verification = document({ by: text, at: date }, { other: anything });

const node = document(
  { type: text },
  {
    title: anyText,
    description: anyText,
    resource: anyText,
    tags: list(anyText),
    generated: document({ by: text }, { at: date }),
    verified: fc.oneof(verification, list(verification)),
    sources: list(
      document(
        { resource: text },
        {
          id: text,
          title: anyText,
          author: anyText,
          usage_count: count,
          last_modified: date,
          usage_window: document({}, { from: date, to: date }),
        },
      ),
    ),
    status: fc.constantFrom('draft', 'stable', 'deprecated'),
    stale_after: date,
    moca: document(
      {},
      {
        evidence: list(document({ source: text, selector }, { note: anyText })),
        valid_from: date,
        valid_until: date,
        contested_by: list(text),
        audience: text,
        concepts: list(document({ iri: uri }, { role: fc.constantFrom('primary', 'supporting') })),
        profiles: map(map(anything)),
        other: anything,
      },
    ),
    other: anything,
  },
);

const reviewPredicate = document(
  {
    package: uri,
    reviewer: text,
    reviewedAt: dateTime,
    outcome: fc.constantFrom('accurate', 'needs-change', 'inaccurate'),
  },
  { scope: anyText, note: anyText },
);

const searchHit = document(
  { digest, node: text, path: text, score: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { locale: text, span },
);

const model = document(
  { name: text },
  {
    version: anyText,
    dimensions: fc.integer({ min: 1, max: 4096 }),
    distance: fc.constantFrom('cosine', 'dot', 'euclidean'),
    queryPrefix: anyText,
    documentPrefix: anyText,
    other: anything,
  },
);
const storage = document(
  { format: text, file: text },
  {
    vectors: document({
      file: text,
      dtype: fc.constant('float32'),
      dimensions: fc.integer({ min: 1, max: 4096 }),
    }),
  },
);
const indexMembers = {
  indexVersion: fc.constant(1),
  target: document({ id: uri, version, digest }),
  storage,
};
const indexOptions = { chunking: document({}, { strategy: anyText, other: anything }), createdBy: anyText };
const sidecarIndex = fc.oneof(
  document(
    { ...indexMembers, indexType: fc.constantFrom('lexical', 'sparse', 'x') },
    { ...indexOptions, model },
  ),
  document({ ...indexMembers, indexType: fc.constantFrom('dense', 'hybrid'), model }, indexOptions),
);

const trustRoot = document(
  {},
  {
    keys: list(
      document(
        { keyid: text, publicKey: text },
        { identity: anyText, expires: dateTime, roles: fc.uniqueArray(role), relations: list(anyText) },
      ),
    ),
    sigstore: document(
      {},
      {
        identities: list(
          document({ issuer: anyText, subject: anyText }, { roles: list(role), relations: list(anyText) }),
        ),
        trustedRoot: map(anything),
      },
    ),
  },
);

const packageState = document(
  {
    digest,
    id: text,
    version: text,
    relations: list(document({ type: anyText, target: anyText }, { version: anyText, note: anyText })),
    relationScopes: list(anyText),
    signers: list(anyText),
    reviews: map(list(review)),
    contestedBy: map(list(anyText)),
  },
  { language: anyText },
);

/** Arbitraries of valid documents, by schema name. */
export const validDocuments = {
  'citation-record': citationRecord,
  manifest,
  node,
  'package-state': packageState,
  'review-predicate': reviewPredicate,
  'search-hit': searchHit,
  'sidecar-index': sidecarIndex,
  'trust-root': trustRoot,
} as const;

const junk = fc.constantFrom<unknown>(
  null,
  true,
  '',
  ' ',
  'x',
  'a b:c',
  'en_GB',
  '01.0.0',
  '2026-02-30',
  '2026-01-31T00:00:00',
  '2026-01-31T25:00:00Z',
  `sha256:${'A'.repeat(64)}`,
  0,
  -1,
  1.5,
  2,
  [],
  {},
  [null],
  ['x', 'x'],
  ['package', 'package'],
  { type: 'TextQuoteSelector' },
  { x: 1 },
);

type Change = { at: number; kind: 'remove' | 'replace' | 'add' | 'repeat'; value: unknown };

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom('remove', 'replace', 'replace', 'add', 'repeat'),
  value: junk,
});

/** Valid documents with up to three changes anywhere in them: most of them are invalid, not all. */
export function mutated(valid: fc.Arbitrary<object>): fc.Arbitrary<unknown> {
  return fc.tuple(valid, fc.array(change, { minLength: 1, maxLength: 3 })).map(([document, changes]) => {
    const root = { document: JSON.parse(JSON.stringify(document)) as unknown };
    for (const { at, kind, value } of changes) {
      const places = placesIn(root);
      const place = places[at % places.length];
      if (place) apply(place, kind, structuredClone(value));
    }
    return root.document;
  });
}

interface Place {
  holder: Record<string, unknown> | unknown[];
  key: string;
}

function placesIn(root: Record<string, unknown>): Place[] {
  const places: Place[] = [];
  const pending: unknown[] = [root];
  for (let holder = pending.pop(); holder !== undefined; holder = pending.pop()) {
    if (typeof holder !== 'object' || holder === null) continue;
    for (const [key, member] of Object.entries(holder)) {
      places.push({ holder: holder as Place['holder'], key });
      pending.push(member);
    }
  }
  return places;
}

function apply({ holder, key }: Place, kind: Change['kind'], value: unknown): void {
  const members = holder as Record<string, unknown>;
  const member = members[key];
  if (kind === 'replace' || key === 'document') members[key] = value;
  else if (kind === 'remove' && Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (kind === 'remove') delete members[key];
  else if (kind === 'repeat' && Array.isArray(holder)) holder.push(structuredClone(member));
  else if (Array.isArray(member)) member.push(value);
  else if (typeof member === 'object' && member !== null) Object.assign(member, { added: value });
  else members.added = value;
}
