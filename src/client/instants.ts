/** A set of instants in milliseconds since the epoch, asked for the next one after a moment. */
export class Instants {
  private readonly set = new Set<number>();
  private sorted: number[] | undefined;

  add(instant: number): void {
    if (this.set.has(instant)) return;
    this.set.add(instant);
    this.sorted = undefined;
  }

  /** The earliest instant after `now`. */
  after(now: number): number | undefined {
    this.sorted ??= [...this.set].sort((a, b) => a - b);
    let low = 0;
    let high = this.sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.sorted[middle] ?? 0) <= now) low = middle + 1;
      else high = middle;
    }
    return this.sorted[low];
  }
}
