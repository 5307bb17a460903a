const SIZES = [3, 11, 1, 7, 23, 2, 14, 5];

/** The text in small uneven pieces, as a model would send it; never a cut inside a surrogate pair. */
export function pieces(text: string): string[] {
  const points = [...text];
  const result: string[] = [];
  for (let at = 0, turn = 0; at < points.length; turn++) {
    const size = SIZES[turn % SIZES.length] ?? 1;
    result.push(points.slice(at, at + size).join(''));
    at += size;
  }
  return result;
}
