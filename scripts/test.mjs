// Runs every check of the project and ends with `N passed, N failed` over all of them.
// A step that is not a test runner (type check, lint) counts as one check.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';

const CORPUS = join('..', 'shared', 'conformance');

const scratch = mkdtempSync(join(tmpdir(), 'moca-react-test-'));
const env = { ...process.env, CHROME_PATH: ensureChromium(), STORYBOOK_DISABLE_TELEMETRY: '1' };

function run(command, args) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.on('data', (chunk) => {
      output += chunk;
      process.stdout.write(chunk);
    });
    child.on('error', () => resolve({ ok: false, output }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

async function check(script) {
  const { ok } = await run('npm', ['run', '--silent', script]);
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function vitest(project) {
  const report = join(scratch, `${project}.json`);
  const { ok } = await run(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    `--project=${project}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
  // A run can fail without a failed test: a file that does not load, an unhandled rejection, no test at all.
  const failed = ok ? numFailedTests : Math.max(numFailedTests, 1);
  return { passed: numPassedTests, failed };
}

async function conformance(...args) {
  const { ok, output } = await run('npm', [
    'run',
    '--silent',
    'conformance',
    '--',
    '--root',
    CORPUS,
    ...args,
  ]);
  const counts = /^(\d+) passed, (\d+) failed$/m.exec(output.trim().split('\n').at(-1) ?? '');
  if (!counts) return { passed: 0, failed: 1 };
  return { passed: Number(counts[1]), failed: ok ? Number(counts[2]) : Math.max(Number(counts[2]), 1) };
}

const steps = [
  ['Type check', () => check('typecheck')],
  ['Lint', () => check('lint')],
  ['Unit', () => vitest('node')],
  ['Browser', () => vitest('browser')],
  ['React 18', () => vitest('react-18')],
  ['Stories', () => vitest('stories')],
  ['End to end', () => vitest('e2e')],
];
if (existsSync(CORPUS)) {
  steps.push(
    ['Conformance, Node', () => conformance()],
    ['Conformance, Chromium', () => conformance('--browser')],
  );
} else {
  console.log(`The conformance corpus is not at ${CORPUS}: those steps are left out.`);
}

const results = [];
for (const [name, step] of steps) {
  console.log(`\n── ${name} ──`);
  const started = Date.now();
  results.push({ name, ...(await step()), seconds: Math.round((Date.now() - started) / 1000) });
}
rmSync(scratch, { recursive: true, force: true });

console.log('');
for (const { name, passed, failed, seconds } of results) {
  console.log(
    `${name.padEnd(24)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed  ${seconds} s`,
  );
}
const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
process.exit(total('failed') === 0 ? 0 : 1);
