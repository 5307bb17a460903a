import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crc32 } from '../../../../src/reader/source/crc32.js';
import { plainCrc32 } from '../../../support/zip.js';

it('has the check value of CRC-32', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
});

it('agrees with the checksum taken bit by bit, in one piece or two', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(64), (bytes, cut) => {
      const expected = plainCrc32(bytes);
      expect(crc32(bytes)).toBe(expected);
      expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(expected);
    }),
  );
});
