/**
 * Writes Zip archives byte by byte, so that a test can break any one rule. Nothing here checks anything:
 * every field can be set to a lie.
 */
export interface ZipPart {
  name: string | Uint8Array;
  /** Bytes as they stand in the archive, compressed already if `method` says so. */
  data: Uint8Array;
  /** 0 stored (the default), 8 deflated. */
  method?: number;
  /** Declared uncompressed size; the length of `data` by default. */
  size?: number;
  compressedSize?: number;
  crc?: number;
  /** General purpose bits; bit 11 marks the name as UTF-8. */
  flags?: number;
  /** Unix mode, for the upper half of the external attributes. */
  mode?: number;
  /** Disk the entry starts on. */
  disk?: number;
  centralExtra?: Uint8Array;
  localExtra?: Uint8Array;
  /** Name in the local header, when it is to differ from the directory's. */
  localName?: string;
  /** Bytes after the data: a data descriptor. */
  trailer?: Uint8Array;
  /** Writes sizes and CRC as zero in the local header, as an archiver that streams does. */
  sizesLater?: boolean;
}

export interface ZipOptions {
  comment?: Uint8Array;
  /** Bytes before the first entry, which offsets in the directory do not count. */
  prefix?: Uint8Array;
  /** Changes of the end record's fields: count, size, offset, disk. */
  end?: Partial<{ count: number; countOnDisk: number; size: number; offset: number; disk: number }>;
  /** Writes a Zip64 end record and locator, with the plain end record full. */
  zip64?: boolean;
}

const encoder = new TextEncoder();

/** The pieces of an archive, in order. */
export function zipParts(parts: readonly ZipPart[], options: ZipOptions = {}): Uint8Array[] {
  const pieces: Uint8Array[] = options.prefix ? [options.prefix] : [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const part of parts) {
    const name = bytesOf(part.name);
    const localName = part.localName === undefined ? name : encoder.encode(part.localName);
    const later = part.sizesLater ?? false;
    const fields = {
      flags: part.flags ?? 0,
      method: part.method ?? 0,
      crc: part.crc ?? 0,
      compressedSize: part.compressedSize ?? part.data.length,
      size: part.size ?? part.data.length,
    };
    const extra = part.localExtra ?? new Uint8Array(0);
    const local = [
      little(0x04034b50, 4),
      little(20, 2),
      little(fields.flags, 2),
      little(fields.method, 2),
      little(0, 4),
      little(later ? 0 : fields.crc, 4),
      little(later ? 0 : fields.compressedSize, 4),
      little(later ? 0 : fields.size, 4),
      little(localName.length, 2),
      little(extra.length, 2),
      localName,
      extra,
      part.data,
      part.trailer ?? new Uint8Array(0),
    ];
    const centralExtra = part.centralExtra ?? new Uint8Array(0);
    central.push(
      little(0x02014b50, 4),
      little(0x031e, 2),
      little(20, 2),
      little(fields.flags, 2),
      little(fields.method, 2),
      little(0, 4),
      little(fields.crc, 4),
      little(fields.compressedSize, 4),
      little(fields.size, 4),
      little(name.length, 2),
      little(centralExtra.length, 2),
      little(0, 2),
      little(part.disk ?? 0, 2),
      little(0, 2),
      little((part.mode ?? 0) * 0x10000, 4),
      little(offset, 4),
      name,
      centralExtra,
    );
    pieces.push(...local);
    offset += lengthOf(local);
  }
  const end = {
    count: parts.length,
    countOnDisk: parts.length,
    size: lengthOf(central),
    offset,
    disk: 0,
    ...options.end,
  };
  for (const piece of central) pieces.push(piece);
  if (options.zip64) {
    pieces.push(
      little(0x06064b50, 4),
      little(44, 8),
      little(45, 2),
      little(45, 2),
      little(end.disk, 4),
      little(end.disk, 4),
      little(end.countOnDisk, 8),
      little(end.count, 8),
      little(end.size, 8),
      little(end.offset, 8),
      little(0x07064b50, 4),
      little(0, 4),
      little(end.offset + end.size, 8),
      little(1, 4),
    );
  }
  const comment = options.comment ?? new Uint8Array(0);
  pieces.push(
    little(0x06054b50, 4),
    little(end.disk, 2),
    little(end.disk, 2),
    little(options.zip64 ? 0xffff : end.countOnDisk, 2),
    little(options.zip64 ? 0xffff : end.count, 2),
    little(options.zip64 ? 0xffffffff : end.size, 4),
    little(options.zip64 ? 0xffffffff : end.offset, 4),
    little(comment.length, 2),
    comment,
  );
  return pieces;
}

/** A whole archive. */
export function zip(parts: readonly ZipPart[], options: ZipOptions = {}): Uint8Array<ArrayBuffer> {
  const pieces = zipParts(parts, options);
  const bytes = new Uint8Array(lengthOf(pieces));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** A number as little-endian bytes. */
export function little(value: number, width: number): Uint8Array {
  const bytes = new Uint8Array(width);
  for (let index = 0, rest = value; index < width; index++) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}

/** CRC-32 bit by bit, apart from the Reader's own. */
export function plainCrc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

function bytesOf(name: string | Uint8Array): Uint8Array {
  return typeof name === 'string' ? encoder.encode(name) : name;
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
