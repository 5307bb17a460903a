import type { PackedPackage } from '../../src/recheck/packed-package.js';
import { toFindings } from '../../src/schema/finding.js';
import { type TrustRoot, trustRootSchema } from '../../src/schema/trust-root.js';

/** A file with its path under what was dropped or picked. */
export interface DroppedFile {
  path: string;
  file: File;
}

/** What a set of files turned out to be. */
export interface Sorted {
  packages: PackedPackage[];
  transcripts: File[];
  trustRoots: { name: string; trustRoot: TrustRoot }[];
  /** One plain sentence a file that is none of these. */
  problems: string[];
}

/** All files of a drop, those in folders too. Call it in the event: the list is empty afterwards. */
export async function filesOf(transfer: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const found: DroppedFile[] = [];
  for (let entry = entries.pop(); entry; entry = entries.pop()) {
    if (isFile(entry)) found.push({ path: entry.fullPath.replace(/^\//, ''), file: await fileOf(entry) });
    else if (isFolder(entry)) entries.push(...(await childrenOf(entry)));
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The files of a picker, of a folder or not. */
export function pickedFiles(files: Iterable<File>): DroppedFile[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    // A reader gives a hundred entries at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return children;
    children.push(...some);
  }
}

const ARCHIVE = /\.(moca|zip)$/i;
const LARGEST_TRUST_ROOT = 4_000_000;

/** Tells packages, transcripts and trust roots apart: a folder with a `moca.json` is a package. */
export async function sortFiles(files: readonly DroppedFile[]): Promise<Sorted> {
  const sorted: Sorted = { packages: [], transcripts: [], trustRoots: [], problems: [] };
  const roots = packageRoots(files);
  const inFolders = new Map<string, DroppedFile[]>(roots.map((root) => [root, []]));
  for (const item of files) {
    const root = roots.find((prefix) => item.path.startsWith(prefix));
    if (root !== undefined) inFolders.get(root)?.push(item);
    else if (ARCHIVE.test(item.path)) sorted.packages.push({ name: item.path, archive: item.file });
    else await sortText(item, sorted);
  }
  for (const [root, members] of inFolders) {
    sorted.packages.push({
      name: root.replace(/\/$/, '') || 'folder',
      files: members.map(({ path, file }) => ({ path: path.slice(root.length), content: file })),
    });
  }
  return sorted;
}

/** The outermost folders that hold a `moca.json`, each with a slash at its end. */
function packageRoots(files: readonly DroppedFile[]): string[] {
  const folders = files
    .map(({ path }) => /^(.*\/)moca\.json$/.exec(path)?.[1])
    .filter((folder) => folder !== undefined)
    .sort((a, b) => a.length - b.length);
  return folders.filter(
    (folder, index) => !folders.slice(0, index).some((outer) => folder.startsWith(outer)),
  );
}

async function sortText({ path, file }: DroppedFile, sorted: Sorted): Promise<void> {
  if (/(^|\/)\./.test(path)) return;
  const value = file.size > LARGEST_TRUST_ROOT ? undefined : parsed(await file.text());
  const looksTrusted =
    typeof value === 'object' &&
    value !== null &&
    (Object.hasOwn(value, 'keys') || Object.hasOwn(value, 'sigstore')) &&
    !Object.hasOwn(value, 'messages');
  if (!looksTrusted) {
    sorted.transcripts.push(file);
    return;
  }
  const result = trustRootSchema.safeParse(value);
  if (result.success) {
    sorted.trustRoots.push({ name: path, trustRoot: result.data });
    return;
  }
  const [first] = toFindings(result.error, 'trust-root');
  sorted.problems.push(`${path} is not a valid trust root. ${first?.path.join('.')}: ${first?.message}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
