import { useEffect, useState } from 'react';
import type { CitationChecks } from '../../src/index.js';
import { RecheckPanel } from '../../src/react/recheck/recheck-panel.js';
import { useRecheck } from '../../src/react/recheck/use-recheck.js';
import type { PackedPackage } from '../../src/recheck/packed-package.js';
import { createChecker } from '../../src/recheck/worker-checker.js';
import type { SavedConversation } from '../../src/schema/conversation.js';

const addresses: Record<string, string> = import.meta.glob('../packages/built/*.moca', {
  query: '?url',
  import: 'default',
  eager: true,
});
const trustRootAddress = new URL('../packages/built/trust-root.json', import.meta.url).href;

const checker = createChecker(
  () => new Worker(new URL('../../src/recheck/worker.ts', import.meta.url), { type: 'module' }),
);

/** Contests the general package once it is loaded, so it is read only for a conversation that cites it. */
const REGIONAL = { id: 'https://eu.wrenfield.example/kb/consumer-rights', name: 'support-eu.moca' };

interface Shipped {
  packages: readonly PackedPackage[];
  regional: PackedPackage | undefined;
  trustRoot: string;
}

const NOTHING: readonly PackedPackage[] = [];

/** Checks a conversation against the sample packages, which the page ships, and tells what each citation came to. */
export default function DeviceCheck({
  conversation,
  onChecks,
}: {
  conversation: SavedConversation;
  onChecks: (checks: CitationChecks) => void;
}) {
  const [shipped, setShipped] = useState<Shipped>();
  useEffect(() => {
    let current = true;
    loadShipped().then((loaded) => {
      if (current) setShipped(loaded);
    });
    return () => {
      current = false;
    };
  }, []);
  const recheck = useRecheck({
    conversation: shipped && conversation,
    packages: shipped?.packages ?? NOTHING,
    resolvePackage: async ({ id }) => (id === REGIONAL.id ? shipped?.regional : undefined),
    trustRoot: shipped?.trustRoot,
    checker,
  });
  const { checks } = recheck;
  useEffect(() => onChecks(checks), [checks, onChecks]);
  return (
    <aside className="panel" aria-label="Check on this device">
      <RecheckPanel recheck={recheck} />
    </aside>
  );
}

async function loadShipped(): Promise<Shipped> {
  const all = await Promise.all(
    Object.entries(addresses).map(async ([path, address]) => ({
      name: path.slice(path.lastIndexOf('/') + 1),
      archive: await (await fetch(address)).blob(),
    })),
  );
  return {
    packages: all.filter(({ name }) => name !== REGIONAL.name),
    regional: all.find(({ name }) => name === REGIONAL.name),
    trustRoot: await (await fetch(trustRootAddress)).text(),
  };
}
