import { describe, expect, it } from 'vitest';
import { normaliseQuote, normaliseSource, sourceKindOf } from '../../../../src/reader/evidence/normalise.js';

describe('sourceKindOf', () => {
  it.each([
    ['sources/a.txt', 'text'],
    ['sources/a.TEXT', 'text'],
    ['sources/a.md', 'markdown'],
    ['sources/a.Markdown', 'markdown'],
    ['sources/a.html', 'html'],
    ['sources/a.htm', 'html'],
    ['sources/a.vtt', 'webvtt'],
    ['sources/a.pdf', undefined],
    ['sources/txt', undefined],
    ['sources/a.txt.gz', undefined],
    ['sources/a.\u212Ad', undefined],
  ])('of %s is %s', (path, kind) => {
    expect(sourceKindOf(path)).toBe(kind);
  });
});

describe('Markdown as text', () => {
  it.each([
    ['[text](https://example.com)', 'text'],
    ['![alt](a.png) and [b](c)', 'alt and b'],
    ['[spans\nlines](a\nb) x', 'spans\nlines x'],
    ['[not] (a link)', '[not] (a link)'],
    ['[a] b](c)', '[a] b](c)'],
    ['[a [b](c)', 'a [b'],
    ['[never](closed', '[never](closed'],
    ['# Heading', 'Heading'],
    ['  ###### Heading', 'Heading'],
    ['####### seven', '####### seven'],
    ['#tag', '#tag'],
    ['- item', 'item'],
    ['  12. item', 'item'],
    ['3) item', 'item'],
    ['# - both', 'both'],
    ['- # one each', '# one each'],
    ['-item', '-item'],
    ['**bold** _it_ `code`', 'bold it code'],
    ['2 * 3', '2  3'],
  ])('%j is %j', (source, text) => {
    expect(normaliseSource('markdown', source)).toBe(text);
  });
});

describe('HTML as text', () => {
  it.each([
    ['<p>one <b>two</b></p>', 'one two'],
    ['a<script>x < y</script>b', 'ab'],
    ['a<SCRIPT type="x">1</script  >b<style>c</STYLE>d', 'abd'],
    ['a<script>b', 'ab'],
    ['a<scripted>b</scripted>', 'ab'],
    ['<!-- a > b -->c', ' b -->c'],
    ['a < b', 'a < b'],
    ['a <b', 'a <b'],
    ['&amp;&lt;&gt;&quot;&apos;&nbsp;', '&<>"\'\u00a0'],
    ['&AMP;&#65;&#x42;&#X43;', '&ABC'],
    ['&amp;lt;', '&lt;'],
    ['&copy; &amp', '&copy; &amp'],
    ['&#xD800; &#1114112; &#x110000;', '&#xD800; &#1114112; &#x110000;'],
    ['&#x10FFFF;', '\u{10ffff}'],
    ['  a\n\n b ', '  a\n\n b '],
    ['&lt;b&gt;', '<b>'],
  ])('%j is %j', (source, text) => {
    expect(normaliseSource('html', source)).toBe(text);
  });
});

describe('WebVTT as text', () => {
  it('is the payload of each cue, without tags and with references decoded', () => {
    const source =
      'WEBVTT\r\n\r\nNOTE\r\nnot this\r\n\r\nid\r\n00:01.000 --> 00:02.000 line:0\r\n<v Ann>Fish &amp; chips\r\nand <i>more</i>\r\n\r\n\r\n00:03.000 --> 00:04.000\r\nSecond\r\n\r\n';
    expect(normaliseSource('webvtt', source)).toBe('Fish & chips\nand more\nSecond');
  });

  it('skips the header even when it looks like a cue, and cues without a readable time', () => {
    expect(
      normaliseSource('webvtt', '00:01.000 --> 00:02.000\nheader\n\nx --> y\nbad\n\n1 --> 2.5\ngood'),
    ).toBe('good');
  });
});

describe('a quote', () => {
  it('is normalised like a Markdown or HTML source, and left alone otherwise', () => {
    expect(normaliseQuote('markdown', '**a**')).toBe('a');
    expect(normaliseQuote('html', '<b>a</b>&amp;')).toBe('a&');
    expect(normaliseQuote('text', '**a**')).toBe('**a**');
    expect(normaliseQuote('webvtt', '&amp;')).toBe('&amp;');
  });
});

describe('sources made to be slow', () => {
  const length = 2 * 1024 * 1024;
  const parts = [
    '<',
    '>',
    '[',
    ']',
    '[](',
    '![a](',
    '&',
    '&#',
    '<script',
    '<script>',
    '</script ',
    '#',
    ' ',
    '- ',
    '1',
    '\n',
    '\r',
    '-->',
    '*',
    '\n\n00:01.000-->',
  ];
  it.each(parts)('%j over and over takes one pass', (part) => {
    const source = part.repeat(Math.floor(length / part.length));
    for (const kind of ['markdown', 'html', 'webvtt'] as const) {
      expect(typeof normaliseSource(kind, `${source}x`)).toBe('string');
    }
  });
});
