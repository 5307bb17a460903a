import type { PackageSource } from '../../../src/reader/index.js';
import type { Case, CaseOutput, Corpus } from '../corpus.js';
import { runCase } from '../run-case.js';

declare global {
  interface Window {
    runCorpusCase?: (one: Case) => Promise<CaseOutput>;
  }
}

/** A corpus that the page's own server gives out: its directories are read through host sources. */
async function servedCorpus(): Promise<Corpus> {
  const files: string[] = await (await fetch('/corpus-files.json')).json();
  const read = async (path: string) => {
    const response = await fetch(`/corpus/${path.split('/').map(encodeURIComponent).join('/')}`);
    if (!response.ok) throw new Error(`The server has no ${path}.`);
    return new Uint8Array(await response.arrayBuffer());
  };
  const directory = (path: string): PackageSource => ({
    list: () =>
      files.filter((file) => file.startsWith(`${path}/`)).map((file) => file.slice(path.length + 1)),
    read: (file) => read(`${path}/${file}`),
  });
  return {
    read,
    target: async (path) => (/\.(zip|moca)$/.test(path) ? read(path) : directory(path)),
    subdirectories: async (path) => {
      const below = files.filter((file) => file.startsWith(`${path}/`));
      const names = below.map((file) => file.slice(path.length + 1).split('/'));
      return [
        ...new Set(names.filter((parts) => parts.length > 1).map(([name]) => `${path}/${name}`)),
      ].sort();
    },
    has: async (path) => files.includes(path),
  };
}

const corpus = servedCorpus();
window.runCorpusCase = async (one) => runCase(await corpus, one);
