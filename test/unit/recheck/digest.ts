import { createHash } from 'node:crypto';

const sha256 = (data: string) => createHash('sha256').update(data).digest('hex');

/** `moca-digest-v2` of files with plain ASCII paths, written apart from the Reader's. */
export function digestOf(files: Record<string, string>): string {
  const lines = Object.keys(files)
    .filter((path) => !path.startsWith('attestations/'))
    .sort()
    .map((path) => `${sha256(files[path] ?? '')}  ${path}\n`);
  return `sha256:${sha256(lines.join(''))}`;
}
