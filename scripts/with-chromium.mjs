// Runs a command after making sure that there is a Chromium: node scripts/with-chromium.mjs COMMAND ARG...
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';

const [command, ...args] = process.argv.slice(2);
const env = {
  ...process.env,
  CHROME_PATH: ensureChromium(),
  PATH: `${join(process.cwd(), 'node_modules', '.bin')}:${process.env.PATH}`,
};
const result = spawnSync(command, args, { stdio: 'inherit', env });
process.exit(result.status ?? 1);
