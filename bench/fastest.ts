/**
 * The fastest of several rounds of each piece of work, in milliseconds. The pieces take turns, so that what slows
 * the machine for a while slows all of them.
 */
export async function fastest(rounds: number, ...work: (() => Promise<void>)[]): Promise<number[]> {
  const best = work.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, piece] of work.entries()) {
      const start = performance.now();
      await piece();
      best[index] = Math.min(best[index] ?? 0, performance.now() - start);
    }
  }
  return best;
}
