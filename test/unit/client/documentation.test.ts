import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const rows = readFileSync('docs/client.md', 'utf8')
  .split('\n')
  .flatMap((line) => /^\| (.+) \| `(unit\/.+\.tsx?)`: (.+) \|$/.exec(line)?.slice(1) ?? [])
  .flatMap((_, index, all) =>
    index % 3 === 0 ? [all.slice(index, index + 3) as [string, string, string]] : [],
  );

describe('the conformance table of docs/client.md', () => {
  it('has a row for every rule it promises', () => {
    expect(rows.length).toBeGreaterThan(20);
  });

  it.each(rows)('%s: names a test that is there', (_rule, file, name) => {
    expect(readFileSync(`test/${file}`, 'utf8')).toContain(name);
  });
});
