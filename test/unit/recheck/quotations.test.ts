import { describe, expect, it } from 'vitest';
import { foldWhiteSpace, quotationsByMarker } from '../../../src/recheck/quotations.js';

const quoted = (content: string, markers: string[]) =>
  Object.fromEntries(
    [...quotationsByMarker(content, markers)].map(([marker, texts]) => [marker, [...texts]]),
  );

describe('quotations beside markers', () => {
  it.each([
    ['English', 'It says “within 30 days” [1].', 'within 30 days'],
    ['German', 'Es heißt „innerhalb von 30 Tagen“ [1].', 'innerhalb von 30 Tagen'],
    ['German with English closing marks', 'Es heißt „innerhalb” [1].', 'innerhalb'],
    ['French', 'Il est dit « sous 30 jours » [1].', ' sous 30 jours '],
    ['Japanese', '「30日以内」[1]', '30日以内'],
    ['straight', 'It says "within 30 days" [1].', 'within 30 days'],
    ['with a full stop before the marker', 'It says “within 30 days.” [1]', 'within 30 days.'],
    ['over a line break', 'It says “within\n30 days” [1].', 'within\n30 days'],
    ['after the marker', 'As in [1]: “within 30 days” of delivery.', 'within 30 days'],
  ])('finds one in %s marks', (_name, content, text) => {
    expect(quoted(content, ['[1]'])).toEqual({ '[1]': [text] });
  });

  it('gives a quotation to every marker that follows it', () => {
    expect(quoted('“within 30 days” [1][2], [3].', ['[1]', '[2]', '[3]'])).toEqual({
      '[1]': ['within 30 days'],
      '[2]': ['within 30 days'],
      '[3]': ['within 30 days'],
    });
  });

  it('gives a marker between two quotations to the first', () => {
    expect(quoted('“one” [1] “two” and more.', ['[1]'])).toEqual({ '[1]': ['one'] });
  });

  it('collects the quotations of a marker that occurs again', () => {
    expect(quoted('“one” [1]. “two” [1]. “one” [1].', ['[1]'])).toEqual({ '[1]': ['one', 'two'] });
  });

  it.each([
    ['words lie between', 'He said “within 30 days” and so on [1].'],
    ['the mark is not closed', 'He said “within 30 days [1].'],
    ['a paragraph ends between', 'A “quotation\n\nthat goes on” [1]'],
    ['the marks hold nothing', 'Nothing “” [1]'],
    ['there is no marker', 'It says “within 30 days”.'],
  ])('finds none when %s', (_name, content) => {
    expect(quoted(content, ['[1]'])).toEqual({});
  });

  it('reads a long run of opening marks in one pass', () => {
    expect(quoted(`${'“'.repeat(1_000_000)} [1]`, ['[1]'])).toEqual({});
  });
});

describe('folding white space', () => {
  it('makes every run one space and drops it at the ends', () => {
    expect(foldWhiteSpace('\n a\t b \r\n c ')).toBe('a b c');
  });
});
