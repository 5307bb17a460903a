import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runRecheck } from '../../../src/node/recheck-command.js';
import { recheckReportSchema } from '../../../src/schema/recheck-report.js';
import { COMPUTED_AT, capture, serviceRecords } from './conversations.js';
import { archive, packageFiles, publisher, trustRoot } from './packages.js';

const files = packageFiles({ signedBy: publisher });
let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'moca-recheck-'));
  const records = await serviceRecords([files], { trustRoot });
  const events = capture({ records, computedAt: COMPUTED_AT });
  const forged = structuredClone(events);
  const text = JSON.stringify(forged).replace('Refund window', 'Free \\u001b[31mmoney');
  writeFileSync(at('saved.json'), JSON.stringify(events));
  writeFileSync(at('saved.jsonl'), events.map((event) => JSON.stringify(event)).join('\n'));
  writeFileSync(at('forged.json'), text);
  const hostile = JSON.stringify(events).replace('Refund window', '\u202e\u009b2J\u2028\u007f');
  const many = Array.from({ length: 2_000 }, (_, index) => ({ id: `msg-${index}`, records }));
  writeFileSync(at('many.json'), JSON.stringify(capture(...many)));
  writeFileSync(at('hostile.json'), hostile);
  writeFileSync(
    at('noisy.json'),
    JSON.stringify([
      ...events,
      ...Array.from({ length: 200 }, () => ({ ...Object(events[4]), value: { version: 9 } })),
    ]),
  );
  writeFileSync(at('empty.json'), JSON.stringify(capture({ records: [] })));
  writeFileSync(
    at('cut.jsonl'),
    events
      .slice(0, 3)
      .map((event) => JSON.stringify(event))
      .join('\n'),
  );
  writeFileSync(at('other.json'), '{"hello": [1, 2]}');
  writeFileSync(at('broken.json'), '{\n  "messages": [\n    {"id": 1,,\n');
  writeFileSync(at('kb.moca'), archive(files));
  writeFileSync(at('not-a-zip.moca'), 'plain text');
  writeFileSync(at('trust.json'), JSON.stringify(trustRoot));
  const [key] = trustRoot.keys;
  writeFileSync(at('trust-wrong-key.json'), JSON.stringify({ keys: [{ ...key, publicKey: 'AAAA' }] }));
  writeFileSync(at('trust-no-key.json'), JSON.stringify({ keys: [{ keyid: 'x' }] }));
  writeFileSync(at('trust-broken.json'), '{"keys": [}');
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, 'kb', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function run(args: string[], stdin: AsyncIterable<Uint8Array | string> = nothing()) {
  let out = '';
  let error = '';
  const status: string[] = [];
  const code = await runRecheck(args, {
    stdin,
    out: (text) => {
      out += text;
    },
    error: (text) => {
      error += text;
    },
    colour: false,
    status: (text) => status.push(text),
  });
  return { code, out, error, status };
}

const NOW = ['--now', '2026-03-02T00:00:00Z'];

describe('moca-recheck', () => {
  it.each(['kb.moca', 'kb'])('gives 0 when everything is confirmed, with %s', async (name) => {
    const { code, out, error } = await run([
      at('saved.json'),
      '--package',
      at(name),
      '--trust-root',
      at('trust.json'),
      ...NOW,
    ]);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toContain('confirmed');
    expect(out).toContain('Refund window');
    expect(out).toContain('signed by Test publisher');
  });

  it('reads standard input', async () => {
    const { readFileSync } = await import('node:fs');
    async function* input() {
      yield readFileSync(at('saved.jsonl'));
    }
    const { code } = await run(['-', '-p', at('kb'), '--trust-root', at('trust.json'), ...NOW], input());
    expect(code).toBe(0);
  });

  it('takes several packages after one flag', async () => {
    const { code } = await run([
      at('saved.json'),
      '-p',
      at('kb.moca'),
      at('kb'),
      '--trust-root',
      at('trust.json'),
      ...NOW,
    ]);
    expect(code).toBe(0);
  });

  it('writes the report as JSON of its schema', async () => {
    const { code, out } = await run([
      at('saved.json'),
      '-p',
      at('kb'),
      '--trust-root',
      at('trust.json'),
      '--json',
      ...NOW,
    ]);
    expect(code).toBe(0);
    expect(recheckReportSchema.parse(JSON.parse(out)).counts).toMatchObject({ total: 1, confirmed: 1 });
  });

  it('gives 1 and says why for a forgery, with control characters made visible', async () => {
    const { code, out } = await run([
      at('forged.json'),
      '-p',
      at('kb'),
      '--trust-root',
      at('trust.json'),
      ...NOW,
    ]);
    expect(code).toBe(1);
    expect(out).toContain('misreported');
    expect(out).toContain('node.title (unexplained)');
    expect(out).not.toContain('\u001b');
  });

  it('writes JSON that a terminal may show, and that is the same when it is parsed', async () => {
    const { out } = await run([at('hostile.json'), '-p', at('kb'), '--json', ...NOW]);
    expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
    expect(JSON.parse(out).citations[0].node.title).toBe('\u202e\u009b2J\u2028\u007f');
  });

  it('names only the first of very many problems', async () => {
    const { code, error } = await run([at('noisy.json'), '-p', at('kb'), ...NOW]);
    expect(code).toBe(1);
    expect(error.trim().split('\n').length).toBe(51);
    expect(error).toContain('150 more of these');
  });

  it('ends quietly, with its status, when the reader of its output stops early', () => {
    const command = `"${process.execPath}" --import tsx src/node/cli.ts "${at('many.json')}" -p "${at('kb')}" | head -n 1; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n').at(-1)).toBe('1');
  });

  it('gives 2, not the status of a verdict, when standard input cannot be read', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array();
      throw new Error('EISDIR: a folder');
    }
    const { code, error } = await run(['-', '-p', at('kb'), ...NOW], failing());
    expect(code).toBe(2);
    expect(error).toContain('The check could not be made: EISDIR: a folder');
  });

  it('gives 1 when a package is missing, and names it with its digest', async () => {
    const { code, out } = await run([at('saved.json'), ...NOW]);
    expect(code).toBe(1);
    expect(out).toMatch(/Missing https:\/\/example.com\/kb 1\.0\.0 sha256:[0-9a-f]{64}: 1 citation/);
  });

  it('gives 1 for a capture that breaks off, though nothing in it is wrong', async () => {
    const { code, error } = await run([at('cut.jsonl'), '-p', at('kb'), ...NOW]);
    expect(code).toBe(1);
    expect(error).toContain('breaks off');
  });

  it('says that a conversation cites nothing', async () => {
    const { code, out } = await run([at('empty.json'), '-p', at('kb'), ...NOW]);
    expect(code).toBe(0);
    expect(out).toContain('The conversation cites nothing.');
  });

  it('tells its progress', async () => {
    const { status } = await run([at('saved.json'), '-p', at('kb'), ...NOW]);
    expect(status.some((text) => text.startsWith('Reading package 1 of 1'))).toBe(true);
    expect(status.some((text) => text.startsWith('Checking citation'))).toBe(true);
  });

  it.each<[string, string[], string[]]>([
    ['no conversation', [], ['No conversation was named.\n\nUsage: moca-recheck CONVERSATION']],
    [
      'an unknown flag',
      ['saved.json', '--frobnicate'],
      ['--frobnicate', '\n\nUsage: moca-recheck CONVERSATION'],
    ],
    ['a file that is not there', ['gone.json'], ['gone.json: There is no such file.']],
    ['a folder for a conversation', ['kb'], ['kb: This is a folder']],
    ['a conversation that is not JSON', ['broken.json'], ['broken.json: ', 'line 3, column']],
    ['JSON of another kind', ['other.json'], ['other.json: No message was found']],
    ['a time that is none', ['saved.json', '--now', 'soon'], ['--now soon: ']],
    [
      'a trust root that is not JSON',
      ['saved.json', '--trust-root', 'trust-broken.json'],
      ['trust-broken.json: ', 'line 1, column'],
    ],
    [
      'a trust root without a key',
      ['saved.json', '--trust-root', 'trust-no-key.json'],
      ['trust-no-key.json: ', 'keys.0.publicKey'],
    ],
    [
      'a trust root with a wrong key',
      ['saved.json', '--trust-root', 'trust-wrong-key.json'],
      ['trust-wrong-key.json: ', 'keys.0.publicKey'],
    ],
    ['a Zip that is none', ['saved.json', '--package', 'not-a-zip.moca'], ['not-a-zip.moca: ']],
    [
      'a package that is not there',
      ['saved.json', '--package', 'gone.moca'],
      ['gone.moca: There is no such file'],
    ],
    ['a package of another kind', ['saved.json', '--package', 'other.json'], ['other.json: This is neither']],
    ['a trust root of another kind', ['saved.json', '--trust-root', 'other.json'], ['not valid: Unknown']],
  ])('gives 2 and one plain sentence for %s', async (_name, args, parts) => {
    const named = args.map((arg) => (existsSync(at(arg)) || arg.startsWith('gone') ? at(arg) : arg));
    const { code, error } = await run(named);
    expect(code).toBe(2);
    for (const part of parts) expect(error).toContain(part);
  });

  it('goes on past a package that cannot be used', async () => {
    const { code, out } = await run([
      at('saved.json'),
      '-p',
      at('not-a-zip.moca'),
      '-p',
      at('kb'),
      '--trust-root',
      at('trust.json'),
      ...NOW,
    ]);
    expect(code).toBe(2);
    expect(out).toContain('confirmed: computed again here, the same');
  });
});
