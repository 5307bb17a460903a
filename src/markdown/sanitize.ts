import createDOMPurify, { type DOMPurify } from 'dompurify';
import { SANITISED_TAGS } from './html-tags.js';

/** What the sanitiser lets through of one raw HTML tag. */
export interface CleanTag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const CONFIG = {
  ALLOWED_TAGS: [...SANITISED_TAGS],
  // None of these loads anything; `href` is checked again by `safeAddress`.
  ALLOWED_ATTR: ['href', 'title', 'alt', 'lang', 'dir', 'open', 'start', 'value'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM: true as const,
};

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
  // An instance of our own: hooks that the page adds to the shared one do not reach it.
  purify ??= createDOMPurify(window);
  const body = purify.sanitize(raw, CONFIG);
  const element = body.firstElementChild;
  const clean = element && {
    name: element.localName,
    attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
  };
  if (cache.size >= CACHE_SIZE) cache.clear();
  cache.set(raw, clean);
  return clean;
}
