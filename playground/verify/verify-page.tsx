import { useCallback, useDeferredValue, useEffect, useState } from 'react';
import { MocaProvider } from '../../src/react/provider/moca-provider.js';
import { RecheckPanel } from '../../src/react/recheck/recheck-panel.js';
import { useRecheck } from '../../src/react/recheck/use-recheck.js';
import { reportToHtml } from '../../src/recheck/report-html.js';
import { createChecker } from '../../src/recheck/worker-checker.js';
import type { TrustRoot } from '../../src/schema/trust-root.js';
import { type DroppedFile, sortFiles } from './dropped-files.js';
import { DropZone, PackageList } from './inputs.js';
import { Transcript } from './transcript.js';
import { type PagePackage, usePackageShelf } from './use-package-shelf.js';

const checker = createChecker(
  () => new Worker(new URL('../../src/recheck/worker.ts', import.meta.url), { type: 'module' }),
);

// Now, while the page's own files can be had: afterwards it needs no network.
const prepared = checker.prepare();

/** `?now=2026-11-30T12:00:00Z` in the page's address sets the time that "now" means. */
const now = new URLSearchParams(location.search).get('now') ?? undefined;

export function VerifyPage() {
  const [transcript, setTranscript] = useState<File>();
  const [trust, setTrust] = useState<{ name: string; trustRoot: TrustRoot }>();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [selected, setSelected] = useState<string>();
  const [dark, setDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [thread, setThread] = useState<'worker' | 'page'>();
  const { packages, fault, add, remove, keep } = usePackageShelf();
  const packed = useStablePacked(packages);
  // Deferred, so that drawing a large report is cut into slices and the page stays usable.
  const recheck = useDeferredValue(
    useRecheck({
      conversation: transcript,
      packages: packed,
      trustRoot: trust?.trustRoot,
      now,
      checker,
    }),
  );
  const { opened } = recheck;
  // Of the inputs as they are: while a new check runs, the answers claim nothing and there is nothing to download.
  const report = recheck.status === 'done' ? recheck.report : undefined;

  useEffect(() => {
    prepared.then(setThread);
  }, []);

  useEffect(() => {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  }, [dark]);

  const readState = recheck.packages.map(({ result }) => (result?.ok ? result.package.digest : '')).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is new on every render; what was read is not.
  useEffect(() => {
    keep(recheck.packages);
  }, [keep, readState]);

  async function take(files: DroppedFile[]) {
    const sorted = await sortFiles(files);
    setProblems(sorted.problems);
    if (sorted.packages.length > 0) add(sorted.packages);
    const root = sorted.trustRoots.at(-1);
    if (root) setTrust(root);
    const last = sorted.transcripts.at(-1);
    if (last) {
      setTranscript(last);
      setSelected(undefined);
    }
  }

  const select = useCallback((citation: string | undefined) => {
    setSelected(citation);
    if (citation !== undefined) {
      document.querySelector('[data-moca="recheck"]')?.scrollIntoView({ block: 'nearest' });
    }
  }, []);

  return (
    <MocaProvider>
      <header className="top">
        <div>
          <h1>Verify a saved answer</h1>
          <p className="quiet">
            Everything is read and checked on this device. Nothing is sent anywhere, and no network is needed.
          </p>
        </div>
        <button type="button" className="button" aria-pressed={dark} onClick={() => setDark(!dark)}>
          Dark
        </button>
      </header>
      <main className="columns">
        <section className="side" aria-label="Inputs">
          <DropZone onFiles={take} />
          {thread === 'page' && (
            <p className="problem" role="status">
              This browser starts no worker, so the page itself does the checking. It may stand still for some
              seconds while a large conversation is read.
            </p>
          )}
          {problems.map((problem) => (
            <p key={problem} role="alert" className="problem">
              {problem}
            </p>
          ))}
          <h2>Conversation</h2>
          {transcript ? (
            <p>
              <bdi className="name">{transcript.name}</bdi>
            </p>
          ) : (
            <p className="quiet">None yet.</p>
          )}
          <h2>Trust root</h2>
          {trust ? (
            <p>
              <bdi className="name">{trust.name}</bdi>{' '}
              <span className="quiet">{keysText(trust.trustRoot)}</span>{' '}
              <button type="button" className="button small" onClick={() => setTrust(undefined)}>
                Remove
              </button>
            </p>
          ) : (
            <p className="quiet">None. Without one, no signature and no review can be checked.</p>
          )}
          <h2>Packages</h2>
          {fault !== undefined && (
            <p role="alert" className="problem">
              {fault}
            </p>
          )}
          <PackageList
            packages={packages}
            read={recheck.packages}
            signers={recheck.signers}
            onRemove={(item: PagePackage) => {
              remove(item);
              if (item.shelved) checker.forget(item.shelved.digest);
            }}
          />
        </section>
        <section className="conversation" aria-label="Conversation">
          {opened && !opened.error ? (
            <Transcript key={opened.id} turns={opened.turns} report={report} onSelect={select} />
          ) : (
            <p className="empty">
              {transcript && !opened?.error && recheck.status !== 'failed'
                ? 'Reading the conversation…'
                : 'The conversation appears here, with what the check says of each source.'}
            </p>
          )}
        </section>
        <section className="results" aria-label="Results">
          <RecheckPanel recheck={recheck} selected={selected} onSelect={setSelected} />
          {report && (
            <div className="actions">
              <button
                type="button"
                className="button"
                onClick={() =>
                  download('recheck-report.json', 'application/json', JSON.stringify(report, null, 2))
                }
              >
                Download the report as JSON
              </button>
              <button
                type="button"
                className="button"
                onClick={() => download('recheck-report.html', 'text/html', reportToHtml(report))}
              >
                Download a page to print
              </button>
            </div>
          )}
        </section>
      </main>
    </MocaProvider>
  );
}

/** The packed forms, the same list while the packages are the same. */
function useStablePacked(packages: readonly PagePackage[]) {
  const [kept, setKept] = useState(() => packages.map(({ packed }) => packed));
  const next = packages.map(({ packed }) => packed);
  const same = kept.length === next.length && kept.every((item, index) => item === next[index]);
  if (!same) setKept(next);
  return same ? kept : next;
}

function keysText({ keys = [], sigstore }: TrustRoot): string {
  const count = keys.length + (sigstore?.identities?.length ?? 0);
  return count === 1 ? '1 key or identity' : `${count} keys and identities`;
}

function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser takes the address when the click is handled, which is after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
