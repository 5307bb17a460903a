import { createElement, type ReactNode, useSyncExternalStore } from 'react';
import { isFlowTag } from '../../markdown/html-tags.js';
import type { Inline } from '../../markdown/index.js';
import type { CleanTag } from '../../markdown/sanitize.js';
import { useContentSettings } from './content-context.js';
import { drawInline, drawLink, type Surroundings } from './inline-view.js';

type Sanitize = (raw: string) => CleanTag | null;

const NOTHING: Sanitize = () => null;

let sanitize: Sanitize | undefined;
let asked = false;
const waiting = new Set<() => void>();

// The sanitiser is a quarter of the renderer and most answers have no raw HTML: the first that has loads it.
function subscribe(changed: () => void): () => void {
  waiting.add(changed);
  if (!asked) {
    asked = true;
    import('../../markdown/sanitize.js').then(
      ({ sanitizeTag }) => {
        sanitize = sanitizeTag;
        for (const each of waiting) each();
      },
      // Without it, tags stay away and what they hold is shown.
      () => {},
    );
  }
  return () => waiting.delete(changed);
}

/**
 * Undefined on the server and in the first render of a page that came from there, so that both agree. Lets nothing
 * through while the sanitiser is not there yet.
 */
function useSanitizer(): Sanitize | undefined {
  return useSyncExternalStore(
    subscribe,
    () => sanitize ?? NOTHING,
    () => undefined,
  );
}

const CELL = /^<\/?t[dh]\b/i;
const ROW_END = /^<\/tr\b/i;
const TEXT_ONLY = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'summary', 'dt']);

interface RawElementProps {
  node: Extract<Inline, { type: 'html' }>;
  within: Surroundings;
}

/** A raw HTML element, as far as the sanitiser allows it; its tags are text where there is no sanitiser. */
export function RawElement({ node, within }: RawElementProps): ReactNode {
  const settings = useContentSettings();
  const clean = useSanitizer();
  if (!clean || within === 'source') {
    return (
      <>
        {node.open}
        {drawInline(node.children, settings, within)}
        {node.close}
      </>
    );
  }
  const tag = clean(node.open);
  const flow = isFlowTag(node.name);
  // A block inside a paragraph or a link would be moved elsewhere by the browser.
  if (!tag || (flow && within !== 'block')) return drawInline(node.children, settings, within);
  if (tag.name === 'a') {
    const inside = drawInline(node.children, settings, 'link');
    return drawLink(tag.attributes.href ?? '', tag.attributes.title, inside, 0, settings);
  }
  const inside = flow && !TEXT_ONLY.has(tag.name) ? within : within === 'link' ? 'link' : 'text';
  return createElement(tag.name, attributesOf(tag.attributes), drawInline(node.children, settings, inside));
}

/** A raw tag without content: a line break, a rule, the text of an image, or nothing. */
export function RawTag({ raw, within }: { raw: string; within: Surroundings }): ReactNode {
  const clean = useSanitizer();
  if (!clean || within === 'source') return raw;
  const tag = clean(raw);
  // Tables of raw HTML are not drawn; their cells and rows stay apart.
  if (CELL.test(raw)) return ' ';
  if (ROW_END.test(raw)) return <br />;
  if (tag?.name === 'img') return tag.attributes.alt ?? null;
  if (tag?.name === 'br' || tag?.name === 'wbr') return createElement(tag.name);
  return tag?.name === 'hr' && within === 'block' ? <hr /> : null;
}

function attributesOf({ title, lang, dir, open }: Readonly<Record<string, string>>): Record<string, unknown> {
  return {
    ...(title === undefined ? {} : { title }),
    ...(lang === undefined ? {} : { lang }),
    ...(dir === 'ltr' || dir === 'rtl' || dir === 'auto' ? { dir } : {}),
    ...(open === undefined ? {} : { open: true }),
  };
}
