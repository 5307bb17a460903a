/** New instants that are put in their places one by one, and not by sorting all. */
const FEW = 64;

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
    let at = this.place(now);
    while (at < this.sorted.length && !this.counts.has(this.sorted[at] ?? 0)) at++;
    return this.sorted[at];
  }

  /** Index of the first sorted instant after `moment`. */
  private place(moment: number): number {
    let low = 0;
    let high = this.sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.sorted[middle] ?? 0) <= moment) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private sort(): void {
    const size = this.sorted.length + this.fresh.length;
    // Records come a few at a time, and a page asks after each: those are put in their places.
    if (this.fresh.length > FEW || size > 2 * this.counts.size) {
      this.sorted = [...this.counts.keys()].sort((a, b) => a - b);
    } else {
      for (const instant of this.fresh) this.sorted.splice(this.place(instant), 0, instant);
    }
    this.fresh = [];
  }
}
