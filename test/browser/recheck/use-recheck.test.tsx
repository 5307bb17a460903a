import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import packageUrl from '../../../playground/packages/built/support-3.moca?url';
import trustRoot from '../../../playground/packages/built/trust-root.json';
import {
  MocaProvider,
  RecheckPanel,
  TrustBadges,
  type UseRecheckOptions,
  useRecheck,
} from '../../../src/index.js';
import { Library } from '../../../src/reader/library/library.js';
import { readPackage } from '../../../src/reader/read-package.js';
import type { Checker } from '../../../src/recheck/checker.js';
import { createLocalChecker } from '../../../src/recheck/local-checker.js';
import type { PackedPackage } from '../../../src/recheck/packed-package.js';
import type { CitationRecord } from '../../../src/schema/citation-record.js';
import type { TrustRoot } from '../../../src/schema/trust-root.js';

const NOW = Date.UTC(2026, 10, 30);
const trust = trustRoot as TrustRoot;
const archive = await (await fetch(packageUrl)).blob();
const support: PackedPackage = { name: 'support.moca', archive };

const library = new Library({ clock: () => NOW });
library.add(await readPackage(archive, { trustRoot: trust, clock: () => NOW }));
const records = library.citations({ text: true });
const find = (test: (record: CitationRecord) => boolean): CitationRecord => {
  const found = records.find(test);
  if (!found) throw new Error('The sample package has no such node.');
  return found;
};
const signed = find(
  ({ trust: { stale, staleAfter, inForce } }) => !stale && staleAfter !== undefined && inForce,
);

function conversation(...cited: unknown[]): string {
  const messageId = 'm1';
  return JSON.stringify([
    { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId, delta: 'A claim [1].' },
    { type: 'TEXT_MESSAGE_END', messageId },
    {
      type: 'CUSTOM',
      name: 'moca.citations',
      value: {
        version: 1,
        messageId,
        computedAt: new Date(NOW).toISOString(),
        citations: cited.map((record, index) => ({ marker: `[${index + 1}]`, record })),
      },
    },
  ]);
}

const honest = conversation(signed);
const none: PackedPackage[] = [];
const one: PackedPackage[] = [support];

function Host(options: UseRecheckOptions) {
  const recheck = useRecheck(options);
  return (
    <MocaProvider checks={recheck.checks}>
      <TrustBadges record={signed} now={NOW} />
      <RecheckPanel recheck={recheck} />
    </MocaProvider>
  );
}

/** A conversation that went on: `later` arrived after what is checked was saved. */
function Chat({ later }: { later: unknown }) {
  const recheck = useRecheck({ conversation: honest, packages: one, trustRoot: trust, now: NOW });
  return (
    <MocaProvider checks={recheck.checks}>
      <TrustBadges record={{ ...signed, score: 0.5 }} now={NOW} />
      <TrustBadges record={later} now={NOW} />
      <RecheckPanel recheck={recheck} />
    </MocaProvider>
  );
}

/** A checker that counts what it is asked for. */
function counting(): { checker: Checker; reads: () => number } {
  const checker = createLocalChecker();
  let reads = 0;
  return {
    checker: {
      ...checker,
      read: (...args) => {
        reads += 1;
        return checker.read(...args);
      },
    },
    reads: () => reads,
  };
}

const badges = () =>
  [...document.querySelectorAll('[data-moca="badge"]')].map((badge) => badge.getAttribute('data-trust'));
const status = () => document.querySelector('[data-moca="recheck"]')?.getAttribute('data-status');
const settled = () => waitFor(() => expect(status()).toBe('done'), { timeout: 10_000 });

afterEach(cleanup);

describe('useRecheck', () => {
  it('turns reported into checked on this device, under StrictMode and without a QueryClient', async () => {
    render(
      <StrictMode>
        <Host conversation={honest} packages={one} trustRoot={trust} now={NOW} />
      </StrictMode>,
    );
    expect(badges()).not.toContain('checked');
    await settled();
    expect(badges()).toContain('checked');
  });

  it('never shows an unconfirmed citation as checked', async () => {
    const forged = conversation({ ...signed, text: 'Other.' });
    render(<Host conversation={forged} packages={one} trustRoot={trust} now={NOW} />);
    await settled();
    expect(badges()).not.toContain('checked');
    expect(screen.getByRole('button', { name: /Misreported/, expanded: false })).toBeTruthy();
  });

  it('claims nothing while the check is made again, and nothing once it fails', async () => {
    const checker = createLocalChecker();
    let release = () => {};
    let wait: Promise<void> | undefined;
    const slow: Checker = {
      ...checker,
      check: async (...args) => {
        await wait;
        return checker.check(...args);
      },
    };
    const { rerender } = render(
      <Host conversation={honest} packages={one} trustRoot={trust} now={NOW} checker={slow} />,
    );
    await settled();
    expect(badges()).toContain('checked');
    wait = new Promise((resolve) => {
      release = resolve;
    });
    rerender(<Host conversation={honest} packages={one} trustRoot={undefined} now={NOW} checker={slow} />);
    expect(badges()).not.toContain('checked');
    await waitFor(() => expect(document.body.textContent).toContain('This is the earlier check.'));
    release();
    await settled();
    expect(document.body.textContent).not.toContain('This is the earlier check.');
    rerender(<Host conversation={honest} packages={one} trustRoot={trust} now={NOW} checker={slow} />);
    await waitFor(() => expect(badges()).toContain('checked'));
    rerender(<Host conversation={honest} packages={one} trustRoot="{" now={NOW} checker={slow} />);
    expect(badges()).not.toContain('checked');
    await waitFor(() => expect(status()).toBe('failed'));
    expect(badges()).not.toContain('checked');
  });

  it.each([
    ['another conversation', () => conversation({ ...signed, text: 'Other.' }), 'done'],
    ['one that cannot be read', () => '{}', 'done'],
  ])('says nothing of the one before about %s', async (_name, next, end) => {
    const host = (saved: UseRecheckOptions['conversation']) => (
      <Host conversation={saved} packages={one} trustRoot={trust} now={NOW} />
    );
    const { rerender } = render(host(honest));
    await waitFor(() => expect(badges()).toContain('checked'));
    rerender(host(next()));
    const seen = new Set<string | null>();
    await waitFor(() => {
      for (const badge of badges()) seen.add(badge);
      expect(document.body.textContent).not.toContain('Confirmed');
      expect(status()).toBe(end);
    });
    expect(seen).not.toContain('checked');
  });

  it('is no check of a record that has the same key and came later', async () => {
    const later = { ...signed, trust: { ...signed.trust, declaredVerified: [{ by: 'human:nobody' }] } };
    render(<Chat later={later} />);
    await settled();
    expect(badges().filter((badge) => badge === 'checked')).toHaveLength(1);
  });

  it('reads a package once however often the trust root and the clock change', async () => {
    const { checker, reads } = counting();
    const host = (root: TrustRoot | undefined, now: number) => (
      <QueryClientProvider client={client}>
        <Host conversation={honest} packages={one} trustRoot={root} now={now} checker={checker} />
      </QueryClientProvider>
    );
    const client = new QueryClient();
    const { rerender } = render(host(undefined, NOW));
    await settled();
    expect(badges()).not.toContain('checked');
    rerender(host(trust, NOW));
    await waitFor(() => expect(badges()).toContain('checked'));
    rerender(host(trust, Date.UTC(2040, 0, 1)));
    await waitFor(() => expect(badges()).not.toContain('checked'));
    await settled();
    expect(document.body.textContent).toContain('Changed since');
    expect(reads()).toBe(1);
  });

  it('asks the host for what is missing, and believes only the digest it asked for', async () => {
    const asked: string[] = [];
    const resolvePackage = async ({ id }: { id: string }) => {
      asked.push(id);
      return support;
    };
    const other = conversation(signed, {
      ...signed,
      package: { ...signed.package, id: 'urn:other', digest: `sha256:${'0'.repeat(64)}` },
    });
    render(
      <Host
        conversation={other}
        packages={none}
        trustRoot={trust}
        now={NOW}
        resolvePackage={resolvePackage}
      />,
    );
    await settled();
    expect(asked).toHaveLength(2);
    expect(screen.getByRole('button', { name: /Confirmed.*\[1\]/ })).toBeTruthy();
    expect(document.querySelector('[data-code="resolved-other-digest"]')).toBeTruthy();
  });

  it('waits while there is no conversation', () => {
    render(<Host conversation={undefined} packages={none} />);
    expect(status()).toBe('waiting');
  });

  it('says in a sentence that the conversation cannot be read', async () => {
    render(<Host conversation="{}" packages={none} now={NOW} />);
    expect((await screen.findByRole('alert')).textContent).toContain('No message was found');
  });

  it('says in a sentence that the trust root is none', async () => {
    render(<Host conversation={honest} packages={one} trustRoot="{" now={NOW} />);
    expect((await screen.findByRole('alert')).textContent).toContain('The trust root is not JSON');
  });
});

describe('RecheckPanel', () => {
  it('filters, and opens a citation with saved and present values', async () => {
    const user = userEvent.setup();
    const mixed = conversation(signed, {
      ...signed,
      node: { ...signed.node, title: 'Free', locale: 'en' },
      span: undefined,
    });
    render(<Host conversation={mixed} packages={one} trustRoot={trust} now={NOW} />);
    await settled();
    await user.click(screen.getByRole('button', { name: 'Misreported 1' }));
    const list = screen.getAllByRole('listitem').filter((item) => item.dataset.moca === 'recheck-citation');
    expect(list).toHaveLength(1);
    await user.click(within(list[0] as HTMLElement).getByRole('button'));
    const result = document.querySelector('[data-moca="recheck-result"]');
    expect(result?.textContent).toContain('node.title');
    expect(result?.textContent).toContain('Free');
    expect(result?.textContent).toContain(signed.node.title);
  });

  it('shows controls in package text instead of obeying them', async () => {
    const user = userEvent.setup();
    const title = 'safe \u202Eevil';
    render(
      <Host
        conversation={conversation({ ...signed, node: { ...signed.node, title } })}
        packages={one}
        trustRoot={trust}
        now={NOW}
      />,
    );
    await settled();
    await user.click(screen.getByRole('button', { name: /Misreported.*\[1\]/ }));
    expect(document.querySelector('[data-moca="recheck"]')?.textContent).not.toContain('\u202E');
  });
});
