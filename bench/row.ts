/** One line of a benchmark table. */
export interface Row {
  name: string;
  ours: number;
  /** What the same work takes without us, measured in the same run. */
  reference: number;
  ratio: number;
  /** The ratio the project allows, when it names one. */
  limit?: number;
  unit: string;
}
