import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type PackedPackage, packedSize } from './packed-package.js';

/** What the shelf shows of a package without opening it. */
export interface ShelvedPackage {
  readonly digest: string;
  readonly id: string;
  readonly version: string;
  readonly title?: string;
  /** The name of the file or folder that it came from. */
  readonly name: string;
  /** Bytes, as kept. */
  readonly size: number;
  /** RFC 3339, UTC. */
  readonly addedAt: string;
}

export type ShelfFault = 'unavailable' | 'full' | 'failed';

/** What came of an action on the shelf: a fault is a value with a plain sentence, never an exception. */
export type ShelfResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: ShelfFault; readonly message: string };

/** Packages kept in this browser, by digest. */
export interface PackageShelf {
  /** In the order of adding. */
  list(): Promise<ShelfResult<ShelvedPackage[]>>;
  /** Keeps a package; one that is there already stays as it is. */
  add(
    about: Omit<ShelvedPackage, 'size' | 'name' | 'addedAt'>,
    packed: PackedPackage,
  ): Promise<ShelfResult<ShelvedPackage>>;
  /** Undefined when it is not on the shelf. */
  open(digest: string): Promise<ShelfResult<PackedPackage | undefined>>;
  remove(digest: string): Promise<ShelfResult<undefined>>;
  close(): Promise<void>;
}

interface Schema extends DBSchema {
  about: { key: string; value: ShelvedPackage };
  bytes: { key: string; value: PackedPackage };
}

const SENTENCES: Record<ShelfFault, string> = {
  unavailable:
    'This browser does not let the page keep packages. They stay usable until the page is closed; drop them again next time.',
  full: 'There is no room left in this browser’s storage. The package stays usable until the page is closed; remove packages from the shelf to make room.',
  failed:
    'This browser’s storage failed. The packages stay usable until the page is closed; drop them again next time.',
};

/** Opens the shelf when it is first used. `name` names the database; `clock` gives milliseconds. */
export function createPackageShelf({
  name = 'moca-react-packages',
  clock = Date.now,
}: {
  name?: string;
  clock?: () => number;
} = {}): PackageShelf {
  let opening: Promise<IDBPDatabase<Schema>> | undefined;

  function database(): Promise<IDBPDatabase<Schema>> {
    opening ??= openDB<Schema>(name, 1, {
      upgrade(db) {
        db.createObjectStore('about', { keyPath: 'digest' });
        db.createObjectStore('bytes');
      },
      terminated() {
        opening = undefined;
      },
    });
    // A refusal now may be a grant later: the next action asks again.
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  }

  async function attempt<Value>(
    action: (db: IDBPDatabase<Schema>) => Promise<Value>,
  ): Promise<ShelfResult<Value>> {
    let db: IDBPDatabase<Schema>;
    try {
      db = await database();
    } catch (error) {
      return fault(isFull(error) ? 'full' : 'unavailable');
    }
    try {
      return { ok: true, value: await action(db) };
    } catch (error) {
      return fault(isFull(error) ? 'full' : 'failed');
    }
  }

  return {
    list: () =>
      attempt(async (db) => {
        const all = await db.getAll('about');
        return all.sort((a, b) => (a.addedAt < b.addedAt ? -1 : a.addedAt > b.addedAt ? 1 : 0));
      }),
    add: (about, packed) =>
      attempt(async (db) => {
        const known = await db.get('about', about.digest);
        if (known) return known;
        const shelved = {
          ...about,
          name: packed.name,
          size: packedSize(packed),
          addedAt: new Date(clock()).toISOString(),
        };
        const transaction = db.transaction(['about', 'bytes'], 'readwrite');
        // Both or neither. A value that cannot be cloned throws at once and would leave the other one behind.
        try {
          await Promise.all([
            transaction.objectStore('bytes').put(packed, about.digest),
            transaction.objectStore('about').put(shelved),
          ]);
        } catch (error) {
          transaction.done.catch(() => {});
          abort(transaction);
          throw error;
        }
        await transaction.done;
        return shelved;
      }),
    open: (digest) => attempt((db) => db.get('bytes', digest)),
    remove: (digest) =>
      attempt(async (db) => {
        const transaction = db.transaction(['about', 'bytes'], 'readwrite');
        await Promise.all([
          transaction.objectStore('about').delete(digest),
          transaction.objectStore('bytes').delete(digest),
          transaction.done,
        ]);
        return undefined;
      }),
    close: async () => {
      const db = await opening?.catch(() => undefined);
      db?.close();
      opening = undefined;
    },
  };
}

/** Undoes a transaction; one that the browser undid already says so by throwing. */
function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // Already undone.
  }
}

function fault(reason: ShelfFault): { ok: false; reason: ShelfFault; message: string } {
  return { ok: false, reason, message: SENTENCES[reason] };
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
