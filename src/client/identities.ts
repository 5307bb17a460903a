import type { ReceivedCitations } from './citations-value.js';

/**
 * Which package digests a node reference came with in one conversation. A reference is made of names that a
 * package gives itself, so a second digest means that one of the packages is republished or forged
 * (Reader contract §7).
 */
export class Identities {
  private readonly digests = new Map<string, string>();
  private readonly conflicts = new Set<string>();

  /** Whether any reference of `received` came to be in conflict by this. */
  add(received: ReceivedCitations): boolean {
    const before = this.conflicts.size;
    for (const { record } of received.citations) {
      const { ref } = record.node;
      const known = this.digests.get(ref);
      if (known === undefined) this.digests.set(ref, record.package.digest);
      else if (known !== record.package.digest) this.conflicts.add(ref);
    }
    return this.conflicts.size > before;
  }

  inConflict(ref: string): boolean {
    return this.conflicts.size > 0 && this.conflicts.has(ref);
  }

  get any(): boolean {
    return this.conflicts.size > 0;
  }
}
