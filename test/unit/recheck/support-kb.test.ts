import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseConversation } from '../../../src/client/conversation.js';
import { directorySource } from '../../../src/node/directory-source.js';
import { Library } from '../../../src/reader/library/library.js';
import { readPackage } from '../../../src/reader/read-package.js';
import { recheckConversation } from '../../../src/recheck/recheck.js';
import { capture } from './conversations.js';

const EXAMPLES = '../shared/examples';

describe.runIf(existsSync(`${EXAMPLES}/support-kb`))('the published example package', () => {
  const at = '2026-11-30T00:00:00Z';
  const clock = () => Date.parse(at);
  const source = directorySource(`${EXAMPLES}/support-kb`);

  it('confirms every record of it, in both languages, and no altered one', async () => {
    const trustRoot = JSON.parse(readFileSync(`${EXAMPLES}/trust-root.json`, 'utf8'));
    const library = new Library({ clock });
    library.add(await readPackage(source, { trustRoot, clock }));
    const english = library.citations({ text: true });
    const french = library.citations({ text: true, locale: 'fr' });
    const window = english.find(({ text }) => text?.includes('30 days'));
    const altered = { ...window, text: window?.text?.replace('30 days', '90 days') };
    const records = [...english, ...french.filter(({ node }) => node.locale === 'fr'), altered];
    const events = capture(
      ...records.map((record, index) => ({ id: `m${index}`, records: [record], computedAt: at })),
    );
    const report = await recheckConversation(parseConversation(JSON.parse(JSON.stringify(events))), {
      packages: [source],
      trustRoot,
      now: at,
    });
    const verdicts = report.citations.map(({ verdict }) => verdict);
    expect(verdicts).toEqual([...records.slice(1).map(() => 'confirmed'), 'misreported']);
    expect(report.packages[0]?.signers).toHaveLength(1);
    expect(english.some(({ trust }) => trust.reviewStatus === 'approved')).toBe(true);
  });
});
