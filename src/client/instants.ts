const ascending = (a: number, b: number) => a - b;

/** Counted instants in milliseconds since the epoch, asked for the next one after a moment. */
export class Instants {
  private readonly counts = new Map<number, number>();
  /** In order; also some that are gone, until they are half of it. */
  private sorted: number[] = [];
  private fresh: number[] = [];

  add(instant: number): void {
    const count = this.counts.get(instant) ?? 0;
    this.counts.set(instant, count + 1);
    if (count === 0) this.fresh.push(instant);
  }

  remove(instant: number): void {
    const count = this.counts.get(instant) ?? 0;
    if (count > 1) this.counts.set(instant, count - 1);
    else this.counts.delete(instant);
  }

  /** The earliest instant after `now`. */
  after(now: number): number | undefined {
    this.sort();
    let low = 0;
    let high = this.sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.sorted[middle] ?? 0) <= now) low = middle + 1;
      else high = middle;
    }
    while (low < this.sorted.length && !this.counts.has(this.sorted[low] ?? 0)) low++;
    return this.sorted[low];
  }

  private sort(): void {
    if (this.sorted.length + this.fresh.length > 2 * this.counts.size) {
      this.sorted = [...this.counts.keys()].sort(ascending);
      this.fresh = [];
    } else if (this.fresh.length > 0) {
      // Two ordered runs, which the engine's sort merges without sorting all of it again.
      this.sorted = [...this.sorted, ...this.fresh.sort(ascending)].sort(ascending);
      this.fresh = [];
    }
  }
}
