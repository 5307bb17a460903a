import { type DragEvent, useId, useRef, useState } from 'react';
import type { RecheckedPackage } from '../../src/react/recheck/use-recheck.js';
import { PackageText } from '../../src/react/text/package-text.js';
import { packedSize } from '../../src/recheck/packed-package.js';
import { type DroppedFile, filesOf, pickedFiles } from './dropped-files.js';
import type { PagePackage } from './use-package-shelf.js';

interface DropZoneProps {
  onFiles: (files: DroppedFile[]) => void;
}

/** Takes transcripts, packages and trust roots by drop or by picking. */
export function DropZone({ onFiles }: DropZoneProps) {
  const [over, setOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const hint = useId();

  async function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    onFiles(await filesOf(event.dataTransfer));
  }

  return (
    // The buttons do the same by keyboard.
    <section
      className="drop"
      data-over={over}
      aria-describedby={hint}
      aria-label="Add files"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p id={hint}>
        Drop a saved conversation, the packages it cites (<code>.moca</code> files or folders) and your trust
        root here.
      </p>
      <div className="actions">
        <button type="button" className="button" onClick={() => files.current?.click()}>
          Choose files…
        </button>
        <button type="button" className="button" onClick={() => folder.current?.click()}>
          Choose a package folder…
        </button>
      </div>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        data-testid="files"
        onChange={({ currentTarget }) => {
          onFiles(pickedFiles(currentTarget.files ?? []));
          currentTarget.value = '';
        }}
      />
      <input
        ref={folder}
        type="file"
        hidden
        data-testid="folder"
        {...{ webkitdirectory: '' }}
        onChange={({ currentTarget }) => {
          onFiles(pickedFiles(currentTarget.files ?? []));
          currentTarget.value = '';
        }}
      />
    </section>
  );
}

interface PackageListProps {
  packages: readonly PagePackage[];
  read: readonly RecheckedPackage[];
  /** Who signed each, by digest. */
  signers: ReadonlyMap<string, readonly string[]>;
  onRemove: (item: PagePackage) => void;
}

/** The package shelf: what is in use, what reading it came to, and how to remove it. */
export function PackageList({ packages, read, signers, onRemove }: PackageListProps) {
  const results = new Map(read.map(({ packed, result }) => [packed, result]));
  if (packages.length === 0) return <p className="quiet">No package yet.</p>;
  return (
    <ul className="packages">
      {packages.map((item) => {
        const { packed, shelved } = item;
        const result = results.get(packed);
        const about = result?.ok ? result.package : shelved;
        return (
          <li key={shelved?.digest ?? `${packed.name} ${packedSize(packed)}`}>
            <div>
              <PackageText text={about?.title ?? packed.name} className="name" />{' '}
              {about && <PackageText text={about.version} className="quiet" />}
            </div>
            {result && !result.ok ? (
              <p className="problem">
                <PackageText text={`${packed.name}: ${result.problem.message}`} />
              </p>
            ) : (
              <p className="quiet">
                {sizeText(packedSize(packed))} ·{' '}
                {result ? signersText(signers.get(result.package.digest)) : 'reading…'}
                {shelved ? ' · kept in this browser' : ''}
              </p>
            )}
            {about && <code className="digest">{about.digest}</code>}
            <button
              type="button"
              className="button small"
              onClick={() => onRemove(item)}
              aria-label={`Remove ${about?.title ?? packed.name}`}
            >
              Remove
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function signersText(signers: readonly string[] = []): string {
  return signers.length > 0 ? `signature of ${signers.join(', ')} confirmed` : 'no signature confirmed';
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
