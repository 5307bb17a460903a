import { expect, it } from 'vitest';
import { pickRepresentation } from '../../../../src/reader/library/locale.js';

const of = (...tags: string[]) => tags.map((tag) => (tag === '' ? {} : { tag }));

it.each([
  [['', 'fr'], 'en', 'fr', 'fr'],
  [['', 'fr'], 'en', 'FR', 'fr'],
  [['', 'fr'], 'en', 'en', undefined],
  [['', 'en'], 'en', 'en', undefined],
  [['', 'fr'], 'en', 'fr-CA', 'fr'],
  [['', 'zh', 'zh-Hant'], 'en', 'zh-Hant-TW', 'zh-Hant'],
  [['', 'zh'], 'zh-Hant', 'zh-Hant-TW', undefined],
  [['', 'pt-BR', 'pt-PT'], 'en', 'pt', 'pt-BR'],
  [['', 'pt-PT'], 'pt-BR', 'pt', undefined],
  [['', 'french'], 'en', 'fr', undefined],
  [['', 'fr'], 'en', 'ja', undefined],
  [['de', 'fr'], 'en', 'ja', 'de'],
  [['', 'fr'], undefined, undefined, undefined],
])('of %j with the language %s, %s picks %s', (tags, language, requested, expected) => {
  expect(pickRepresentation(of(...tags), language, requested)).toEqual(
    expected === undefined ? {} : { tag: expected },
  );
});
