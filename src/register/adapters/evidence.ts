import type { Finding } from '../../schema/finding.js';
import type { Attribution, Claim, RegisterEntry } from '../../schema/register.js';

/**
 * What an adapter makes of one vendor's answer, ready for `createRegister({ ...evidence, citations })`. An adapter never
 * throws for data: what it cannot read is a finding.
 */
export interface Evidence {
  /** The answer's text, which the claims' offsets count in UTF-16 units. Empty when the input has none. */
  content: string;
  entries: RegisterEntry[];
  claims: Claim[];
  /** Only where the vendor says it. */
  attribution?: Attribution;
  findings: Finding[];
}

/** An entry before it has a number. */
export type Unnumbered = Omit<RegisterEntry, 'marker'>;

/** Numbers entries from 1 as they come, and the same evidence only once. */
export class EntryList {
  readonly entries: RegisterEntry[] = [];
  readonly #byKey = new Map<string, RegisterEntry>();

  /**
   * The number of the evidence with this key. Properties that the entry had not yet are added; `used` stays true once
   * it is. `undefined` values count as absent.
   */
  add(key: readonly unknown[], evidence: { [K in keyof Unnumbered]: Unnumbered[K] | undefined }): number {
    // A key that cannot be written is nobody else's.
    const id = jsonText(key) ?? String(this.entries.length);
    const present = Object.fromEntries(Object.entries(evidence).filter(([, value]) => value !== undefined));
    const known = this.#byKey.get(id);
    if (known) {
      Object.assign(known, { ...present, ...known, used: known.used === true || evidence.used === true });
      return Number(known.marker);
    }
    const entry = { ...present, marker: this.entries.length + 1 } as RegisterEntry;
    this.entries.push(entry);
    this.#byKey.set(id, entry);
    return this.entries.length;
  }
}

/** Whether a text is an http(s) address. What may be drawn as a link is the renderer's to decide. */
export function isWebAddress(text: string | undefined): boolean {
  return text !== undefined && /^https?:\/\/[^\s/]/i.test(text);
}

/** A value as JSON text; undefined for one that is not JSON, or nested too deep to be written. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** JSON text as the value it holds; anything else unchanged. */
export function parsed(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}
