import { useCallback, useEffect, useState } from 'react';
import type { RecheckedPackage } from '../../src/react/recheck/use-recheck.js';
import type { PackedPackage } from '../../src/recheck/packed-package.js';
import { createPackageShelf, type ShelvedPackage } from '../../src/recheck/shelf.js';

const shelf = createPackageShelf();

/** A package in use on the page, with what the shelf knows of it when it is kept there. */
export interface PagePackage {
  packed: PackedPackage;
  shelved?: ShelvedPackage;
}

/** The packages in use: those of the shelf and those dropped since. */
export function usePackageShelf() {
  const [packages, setPackages] = useState<readonly PagePackage[]>([]);
  const [fault, setFault] = useState<string>();

  useEffect(() => {
    let current = true;
    loadShelf().then(({ found, message }) => {
      if (!current) return;
      setPackages((now) => [...found, ...now.filter(({ shelved }) => !shelved)]);
      setFault(message);
    });
    return () => {
      current = false;
    };
  }, []);

  const add = useCallback((added: readonly PackedPackage[]) => {
    setPackages((now) => [...now, ...added.map((packed) => ({ packed }))]);
  }, []);

  const remove = useCallback(async (gone: PagePackage) => {
    setPackages((now) => now.filter(({ packed }) => packed !== gone.packed));
    if (!gone.shelved) return;
    known.delete(gone.shelved.digest);
    const result = await shelf.remove(gone.shelved.digest);
    if (!result.ok) setFault(result.message);
  }, []);

  /** Puts packages that were read on the shelf, and drops a second copy of one that is there. */
  const keep = useCallback(async (read: readonly RecheckedPackage[]) => {
    const seen = new Set<string>();
    for (const { packed, result } of read) {
      if (!result?.ok) continue;
      const { digest, id, version, title } = result.package;
      if (seen.has(digest)) {
        setPackages((now) => now.filter((item) => item.packed !== packed));
        continue;
      }
      seen.add(digest);
      if (known.has(digest)) continue;
      known.add(digest);
      const about = { digest, id, version, ...(title === undefined ? {} : { title }) };
      const kept = await shelf.add(about, packed);
      if (kept.ok) {
        setPackages((now) =>
          now.map((item) => (item.packed === packed ? { packed, shelved: kept.value } : item)),
        );
      } else {
        known.delete(digest);
        setFault(kept.message);
      }
    }
  }, []);

  return { packages, fault, add, remove, keep };
}

/** Digests that are on the shelf or being put there. */
const known = new Set<string>();

async function loadShelf(): Promise<{ found: PagePackage[]; message: string | undefined }> {
  const listed = await shelf.list();
  if (!listed.ok) return { found: [], message: listed.message };
  const found: PagePackage[] = [];
  for (const shelved of listed.value) {
    const opened = await shelf.open(shelved.digest);
    if (opened.ok && opened.value) {
      known.add(shelved.digest);
      found.push({ packed: opened.value, shelved });
    } else if (!opened.ok) return { found, message: opened.message };
  }
  return { found, message: undefined };
}
