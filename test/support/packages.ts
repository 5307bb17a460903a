import { type ReadOptions, readPackage } from '../../src/reader/read-package.js';
import { memorySource } from '../../src/reader/source/memory.js';
import type { PackageResult } from '../../src/reader/types.js';

/** A package's files by path. */
export type Files = Record<string, string | Uint8Array>;

export const PACKAGE_ID = 'https://example.com/moca/test';

/** `moca.json` with the required members and those given. */
export function manifest(members: Record<string, unknown> = {}): string {
  return JSON.stringify({ id: PACKAGE_ID, version: '1.0.0', title: 'Test', ...members });
}

/** A Markdown file with a frontmatter block. */
export function markdown(frontmatter: string, body = 'Text.\n'): string {
  return `---\n${frontmatter}\n---\n${body}`;
}

/** The smallest valid package, with the files given over it. */
export function packageFiles(files: Files = {}): Files {
  return { 'moca.json': manifest(), 'content/a.md': markdown('type: Note'), ...files };
}

/** Reads files from memory. */
export function readFiles(files: Files, options?: ReadOptions): Promise<PackageResult> {
  return readPackage(memorySource(files), options);
}

/** The short codes of a result (`C005`), sorted, without repeats. */
export function codesOf({ diagnostics }: Pick<PackageResult, 'diagnostics'>): string[] {
  return [...new Set(diagnostics.map(({ code }) => code.slice(0, 4)))].sort();
}
