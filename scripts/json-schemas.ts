import { envelopeSchema, reviewPredicateSchema, statementSchema } from '../src/schema/attestation.js';
import { citationRecordSchema } from '../src/schema/citation-record.js';
import { citationsEventSchema } from '../src/schema/citations-event.js';
import { savedConversationSchema } from '../src/schema/conversation.js';
import { manifestSchema } from '../src/schema/manifest.js';
import { nodeSchema } from '../src/schema/node.js';
import { packageStateSchema } from '../src/schema/package-state.js';
import { recheckReportSchema } from '../src/schema/recheck-report.js';
import { claimSchema, registerEntrySchema } from '../src/schema/register.js';
import { searchHitSchema } from '../src/schema/search-hit.js';
import { sidecarIndexSchema } from '../src/schema/sidecar-index.js';
import { trustRootSchema } from '../src/schema/trust-root.js';
import * as z from '../src/schema/zod.js';

/** Every format with a published JSON Schema: file name in `schemas/`, title, and the schema it comes from. */
const FORMATS = [
  ['attestation-envelope', 'DSSE envelope of an attestation', envelopeSchema],
  ['attestation-statement', 'in-toto statement of an attestation', statementSchema],
  ['citation-record', 'MOCA citation record', citationRecordSchema],
  ['citations-event', 'AG-UI custom event moca.citations', citationsEventSchema],
  ['conversation', 'Saved conversation', savedConversationSchema],
  ['manifest', 'MOCA package manifest (moca.json)', manifestSchema],
  ['node', 'Frontmatter of a MOCA content node', nodeSchema],
  ['package-state', 'State of a MOCA package for a store search', packageStateSchema],
  ['recheck-report', 'Report of a re-check', recheckReportSchema],
  ['register-claim', 'Claim of an evidence register', claimSchema],
  ['register-entry', 'Entry of an evidence register', registerEntrySchema],
  ['review-predicate', 'Predicate of a MOCA review attestation', reviewPredicateSchema],
  ['search-hit', 'MOCA search hit', searchHitSchema],
  ['sidecar-index', 'MOCA sidecar index (index.json)', sidecarIndexSchema],
  ['trust-root', 'MOCA trust root', trustRootSchema],
] as const;

/** The JSON Schemas (draft 2020-12) of what the formats accept, by file name. */
export function jsonSchemas(): Map<string, object> {
  return new Map(
    FORMATS.map(([name, title, schema]) => {
      const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
      return [`${name}.schema.json`, { $schema, title, ...rest }];
    }),
  );
}

/** The text of a schema file. */
export function schemaText(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}
