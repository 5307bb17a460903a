// Finds the Chromium that tests and screenshots run in, in the order: CHROME_PATH, PATH, an installed
// Playwright browser, then an installation (the Debian package when root on Debian, else Playwright's own).
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

// Without these the browser looks up its vendor's hosts at every start, which a closed network refuses.
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-gpu',
];

function onPath() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of NAMES) {
      const candidate = join(folder, name);
      if (folder && existsSync(candidate)) return candidate;
    }
  }
}

/** The path of a Chromium that is already here, or undefined. */
export function findChromium() {
  const named = process.env.CHROME_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROME_PATH names ${named}, which does not exist.`);
    return named;
  }
  const bundled = chromium.executablePath();
  return onPath() ?? (bundled && existsSync(bundled) ? bundled : undefined);
}

/** The path of a Chromium, installing one when there is none. Throws when that fails. */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  const debianRoot = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  if (debianRoot) {
    console.log('No Chromium found: installing the Debian package.');
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    spawnSync('apt-get', ['update', '-q'], options);
    spawnSync(
      'apt-get',
      ['install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-noto-core', 'fonts-noto-cjk'],
      options,
    );
  } else {
    console.log("No Chromium found: installing Playwright's own.");
    execFileSync(process.execPath, [join('node_modules', 'playwright', 'cli.js'), 'install', 'chromium'], {
      stdio: 'inherit',
    });
  }
  const installed = findChromium();
  if (!installed) throw new Error('Chromium could not be installed. Install it by hand and set CHROME_PATH.');
  return installed;
}

/** Playwright launch options for the Chromium found. */
export function chromiumLaunchOptions() {
  const executablePath = findChromium();
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return { ...(executablePath ? { executablePath } : {}), args: [...sandbox, ...QUIET] };
}
