// Up to this length the engine's own search takes at most a bounded number of steps a character.
const SHORT = 200;

/**
 * Whether `text` contains `part`, in time linear in both. An engine's `includes` is not: a long part that
 * almost occurs everywhere makes it compare the whole part again at every place.
 */
export function containsText(text: string, part: string): boolean {
  if (part.length <= SHORT) return text.includes(part);
  if (part.length > text.length) return false;
  // Knuth, Morris and Pratt: `border[i]` is how much of the part still holds after a mismatch at i.
  const border = new Int32Array(part.length);
  for (let at = 1, held = 0; at < part.length; at++) {
    while (held > 0 && part.charCodeAt(at) !== part.charCodeAt(held)) held = border[held - 1] ?? 0;
    if (part.charCodeAt(at) === part.charCodeAt(held)) held++;
    border[at] = held;
  }
  for (let at = 0, held = 0; at < text.length; at++) {
    while (held > 0 && text.charCodeAt(at) !== part.charCodeAt(held)) held = border[held - 1] ?? 0;
    if (text.charCodeAt(at) === part.charCodeAt(held)) held++;
    if (held === part.length) return true;
  }
  return false;
}
