import { expect, test } from 'vitest';
import { formatSeconds, viewEvidence } from '../../../src/react/card/evidence-place.js';

test.each([
  ['t=83.5,95', { start: 83.5, end: 95 }],
  ['t=npt:0:01:30', { start: 90 }],
  ['t=,20', { start: 0, end: 20 }],
  ['xywh=1,2,3,4&t=10', { start: 10 }],
  ['t=soon', undefined],
])('the fragment %s is the time %j', (value, time) => {
  expect(viewEvidence({ source: {}, selector: { value } }).time).toEqual(time);
});

test.each([
  [{ selector: { value: 'page=12' }, source: {} }, '12'],
  [{ selector: { page: 3 }, source: {} }, '3'],
  [{ source: { page: '7' } }, '7'],
  [{ source: {} }, undefined],
])('the page of %j is %s', (item, page) => {
  expect(viewEvidence(item).page).toBe(page);
});

test('a source goes by its title, its file, its id, in this order', () => {
  expect(viewEvidence({ source: { title: 'T', resource: 'r', id: 'i' } })).toMatchObject({
    name: 'T',
    resource: 'r',
  });
  expect(viewEvidence({ source: { resource: 'r', id: 'i' } })).not.toHaveProperty('resource');
  expect(viewEvidence({ source: { id: 'i' } }).name).toBe('i');
});

test('odd types are left out', () => {
  const view = viewEvidence({ source: { title: { a: 1 }, id: ['x'] }, selector: { exact: 5 } });
  expect(view).toEqual({ name: '', matched: undefined, quote: '5' });
});

test.each([
  [5, '0:05'],
  [83.5, '1:23'],
  [3723, '1:02:03'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text);
});
