// Eight tables, eight bytes a step: the checksum must not cost as much as inflating does.
const TABLES = makeTables();

function makeTables(): readonly Int32Array[] {
  const tables = Array.from({ length: 8 }, () => new Int32Array(256));
  const [first = new Int32Array(256)] = tables;
  for (let byte = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    first[byte] = value;
  }
  for (let index = 1; index < 8; index++) {
    const table = tables[index];
    const previous = tables[index - 1];
    for (let byte = 0; table && previous && byte < 256; byte++) {
      const value = previous[byte] ?? 0;
      table[byte] = (first[value & 255] ?? 0) ^ (value >>> 8);
    }
  }
  return tables;
}

/** The CRC-32 of Zip over `bytes`, going on from `crc` (0 at the start); an unsigned 32-bit number. */
export function crc32(bytes: Uint8Array, crc = 0): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = TABLES as unknown as Readonly<
    [Table, Table, Table, Table, Table, Table, Table, Table]
  >;
  let value = ~crc;
  let at = 0;
  const stop = bytes.length - 7;
  for (; at < stop; at += 8) {
    value ^=
      octet(bytes, at) |
      (octet(bytes, at + 1) << 8) |
      (octet(bytes, at + 2) << 16) |
      (octet(bytes, at + 3) << 24);
    value =
      octet(t7, value & 255) ^
      octet(t6, (value >>> 8) & 255) ^
      octet(t5, (value >>> 16) & 255) ^
      octet(t4, value >>> 24) ^
      octet(t3, octet(bytes, at + 4)) ^
      octet(t2, octet(bytes, at + 5)) ^
      octet(t1, octet(bytes, at + 6)) ^
      octet(t0, octet(bytes, at + 7));
  }
  for (; at < bytes.length; at++) value = octet(t0, (value ^ octet(bytes, at)) & 255) ^ (value >>> 8);
  return ~value >>> 0;
}

type Table = Int32Array;

// Every index is in range; the type system cannot see it.
function octet(from: Uint8Array | Int32Array, index: number): number {
  return from[index] as number;
}
