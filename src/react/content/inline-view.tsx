import { Fragment, type ReactNode } from 'react';
import { safeAddress } from '../../markdown/address.js';
import type { Inline } from '../../markdown/index.js';
import type { ContentSettings } from './content-context.js';
import { RawElement, RawTag } from './raw-html.js';

/** Where inline nodes stand: a paragraph, a block of raw HTML, a link, or source that is shown as it is. */
export type Surroundings = 'text' | 'block' | 'link' | 'source';

export function footnoteId({ prefix }: ContentSettings, number: number): string {
  return `${prefix}-footnote-${number}`;
}

export function drawInline(
  nodes: readonly Inline[],
  settings: ContentSettings,
  within: Surroundings = 'text',
): ReactNode {
  const only = nodes.length === 1 ? nodes[0] : undefined;
  // A single text needs no array around it, and most are.
  if (only?.type === 'text') return only.text;
  return nodes.map((node, index) => drawNode(node, index, settings, within));
}

function drawNode(node: Inline, key: number, settings: ContentSettings, within: Surroundings): ReactNode {
  const { components } = settings;
  switch (node.type) {
    case 'text':
      return node.text;
    case 'emphasis':
    case 'strong':
    case 'deleted': {
      const name = ELEMENTS[node.type];
      const Element = components[name] ?? name;
      return <Element key={key}>{drawInline(node.children, settings, within)}</Element>;
    }
    case 'code': {
      const Code = components.code ?? 'code';
      return <Code key={key}>{node.text}</Code>;
    }
    case 'break': {
      const Break = components.br ?? 'br';
      return <Break key={key} />;
    }
    case 'link':
      return drawLink(node.href, node.title, drawInline(node.children, settings, 'link'), key, settings);
    case 'image':
      if (within === 'link' || node.href === undefined) return node.alt || node.href;
      return drawLink(node.href, node.title, node.alt || node.href, key, settings);
    case 'html':
      return <RawElement key={key} node={node} within={within} />;
    case 'html-tag':
      return <RawTag key={key} raw={node.raw} within={within} />;
    case 'footnote':
      return drawFootnote(node.number, node.defined, key, settings);
    case 'citation': {
      const { citations, text, start } = node;
      const own = `citation-${start}-${citations.join('-')}`;
      return <Fragment key={own}>{settings.renderCitation({ citations, text, start, key: own })}</Fragment>;
    }
  }
}

const ELEMENTS = { emphasis: 'em', strong: 'strong', deleted: 'del' } as const;

/** A link, or its text when the address is not one that links may have. */
export function drawLink(
  href: string,
  title: string | undefined,
  children: ReactNode,
  key: number,
  { components }: ContentSettings,
): ReactNode {
  const address = safeAddress(href);
  if (!address) return <Fragment key={key}>{children}</Fragment>;
  const Link = components.a ?? 'a';
  return (
    <Link
      key={key}
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      referrerPolicy="no-referrer"
      data-moca="link"
      // A direction of its own: nothing in it can turn the order of the words around it.
      dir="auto"
      {...(title ? { title } : {})}
    >
      {children}
    </Link>
  );
}

function drawFootnote(number: number, defined: boolean, key: number, settings: ContentSettings): ReactNode {
  // A button, not a link: the address of the page belongs to the host.
  const lead = () => document.getElementById(footnoteId(settings, number))?.focus();
  return (
    <sup key={key}>
      <button
        type="button"
        data-moca="footnote"
        aria-label={settings.labels.footnote(number)}
        aria-disabled={!defined}
        onClick={lead}
      >
        {number}
      </button>
    </sup>
  );
}
