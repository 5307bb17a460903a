import { createElement, type ReactNode, useSyncExternalStore } from 'react';
import { isFlowTag } from '../../markdown/html-tags.js';
import type { Inline } from '../../markdown/index.js';
import { sanitizeTag } from '../../markdown/sanitize.js';
import { useContentSettings } from './content-context.js';
import { drawInline, drawLink, type Surroundings } from './inline-view.js';

const never = () => () => {};

// False on the server and in the first render of a page that came from there, so that both agree.
function useSanitizer(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const TEXT_ONLY = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'summary', 'dt']);

interface RawElementProps {
  node: Extract<Inline, { type: 'html' }>;
  within: Surroundings;
}

/** A raw HTML element, as far as the sanitiser allows it; its tags are text where there is no sanitiser. */
export function RawElement({ node, within }: RawElementProps): ReactNode {
  const settings = useContentSettings();
  const ready = useSanitizer();
  if (!ready || within === 'source') {
    return (
      <>
        {node.open}
        {drawInline(node.children, settings, within)}
        {node.close}
      </>
    );
  }
  const clean = sanitizeTag(node.open);
  const flow = isFlowTag(node.name);
  // A block inside a paragraph or a link would be moved elsewhere by the browser.
  if (!clean || (flow && within !== 'block')) return drawInline(node.children, settings, within);
  if (clean.name === 'a') {
    const inside = drawInline(node.children, settings, 'link');
    return drawLink(clean.attributes.href ?? '', clean.attributes.title, inside, 0, settings);
  }
  const inside = flow && !TEXT_ONLY.has(clean.name) ? within : within === 'link' ? 'link' : 'text';
  return createElement(
    clean.name,
    attributesOf(clean.attributes),
    drawInline(node.children, settings, inside),
  );
}

/** A raw tag without content: a line break, a rule, the text of an image, or nothing. */
export function RawTag({ raw, within }: { raw: string; within: Surroundings }): ReactNode {
  const ready = useSanitizer();
  if (!ready || within === 'source') return raw;
  const clean = sanitizeTag(raw);
  if (clean?.name === 'img') return clean.attributes.alt ?? null;
  if (clean?.name === 'br' || clean?.name === 'wbr') return createElement(clean.name);
  return clean?.name === 'hr' && within === 'block' ? <hr /> : null;
}

function attributesOf({ title, lang, dir, open }: Readonly<Record<string, string>>): Record<string, unknown> {
  return {
    ...(title === undefined ? {} : { title }),
    ...(lang === undefined ? {} : { lang }),
    ...(dir === 'ltr' || dir === 'rtl' || dir === 'auto' ? { dir } : {}),
    ...(open === undefined ? {} : { open: true }),
  };
}
