import { describe, expect, it } from 'vitest';
import { isMediaFragments, matchesCue } from '../../../../src/reader/evidence/media-fragment.js';

const cues = [
  { start: 5, end: 9.5, payload: '' },
  { start: 10, end: 14, payload: '' },
];

describe('a time range against cues at 5–9.5 s and 10–14 s', () => {
  it.each<[string, boolean | undefined]>([
    ['t=6,8', true],
    ['t=00:00:12', true],
    ['t=,5', false],
    ['t=,5.1', true],
    ['t=9.5,10', false],
    ['t=500,600', false],
    ['t=8,6', false],
    ['t=6,6', true],
    ['t=npt:6,8', true],
    ['t=00:06,0:00:08', true],
    ['xywh=0,0,1,1&t=6,8', true],
    ['t=6,8&track=a', true],
    ['t=13', true],
    ['t=14', false],
    ['t=', false],
    ['t=6,', false],
    ['t=,', false],
    ['t=x', false],
    ['t=6,8,9', false],
    ['t=6.', false],
    ['xywh=0,0,1,1', undefined],
    ['start=6', undefined],
    ['', undefined],
  ])('%s', (fragment, matched) => {
    expect(matchesCue(fragment, cues)).toBe(matched);
  });
});

it.each([
  ['http://www.w3.org/TR/media-frags/', true],
  ['https://www.w3.org/TR/media-frags', true],
  ['http://tools.ietf.org/rfc/rfc3778', false],
  [undefined, false],
])('conforms to %s: %s', (conformsTo, expected) => {
  expect(isMediaFragments(conformsTo)).toBe(expected);
});
