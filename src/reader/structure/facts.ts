/** One statement of a structure layer; a placeholder shape until the parser lands. */
export interface StructureFacts {
  readonly statements: readonly unknown[];
}
