/**
 * A custom event of the playground's own, beside `moca.citations`: its value `{ messageId, entries }` numbers the
 * evidence that is no package node.
 */
export const EVIDENCE_EVENT = 'playground.evidence';
