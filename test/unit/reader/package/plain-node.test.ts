import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPlainlyValid } from '../../../../src/reader/package/plain-node.js';
import { nodeSchema } from '../../../../src/schema/node.js';
import { mutated, validDocuments } from '../../schema/documents.js';

it('never passes frontmatter that the node schema refuses', () => {
  fc.assert(
    fc.property(mutated(validDocuments.node), (document) => {
      if (isPlainlyValid(document)) expect(nodeSchema.safeParse(document).error?.issues).toBeUndefined();
    }),
    { numRuns: 5_000 },
  );
});

it('passes what has no profiles and keeps the schema', () => {
  fc.assert(
    fc.property(validDocuments.node, (document) => {
      const { moca, ...rest } = document as { moca?: { profiles?: unknown } };
      const { profiles: _, ...bare } = moca ?? {};
      expect(isPlainlyValid({ ...rest, moca: bare })).toBe(true);
    }),
  );
});
