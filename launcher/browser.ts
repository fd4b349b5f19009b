import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { commandScript, runQuietly } from './tools.ts';
import { LauncherError } from './report-error.ts';

/** The shell has no window to draw: journeys take an eighth less time in it. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** On some systems the command is only a note that one should install it: it must be able to tell its version. */
const works = (path: string): boolean =>
  existsSync(path) && spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0;

function installed(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const commands = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...commands, ...APPLICATIONS, chromium.executablePath()].find(works);
}

/** Debian's own Chromium brings the system libraries that a downloaded one would miss. */
function installWithApt(): void {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]): unknown => spawnSync('apt-get', args, { env, stdio: 'ignore' });
  apt('update');
  for (const name of [SHELL, 'chromium'])
    if (installed() === undefined) apt('install', '-y', '--no-install-recommends', name);
}

/** The path of a Chromium, installing one if there is none. */
export async function findBrowser(signal: AbortSignal): Promise<string> {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (!works(named)) throw new LauncherError(`CHROMIUM_PATH names ${named}, which does not run.`);
    return named;
  }
  const there = installed();
  if (there !== undefined) return there;
  installWithApt();
  const fromDebian = installed();
  if (fromDebian !== undefined) return fromDebian;
  const { output } = await runQuietly([commandScript('playwright-core'), 'install', 'chromium'], { signal });
  const downloaded = installed();
  if (downloaded !== undefined) return downloaded;
  throw new LauncherError(
    `${output}\nNo browser was found or could be installed. Install Chromium, or set CHROMIUM_PATH to one.`,
  );
}
