import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { RecheckPanel, type RecheckState } from '../src/index.js';
import type { CheckedCitation, RecheckReport, Verdict } from '../src/schema/recheck-report.js';
import { COMPUTED_AT } from './fixtures.js';

const DIGEST = `sha256:${'a1b2'.repeat(16)}`;
const PACKAGE = { id: 'https://example.com/moca/support', version: '3.0.0', digest: DIGEST };

function entry(verdict: Verdict, index: number, more: Partial<CheckedCitation> = {}): CheckedCitation {
  return {
    messageId: 'msg-1',
    index,
    key: `key-${index}`,
    marker: `[${index + 1}]`,
    verdict,
    reportedRightly: 'yes',
    computedAt: COMPUTED_AT,
    package: PACKAGE,
    node: { ref: `${PACKAGE.id}@3.0.0#refund.md`, locale: 'en', title: 'Refund window' },
    textCompared: true,
    differences: [],
    quotations: [],
    notes: [],
    ...more,
  };
}

const citations: CheckedCitation[] = [
  entry('confirmed', 0, { quotations: [{ text: 'within 30 days', found: true }] }),
  entry('changed', 1, {
    differences: [
      {
        field: 'trust.stale',
        kind: 'time',
        saved: false,
        asOf: false,
        now: true,
        why: 'The node is fresh until 2026-06-01.',
      },
    ],
  }),
  entry('misreported', 2, {
    reportedRightly: 'no',
    differences: [
      {
        field: 'text',
        kind: 'unexplained',
        saved: 'Refunds within 90 days.',
        now: 'Refunds within 30 days.',
        why: 'The package’s bytes say otherwise, first at character 16 of 23 saved and 23 present.',
      },
    ],
    quotations: [{ text: 'within 90 days', found: false }],
  }),
  entry('digest-mismatch', 3, {
    reportedRightly: 'not-checked',
    notes: [{ code: 'digest-mismatch', message: 'The package of that name here has another digest.' }],
  }),
  entry('node-missing', 4, {
    reportedRightly: 'not-checked',
    notes: [{ code: 'node-missing', message: 'The package has no node bonus.md.' }],
  }),
  entry('package-missing', 5, {
    reportedRightly: 'not-checked',
    notes: [{ code: 'package-missing', message: 'Nobody supplied it; nothing can be said.' }],
  }),
  entry('invalid-record', 6, {
    reportedRightly: 'not-checked',
    notes: [{ code: 'invalid-record', message: 'record.trust: Expected object.' }],
  }),
];

function reportOf(entries: CheckedCitation[], more: Partial<RecheckReport> = {}): RecheckReport {
  const count = (verdict: Verdict) => entries.filter((item) => item.verdict === verdict).length;
  return {
    version: 1,
    reader: { name: 'moca-react', version: '0.1.0', contract: '0.6.0' },
    now: '2026-11-30T12:00:00.000Z',
    trustRoot: { digest: DIGEST },
    counts: {
      total: entries.length,
      confirmed: count('confirmed'),
      changed: count('changed'),
      misreported: count('misreported'),
      'digest-mismatch': count('digest-mismatch'),
      'node-missing': count('node-missing'),
      'package-missing': count('package-missing'),
      'invalid-record': count('invalid-record'),
    },
    packages: [
      {
        ...PACKAGE,
        title: 'Support',
        signers: ['Example publisher'],
        valid: true,
        diagnostics: [],
        citations: 3,
      },
    ],
    missing: [],
    problems: [],
    citations: entries,
    ...more,
  };
}

const state = (more: Partial<RecheckState>): RecheckState => ({
  status: 'done',
  progress: undefined,
  opened: undefined,
  packages: [],
  signers: new Map(),
  resolved: [],
  report: undefined,
  checks: {},
  error: undefined,
  ...more,
});

const meta = {
  title: 'RecheckPanel',
  component: RecheckPanel,
  args: { recheck: state({ report: reportOf(citations) }) },
} satisfies Meta<typeof RecheckPanel>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Every verdict. */
export const Verdicts: Story = {};

/** Saved and present values side by side. */
export const Opened: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: /Misreported.*\[3\]/ }));
    await expect(canvas.getByText('Refunds within 30 days.')).toBeVisible();
  },
};

export const Filtered: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Changed since 1' }));
    await expect(within(canvas.getAllByRole('list')[0] as HTMLElement).getAllByRole('listitem')).toHaveLength(
      1,
    );
  },
};

/** What is missing and how to supply it; inputs that could not be used; no trust root. */
export const Incomplete: Story = {
  args: {
    recheck: state({
      report: reportOf(citations.slice(5, 6), {
        trustRoot: undefined,
        packages: [],
        missing: [{ ...PACKAGE, citations: 1 }],
        problems: [
          { source: 'broken.moca', code: 'T003_ARCHIVE_REJECTED', message: 'The file is no Zip archive.' },
        ],
      }),
    }),
  },
};

export const Waiting: Story = { args: { recheck: state({ status: 'waiting' }) } };
export const Reading: Story = { args: { recheck: state({ status: 'reading' }) } };
export const Checking: Story = {
  args: {
    recheck: state({ status: 'checking', progress: { phase: 'citations', done: 4200, total: 10_000 } }),
  },
};
export const Failed: Story = {
  args: { recheck: state({ status: 'failed', error: new Error('The trust root is not JSON.') }) },
};
export const NothingCited: Story = { args: { recheck: state({ report: reportOf([]) }) } };
