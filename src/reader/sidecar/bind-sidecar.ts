import type { Span } from '../../schema/citation-record.js';
import { type SidecarIndex, sidecarIndexSchema } from '../../schema/sidecar-index.js';
import { diagnostic, promoteWarnings } from '../diagnostics.js';
import { resolveLimits } from '../limits.js';
import { isHidden, simpleLowerCase } from '../package/paths.js';
import { InvalidTargetError, openTarget } from '../source/open.js';
import type { ListedEntry, OpenedSource } from '../source/opened-source.js';
import type { Diagnostic, PackageResult, PackageTarget, ReaderLimits } from '../types.js';
import { readPayload } from './payload.js';

/** One searchable piece of a representation, as a sidecar cuts it. */
export interface SidecarChunk {
  /** The node path, relative to `content/`. */
  readonly path: string;
  /** The tag of a translation; absent for the default representation. */
  readonly locale?: string;
  /** UTF-8 bytes of the representation's file. */
  readonly span: Span;
  readonly vector?: ArrayLike<number>;
}

/** What binding a sidecar to a package came to (reader reference §14.4). */
export interface BoundSidecar {
  readonly usable: boolean;
  /** Present once `index.json` was read and has the right form. */
  readonly index?: SidecarIndex;
  /** Empty when unusable. */
  readonly chunks: readonly SidecarChunk[];
  /** `S001` to `S005`. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface BindOptions {
  limits?: Partial<ReaderLimits>;
  /** Turns warnings into errors. */
  strict?: boolean;
}

/**
 * Opens a sidecar index and binds it to a read package (reader reference §14). The first check that fails
 * decides, and the sidecar is then unusable; nothing in one affects the package. Never rejects for a bad
 * sidecar; throws a `TypeError` for a target that is none.
 */
export async function bindSidecar(
  target: PackageTarget,
  result: PackageResult,
  { limits, strict = false }: BindOptions = {},
): Promise<BoundSidecar> {
  const bound = await bind(target, result, resolveLimits(limits));
  return strict ? { ...bound, diagnostics: promoteWarnings(bound.diagnostics) } : bound;
}

async function bind(
  target: PackageTarget,
  result: PackageResult,
  limits: ReaderLimits,
): Promise<BoundSidecar> {
  let files: SidecarFiles;
  let index: SidecarIndex;
  try {
    files = new SidecarFiles(await openTarget(target, limits), limits.maxBytes);
    index = parseIndex(await files.read('index.json'));
  } catch (error) {
    if (error instanceof InvalidTargetError) throw error;
    return unusable(invalid(error));
  }

  const { manifest, digest } = result;
  if (index.target.id !== manifest?.id || index.target.version !== manifest.version) {
    const message = `The sidecar is for ${index.target.id}@${index.target.version}.`;
    return unusable(diagnostic('S002_SIDECAR_TARGET_MISMATCH', message, 'index.json'), index);
  }
  if (index.target.digest !== digest) {
    const message = `The sidecar was made for the digest ${index.target.digest}.`;
    return unusable(diagnostic('S003_SIDECAR_STALE', message, 'index.json'), index);
  }
  if (index.storage.format !== 'moca-jsonl-v1') {
    const message = `The payload format ${index.storage.format.slice(0, 100)} is not known.`;
    return unusable(diagnostic('S005_SIDECAR_FORMAT_UNKNOWN', message, 'index.json'), index);
  }

  try {
    const { chunks, diagnostics } = readPayload(await files.read(index.storage.file), index, result);
    if (diagnostics.length > 0) return { usable: false, index, chunks: [], diagnostics };
    const { vectors } = index.storage;
    if (!vectors) return { usable: true, index, chunks, diagnostics: [] };
    const bytes = await files.read(vectors.file);
    const wrong = wrongVectors(index, bytes.length, chunks.length, vectors.dimensions);
    if (wrong) return unusable(diagnostic('S004_SIDECAR_ITEM_INVALID', wrong, vectors.file), index);
    return { usable: true, index, chunks: withRows(chunks, bytes, vectors.dimensions), diagnostics: [] };
  } catch (error) {
    return unusable(invalid(error), index);
  }
}

/** What makes a sidecar invalid as a whole: becomes `S001`. */
class InvalidSidecarError extends Error {}

class SidecarFiles {
  readonly #source: OpenedSource;
  readonly #entries = new Map<string, ListedEntry>();
  #bytesLeft: number;

  constructor(source: OpenedSource, maxBytes: number) {
    this.#source = source;
    this.#bytesLeft = maxBytes;
    const names = new Set<string>();
    for (const entry of source.entries) {
      if (entry.path.endsWith('/') || isHidden(entry.path)) continue;
      const path = entry.path.normalize('NFC');
      const name = simpleLowerCase(path);
      if (names.has(name)) throw new InvalidSidecarError(`Two files have the name ${path}.`);
      if (entry.kind !== 'file') throw new InvalidSidecarError(`${path} is not a regular file.`);
      names.add(name);
      this.#entries.set(path, entry);
    }
  }

  async read(path: string): Promise<Uint8Array> {
    const entry = this.#entries.get(path.normalize('NFC'));
    if (!entry) throw new InvalidSidecarError(`The sidecar has no file ${path.slice(0, 200)}.`);
    const chunks: Uint8Array[] = [];
    let length = 0;
    await this.#source.read(entry, (chunk) => {
      this.#bytesLeft -= chunk.length;
      if (this.#bytesLeft < 0)
        throw new InvalidSidecarError('The sidecar is larger than allowed (maxBytes).');
      chunks.push(chunk.slice());
      length += chunk.length;
    });
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }
}

function parseIndex(bytes: Uint8Array): SidecarIndex {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new InvalidSidecarError('index.json is not UTF-8 JSON.');
  }
  const parsed = sidecarIndexSchema.safeParse(value);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join('.');
    throw new InvalidSidecarError(`index.json does not have the form required${path ? ` at ${path}` : ''}.`);
  }
  return parsed.data;
}

function invalid(error: unknown): Diagnostic {
  const reason = error instanceof Error ? error.message : 'It could not be read.';
  return diagnostic('S001_SIDECAR_INVALID', `The sidecar cannot be used: ${reason}`, 'index.json');
}

function unusable(finding: Diagnostic, index?: SidecarIndex): BoundSidecar {
  return { usable: false, ...(index ? { index } : {}), chunks: [], diagnostics: [finding] };
}

function wrongVectors(
  { model }: SidecarIndex,
  size: number,
  rows: number,
  dimensions: number,
): string | undefined {
  if (model?.dimensions !== undefined && model.dimensions !== dimensions) {
    return `The vectors have ${dimensions} dimensions and the model ${model.dimensions}.`;
  }
  const expected = rows * dimensions * 4;
  return size === expected ? undefined : `The vectors take ${size} bytes, not ${expected}.`;
}

/** The chunks with their rows of a little-endian float32 file, which replace any vectors of their own. */
function withRows(chunks: readonly SidecarChunk[], bytes: Uint8Array, dimensions: number): SidecarChunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return chunks.map((chunk, row) => {
    const vector = new Float32Array(dimensions);
    for (let column = 0; column < dimensions; column += 1) {
      vector[column] = view.getFloat32((row * dimensions + column) * 4, true);
    }
    return { ...chunk, vector };
  });
}
