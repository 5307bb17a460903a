interface Use {
  digest: string;
  /** Records with that digest. */
  count: number;
  /** Other digests under the same reference, with their counts; undefined when there are none. */
  others: Map<string, number> | undefined;
}

/**
 * Which package digests a node reference comes with in the records that are shown. A reference is made of names
 * that a package gives itself, so a second digest means that one of the packages is republished or forged
 * (Reader contract §7).
 */
export class Identities {
  private readonly uses = new Map<string, Use>();

  /** Counts one record in. Whether its reference came to be in conflict by this. */
  add(ref: string, digest: string): boolean {
    const use = this.uses.get(ref);
    if (!use) {
      this.uses.set(ref, { digest, count: 1, others: undefined });
      return false;
    }
    if (use.digest === digest) {
      use.count++;
      return false;
    }
    const came = use.others === undefined;
    use.others ??= new Map();
    use.others.set(digest, (use.others.get(digest) ?? 0) + 1);
    return came;
  }

  /** Counts one record out that was counted in. Whether the conflict of its reference ended by this. */
  remove(ref: string, digest: string): boolean {
    const use = this.uses.get(ref);
    if (!use) return false;
    const others = use.others ?? new Map<string, number>();
    if (use.digest === digest) {
      if (--use.count > 0) return false;
      const [next] = others;
      if (!next) {
        this.uses.delete(ref);
        return false;
      }
      [use.digest, use.count] = next;
      others.delete(use.digest);
    } else {
      const left = (others.get(digest) ?? 0) - 1;
      if (left > 0) others.set(digest, left);
      else others.delete(digest);
    }
    if (others.size > 0 || use.others === undefined) return false;
    use.others = undefined;
    return true;
  }

  inConflict(ref: string): boolean {
    return this.uses.get(ref)?.others !== undefined;
  }
}
