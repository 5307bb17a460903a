type Props = Record<string, unknown>;

/**
 * The props of a host's own element over ours: its values win, but class names add up and event handlers run
 * one after the other, the host's first.
 */
export function mergeProps(ours: Props, theirs: Props): Props {
  const merged: Props = { ...ours, ...theirs };
  for (const [name, our] of Object.entries(ours)) {
    const their = theirs[name];
    if (typeof our === 'function' && typeof their === 'function' && /^on[A-Z]/.test(name)) {
      merged[name] = (...args: unknown[]) => {
        their(...args);
        our(...args);
      };
    }
  }
  if (ours.className && theirs.className) merged.className = `${ours.className} ${theirs.className}`;
  return merged;
}
