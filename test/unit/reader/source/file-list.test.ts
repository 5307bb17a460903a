import { describe, expect, it } from 'vitest';
import { readPackage } from '../../../../src/reader/read-package.js';
import { codesOf, type Files, packageFiles, readFiles } from '../../../support/packages.js';

/** Files as a folder picker gives them. */
function picked(files: Files, folder: string): File[] {
  return Object.entries(files).map(([path, content]) => {
    const file = new File([content as string], path.split('/').at(-1) ?? '');
    Object.defineProperty(file, 'webkitRelativePath', { value: folder + path });
    return file;
  });
}

describe('a list of files', () => {
  it('leaves the picked folder out of the paths', async () => {
    const files = packageFiles({ 'media/x.bin': 'x' });
    const result = await readPackage(picked(files, 'my-package/'));
    expect(result.digest).toBe((await readFiles(files)).digest);
  });

  it('reads files without a folder by their names', async () => {
    const result = await readPackage(picked({ 'moca.json': '{}' }, ''));
    expect(codesOf(result)).toContain('M002');
  });

  it('keeps the folder when moca.json is not in it', async () => {
    expect(codesOf(await readPackage(picked({ 'x/moca.json': '{}', 'y/a.md': '' }, 'top/')))).toEqual([
      'T002',
    ]);
  });

  it('keeps the folder when only some files are in it', async () => {
    const files = [...picked(packageFiles(), 'p/'), ...picked({ 'b.txt': 'x' }, '')];
    expect(codesOf(await readPackage(files))).toEqual(['T002']);
  });

  it('is T002 when it is empty', async () => {
    expect(codesOf(await readPackage([]))).toEqual(['T002']);
  });
});
