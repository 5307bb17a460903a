// Installs the locked dependencies when they are missing or older than the lock file: the project's own, and
// with `--tests` the React 18 that some tests run beside the React of the project.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const folders = process.argv.includes('--tests') ? ['.', join('test', 'react-18')] : ['.'];

for (const folder of folders) {
  const marker = join(folder, 'node_modules', '.package-lock.json');
  const lock = join(folder, 'package-lock.json');
  if (existsSync(marker) && statSync(marker).mtimeMs >= statSync(lock).mtimeMs) continue;
  console.log('Installing dependencies…');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}
