// No text of an answer runs, loads, leads away or takes a name: proven by what Chromium does, not by markup.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RendererSite, startSite, type WatchedPage } from './renderer/server.js';
import { VECTORS } from './renderer/vectors.js';

let site: RendererSite;
let watched: WatchedPage;

beforeAll(async () => {
  site = await startSite(19, 'production');
  watched = await site.open();
});

afterAll(async () => site?.close());

/** Names of the page that a text could take, and whether its script ran. */
const globals = () =>
  watched.page.evaluate(() => ({
    names: Object.getOwnPropertyNames(window).sort(),
    pwned: 'pwned' in window,
    root: document.getElementById('root') === document.body.firstElementChild,
    own: [
      typeof document.cookie,
      typeof document.getElementById,
      document.body.localName,
      document.forms.length,
    ],
    head: document.head.innerHTML,
  }));

describe('at least 150 texts that attack', () => {
  it('are tried', () => {
    expect(VECTORS.length).toBeGreaterThanOrEqual(150);
    expect(new Set(VECTORS.map(([, text]) => text)).size).toBe(VECTORS.length);
  });

  it.each(VECTORS)('%s: %s', async (_, text) => {
    const before = await globals();
    watched.events.length = 0;
    const faults = await watched.page.evaluate(async (content) => {
      const found = await window.renderer.stream(content, 1);
      // Inside other text too, where paragraphs, lists and tables surround it.
      const around = `before ${content} after\n\n- ${content}\n\n| ${content} |\n|-|\n| ${content} |\n\n${content}\n`;
      found.push(...window.renderer.show({ content: around }).faults);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return found;
    }, text);
    expect(faults).toEqual([]);
    expect(watched.events).toEqual([]);
    expect(await globals()).toEqual(before);
  });
});

describe('the proof itself', () => {
  it('notices a request, a violation and a script', async () => {
    const other = await site.open();
    await other.page.evaluate(async () => {
      const image = document.createElement('img');
      image.src = 'https://leak.test/x';
      document.body.append(image);
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    expect(other.events.some((event) => event.startsWith('violation img-src'))).toBe(true);
    await other.page.close();
  });
});

describe('what is allowed', () => {
  it('is drawn: raw text-level elements, details, and links with their own attributes', async () => {
    const html = await watched.page.evaluate(() => {
      const content =
        'a <kbd title="t" onclick="x">b</kbd><br>c\n\n<details open><summary>s</summary>d</details>\n\n[e](https://example.org)';
      window.renderer.show({ content });
      return document.querySelector('[data-moca=content]')?.innerHTML;
    });
    expect(html).toContain('<kbd title="t">b</kbd><br>c');
    expect(html).toMatch(/<details open=""><summary>s<\/summary>d<\/details>/);
    expect(html).toContain('href="https://example.org" target="_blank" rel="noopener noreferrer nofollow"');
  });

  it('can not be widened by the text of an answer', async () => {
    const text = await watched.page.evaluate(
      () => window.renderer.show({ content: 'components: {"p": "script"}\n\n<b children="x">y</b>' }).text,
    );
    expect(text).toBe('components: {"p": "script"}y');
  });
});
