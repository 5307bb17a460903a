// The page of the renderer's tests: it draws or hydrates one answer and says what became of it.
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { AnswerContent, type AnswerContentProps } from '../../../src/react/content/index.js';

export interface Seen {
  text: string;
  /** What no answer may bring into a page: elements, attributes, addresses and names. */
  faults: string[];
}

export interface RendererPage {
  show(props: AnswerContentProps): Seen;
  /** Draws the text as it grows by `size` UTF-16 units, then whole. The faults of every step. */
  stream(content: string, size: number): Promise<string[]>;
  /** Hydrates what the server sent and gives the errors that React recovered from. */
  hydrate(props: AnswerContentProps): Promise<{ errors: string[]; html: string }>;
}

declare global {
  interface Window {
    renderer: RendererPage;
  }
}

const ELEMENTS = new Set(
  (
    'div p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code table thead tbody tr th td hr br strong em del a sup section ' +
    'button input abbr b bdi cite dfn i ins kbd mark q s samp small span sub u var wbr dd details dl dt figcaption figure summary'
  ).split(' '),
);
const ATTRIBUTES = new Set(
  (
    'dir href target rel referrerpolicy title lang open type checked disabled readonly aria-label aria-disabled start value id ' +
    'tabindex data-moca data-task data-align data-language'
  ).split(' '),
);

const host = document.getElementById('root');
if (!host) throw new Error('The page has no root.');
const container = host;
let root: Root | undefined;

function look(): Seen {
  const faults: string[] = [];
  for (const element of container.querySelectorAll('*')) {
    if (!ELEMENTS.has(element.localName)) faults.push(`<${element.localName}>`);
    for (const { name, value } of element.attributes) {
      if (!ATTRIBUTES.has(name)) faults.push(`${element.localName} ${name}`);
      if (name === 'id' && !value.startsWith('moca-')) faults.push(`id ${value}`);
    }
    if (element.localName === 'input' && element.getAttribute('type') !== 'checkbox') faults.push('input');
    if (element.localName === 'a') faults.push(...linkFaults(element as HTMLAnchorElement));
  }
  return { text: container.textContent ?? '', faults };
}

function linkFaults(link: HTMLAnchorElement): string[] {
  const right =
    /^https?:$/.test(link.protocol) &&
    /^https?:\/\//i.test(link.getAttribute('href') ?? '') &&
    link.username === '' &&
    link.target === '_blank' &&
    link.rel === 'noopener noreferrer nofollow' &&
    link.referrerPolicy === 'no-referrer' &&
    link.dataset.moca === 'link';
  return right ? [] : [`link ${link.outerHTML}`];
}

function show(props: AnswerContentProps): Seen {
  root ??= createRoot(container);
  const drawn = root;
  flushSync(() => drawn.render(<AnswerContent {...props} />));
  return look();
}

window.renderer = {
  show,
  async stream(content, size) {
    // What is tried is the sanitiser, so it has to be there.
    show({ content: '<b>ready</b>' });
    while (!container.querySelector('b')) await new Promise((resolve) => setTimeout(resolve, 5));
    const faults: string[] = [];
    for (let end = size; end < content.length + size; end += size) {
      faults.push(...show({ content: content.slice(0, end), streaming: true }).faults);
    }
    return [...faults, ...show({ content }).faults];
  },
  async hydrate(props) {
    const errors: string[] = [];
    const complain = console.error;
    console.error = (...args: unknown[]) => errors.push(args.map(String).join(' '));
    hydrateRoot(container, <AnswerContent {...props} />, {
      onRecoverableError: (error) => errors.push(String(error)),
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    console.error = complain;
    return { errors, html: container.innerHTML };
  },
};
