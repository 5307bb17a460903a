import createDOMPurify, { type DOMPurify } from 'dompurify';
import { SANITISED_TAGS } from './html-tags.js';

/** What the sanitiser lets through of one raw HTML tag. */
export interface CleanTag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

// None of these loads anything; `href` is checked again by `safeAddress`.
const ATTRIBUTES = ['href', 'title', 'alt', 'lang', 'dir', 'open'];

const CONFIG = {
  ALLOWED_TAGS: [...SANITISED_TAGS],
  ALLOWED_ATTR: ATTRIBUTES,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM: true as const,
};

const ATTRIBUTE = /([A-Za-z_:][A-Za-z0-9_.:-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

const CACHE_SIZE = 500;
const cache = new Map<string, CleanTag | null>();
let purify: DOMPurify | undefined;

/**
 * One raw opening or void tag as DOMPurify leaves it, or null when nothing is left. Only the name and the attributes are
 * read from its result, which stays in an inert document: no markup is ever put into the page. Needs a DOM.
 */
export function sanitizeTag(raw: string): CleanTag | null {
  const known = cache.get(raw);
  if (known !== undefined) return known;
  const reduced = reduce(raw);
  const clean = reduced === undefined ? null : purified(reduced);
  if (cache.size >= CACHE_SIZE) cache.clear();
  cache.set(raw, clean);
  return clean;
}

// The sanitiser has the browser parse its input, and the browser reports each `style` and `onclick` that it meets as a
// violation of the page's policy. So only names and attributes of the list reach it.
function reduce(raw: string): string | undefined {
  const name = /^<([A-Za-z][A-Za-z0-9]*)/.exec(raw)?.[1]?.toLowerCase();
  if (name === undefined || !SANITISED_TAGS.includes(name)) return undefined;
  const attributes: string[] = [];
  for (const [, attribute = '', double, single, bare] of raw.slice(name.length + 1).matchAll(ATTRIBUTE)) {
    if (!ATTRIBUTES.includes(attribute.toLowerCase())) continue;
    const value = (double ?? single ?? bare ?? '').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
    attributes.push(` ${attribute.toLowerCase()}="${value}"`);
  }
  return `<${name}${attributes.join('')}>`;
}

function purified(tag: string): CleanTag | null {
  // An instance of our own: hooks that the page adds to the shared one do not reach it.
  purify ??= createDOMPurify(window);
  const body = purify.sanitize(tag, CONFIG);
  const element = body?.firstElementChild;
  if (!element) return null;
  const attributes = [...element.attributes].map(({ name, value }) => [name, value]);
  return { name: element.localName, attributes: Object.fromEntries(attributes) };
}
