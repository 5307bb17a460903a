import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUILT, buildAll } from '../../../playground/packages/build.js';

describe('sample packages', () => {
  const rebuilt = buildAll();

  it('are checked in as the build makes them, and nothing else is', () => {
    expect(readdirSync(BUILT).sort()).toEqual([...rebuilt.keys()].sort());
  });

  it.each([...rebuilt.keys()])('%s is the same byte for byte when rebuilt', (name) => {
    expect(Buffer.compare(readFileSync(join(BUILT, name)), rebuilt.get(name) ?? new Uint8Array())).toBe(0);
  });
});
