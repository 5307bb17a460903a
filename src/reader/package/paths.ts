const DRIVE = /^[A-Za-z]:/;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const SURROGATE = /\p{Surrogate}/u;

/**
 * Why an entry name must not be used (contract §3), or undefined when it is safe. One trailing `/` marks a
 * directory and is allowed.
 */
export function unsafeNameReason(name: string): string | undefined {
  if (name === '' || name === '/') return 'is empty';
  if (name.startsWith('/')) return 'is absolute';
  if (DRIVE.test(name)) return 'starts with a drive prefix';
  if (name.includes('\\')) return 'contains a backslash';
  if (name.includes('\0')) return 'contains NUL';
  // A lone surrogate has no UTF-8 form, so two such names could not be told apart in the digest.
  if (SURROGATE.test(name)) return 'is not well-formed Unicode';
  const path = name.endsWith('/') ? name.slice(0, -1) : name;
  for (const segment of path.split('/')) {
    if (segment === '') return 'has an empty segment';
    if (segment === '.' || segment === '..') return `has a ${segment} segment`;
  }
  return undefined;
}

/** Whether a path is hidden, and so not part of the package: some segment starts with `.`. */
export function isHidden(path: string): boolean {
  return path.startsWith('.') || path.includes('/.');
}

/**
 * Lower-cases each code point alone, by the simple mapping: no locale, no context, so no final sigma.
 * U+0130 is the one character whose full mapping is longer than its simple one.
 */
export function simpleLowerCase(text: string): string {
  // Only sigma and U+0130 make the whole-string mapping differ from the mapping of each code point.
  if (!/[\u03a3\u0130]/.test(text)) return text.toLowerCase();
  let lower = '';
  for (const character of text) lower += character === '\u0130' ? 'i' : character.toLowerCase();
  return lower;
}

/** Orders strings by code point, which is the order of their UTF-8 bytes; `<` orders by UTF-16 unit. */
export function compareCodePoints(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) {
    const unitA = a.charCodeAt(index);
    const unitB = b.charCodeAt(index);
    if (unitA === unitB) continue;
    const surrogateA = (unitA & 0xf800) === 0xd800;
    const surrogateB = (unitB & 0xf800) === 0xd800;
    if (surrogateA !== surrogateB) return surrogateA ? 1 : -1;
    return unitA - unitB;
  }
  return a.length - b.length;
}

export type ResolvedReference =
  | { kind: 'path'; path: string }
  /** Leads out of the package. */
  | { kind: 'unsafe' }
  /** Not percent-encoded UTF-8. */
  | { kind: 'undecodable' }
  /** Names no file: only a query or a fragment. */
  | { kind: 'none' };

/** Whether a link destination names something outside the package's own paths: a scheme, or a fragment. */
export function isExternal(destination: string): boolean {
  const bare = destination.replace(/^</, '').replace(/>$/, '');
  return SCHEME.test(bare) || bare.startsWith('#');
}

/**
 * The package path that a reference in `file` names (reader reference §5.7): `/` starts at `content/`,
 * anything else at the citing file's folder. The path is NFC; whether it exists is for the caller to see.
 */
export function resolveReference(file: string, reference: string): ResolvedReference {
  let target = reference.replace(/^</, '').replace(/>$/, '');
  target = cutAt(cutAt(target, '#'), '?');
  if (target.includes('%')) {
    try {
      target = decodeURIComponent(target);
    } catch {
      return { kind: 'undecodable' };
    }
  }
  if (target === '') return { kind: 'none' };
  const base = target.startsWith('/') ? ['content'] : file.split('/').slice(0, -1);
  for (const segment of target.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') base.push(segment);
    else if (base.pop() === undefined) return { kind: 'unsafe' };
  }
  // A directory never resolves, so its mark must not be lost.
  const directory = /(^|\/)\.{0,2}$/.test(target) ? '/' : '';
  return { kind: 'path', path: (base.join('/') + directory).normalize('NFC') };
}

function cutAt(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? text : text.slice(0, at);
}
