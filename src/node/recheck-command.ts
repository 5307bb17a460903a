import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Conversation, parseConversation } from '../client/conversation.js';
import { type RecheckProgress, recheckConversation } from '../recheck/recheck.js';
import { READER } from '../recheck/report.js';
import { parseDateTime } from '../schema/date-time.js';
import { packageTarget } from './package-target.js';
import { printable, printableJson } from './printable.js';
import { recheckTable } from './recheck-table.js';

/** What the command needs of the process it runs in. */
export interface CommandHost {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  out(text: string): void;
  error(text: string): void;
  /** Whether what `out` writes goes to a terminal that shows colours. */
  readonly colour: boolean;
  /** Writes over the last line of a terminal; absent when there is none. */
  readonly status?: ((text: string) => void) | undefined;
}

const USAGE = `Usage: moca-recheck CONVERSATION --package FILE_OR_DIR … [--trust-root FILE] [--now ISO] [--json]

Checks every citation of a saved conversation against MOCA packages, without a network.

  CONVERSATION          a saved conversation or captured AG-UI stream; - reads standard input
  --package, -p         a .moca or .zip file or a folder; may be given several times
  --trust-root FILE     the keys and identities that count, as JSON
  --now ISO             the time that "now" means, such as 2026-11-30T12:00:00Z; default: the clock
  --json                writes the report as JSON
  --help, --version

Exit status: 0 every citation is confirmed, 1 something is not, 2 an input cannot be used.
`;

// A hostile capture may have any number; the report as JSON has them all.
const MOST_PROBLEMS = 50;

/** Something the user gave that cannot be used; the message names it. */
class UnusableInput extends Error {}

/** Arguments that the command cannot be run with, which the usage explains. */
class UnusableArguments extends UnusableInput {}

/** Runs `moca-recheck` with its arguments and gives its exit status. */
export async function runRecheck(args: readonly string[], host: CommandHost): Promise<0 | 1 | 2> {
  try {
    return await run(args, host);
  } catch (error) {
    host.status?.('');
    // Whatever it is: status 1 would say that the check was made.
    const message = error instanceof Error ? error.message : String(error);
    const text = error instanceof UnusableInput ? message : `The check could not be made: ${message}`;
    host.error(`moca-recheck: ${printable(text)}\n`);
    if (error instanceof UnusableArguments) host.error(`\n${USAGE}`);
    return 2;
  }
}

async function run(args: readonly string[], host: CommandHost): Promise<0 | 1 | 2> {
  const { values, positionals } = argumentsOf(args);
  if (values.help || values.version) {
    host.out(values.help ? USAGE : `${READER.version}\n`);
    return 0;
  }
  const [path, ...more] = positionals;
  if (path === undefined) throw new UnusableArguments('No conversation was named.');
  const now = momentOf(values.now);
  const trustRoot =
    values['trust-root'] === undefined ? undefined : await readTrustRoot(values['trust-root']);
  const conversation = await readConversation(path, host);
  const paths = [...(values.package ?? []), ...more];
  const packages = await Promise.all(
    paths.map(async (name) => ({ name, target: await packageTarget(name) })),
  );
  let report: Awaited<ReturnType<typeof recheckConversation>>;
  try {
    report = await recheckConversation(conversation, {
      packages,
      trustRoot,
      now,
      onProgress: (progress) => host.status?.(statusOf(progress)),
    });
  } catch (error) {
    if (error instanceof TypeError) throw new UnusableInput(`${values['trust-root']}: ${error.message}`);
    throw error;
  }
  host.status?.('');
  host.out(
    values.json ? `${printableJson(JSON.stringify(report, null, 2))}\n` : recheckTable(report, host.colour),
  );
  const hidden = report.problems.length - MOST_PROBLEMS;
  for (const { source, message } of report.problems.slice(0, MOST_PROBLEMS)) {
    const name = source === 'conversation' ? path : source === 'trust root' ? values['trust-root'] : source;
    host.error(`moca-recheck: ${printable(name === undefined ? message : `${name}: ${message}`)}\n`);
  }
  if (hidden > 0) host.error(`moca-recheck: ${hidden} more of these; --json lists them.\n`);
  if (report.problems.some(({ source }) => source !== 'conversation')) return 2;
  return report.counts.confirmed === report.counts.total && report.problems.length === 0 ? 0 : 1;
}

function argumentsOf(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        package: { type: 'string', short: 'p', multiple: true },
        'trust-root': { type: 'string' },
        now: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UnusableArguments(error instanceof Error ? error.message : String(error));
  }
}

function momentOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const moment = parseDateTime(text);
  if (moment === undefined) {
    throw new UnusableInput(
      `--now ${text}: Expected a date-time with an offset, such as 2026-11-30T12:00:00Z.`,
    );
  }
  return moment;
}

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      ENOENT: 'There is no such file.',
      EISDIR: 'This is a folder; expected a file.',
      EACCES: 'The file may not be read.',
      ERR_FS_FILE_TOO_LARGE: 'The file is too large.',
    };
    throw new UnusableInput(`${path}: ${reasons[code ?? ''] ?? message}`);
  }
}

async function readConversation(path: string, { stdin }: CommandHost): Promise<Conversation> {
  const bytes = path === '-' ? await drain(stdin) : await bytesOf(path);
  const name = path === '-' ? 'standard input' : path;
  let conversation: Conversation;
  try {
    conversation = parseConversation(bytes);
  } catch (error) {
    // A text may be shorter than a file: half a gigabyte.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STRING_TOO_LONG') throw error;
    throw new UnusableInput(`${name}: It is too large to be read as one text.`);
  }
  if (!conversation.error) return conversation;
  const text = new TextDecoder().decode(bytes);
  const fault = jsonFault(text);
  const reason = fault && /^\s*[[{]/.test(text) ? `${fault} ` : '';
  throw new UnusableInput(`${name}: ${reason}${conversation.error.message}`);
}

async function drain(stdin: CommandHost['stdin']): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return Buffer.concat(chunks);
}

async function readTrustRoot(path: string): Promise<string> {
  const text = new TextDecoder().decode(await bytesOf(path)).replace(/^\uFEFF/, '');
  const fault = jsonFault(text);
  if (fault) throw new UnusableInput(`${path}: ${fault} Expected a trust root.`);
  return text;
}

/** Why a text is no JSON and where; undefined when it is. */
function jsonFault(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = Number(/at position (\d+)/.exec(message)?.[1] ?? text.length);
    const before = text.slice(0, position).split('\n');
    return `It is not JSON from line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1} on.`;
  }
}

function statusOf({ phase, done, total, name }: RecheckProgress): string {
  if (phase === 'packages')
    return `Reading package ${Math.min(done + 1, total)} of ${total}${name ? `: ${printable(name)}` : ''}`;
  return `Checking citation ${done} of ${total}`;
}
