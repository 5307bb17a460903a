import { diagnostic } from '../diagnostics.js';
import type { ListedEntry } from '../source/opened-source.js';
import type { Diagnostic } from '../types.js';
import { compareCodePoints, isHidden, simpleLowerCase } from './paths.js';
import type { PackageFile } from './read-files.js';

/** What a listing makes of a package before any file is read. */
export interface Listing {
  /** In path order. */
  files: PackageFile[];
  /** `P001` to `P003` and `T002`; any of them ends the read. */
  diagnostics: Diagnostic[];
}

/** Drops what is not part of the package and finds what makes its identity ambiguous (reader reference §2.5). */
export function checkListing(entries: readonly ListedEntry[]): Listing {
  const visible = entries
    .filter(({ path }) => !path.endsWith('/') && !isHidden(path))
    .map((entry): PackageFile => ({ path: entry.path.normalize('NFC'), entry }))
    .sort((a, b) => compareCodePoints(a.path, b.path));
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<string>();
  for (const { path, entry } of visible) {
    if (entry.kind === 'unreadable') {
      diagnostics.push(diagnostic('P002_UNREADABLE_ENTRY', 'The entry could not be read.', path));
    } else if (entry.kind !== 'file') {
      const what = entry.kind === 'symlink' ? 'a symbolic link' : 'not a regular file';
      diagnostics.push(diagnostic('P001_UNSUPPORTED_ENTRY', `The entry is ${what}.`, path));
    }
    const folded = simpleLowerCase(path);
    if (seen.has(folded)) {
      diagnostics.push(
        diagnostic('P003_PATH_COLLISION', 'Another entry has this path, but for case or Unicode form.', path),
      );
    }
    seen.add(folded);
  }
  if (!visible.some(({ path }) => path === 'moca.json')) {
    diagnostics.push(diagnostic('T002_MANIFEST_NOT_FOUND', 'There is no moca.json at the root.'));
  }
  return { files: visible, diagnostics };
}
