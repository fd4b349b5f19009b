// The first step of every npm command: plain JavaScript without packages, because it is what installs them.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { installPackages, packagesInStep } from './packages/packages.mjs';
import { watchNpm } from './process-table.mjs';
import { root } from './root.mjs';

const commands = ['start', 'dev', 'test', 'check', 'bench', 'fault-tests', 'fuzz', 'year', 'build'];
/** What brings its own database and external services along. @type {Readonly<Record<string, string>>} */
const foreground = { 'fault-tests': 'fault-tests/main.ts', year: 'year/main.ts' };
const [command = 'start', ...rest] = process.argv.slice(2);

/** @param {string} sentence @returns {never} */
function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  refuse(`Reseller Desk needs Node 20.19 or newer; this is Node ${process.versions.node}.`);
}
if (process.platform === 'win32') refuse('Reseller Desk runs on Linux and macOS; on Windows, use WSL 2.');
if (!commands.includes(command)) refuse(`There is no command "${command}". There are: ${commands.join(', ')}.`);

/** The child in the foreground: the installation first, then the command itself. @type {import('node:child_process').ChildProcess | undefined} */
let child;
/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
for (const signal of signals) process.on(signal, () => child?.kill(signal));

if (process.env['npm_lifecycle_event']) watchNpm(() => child?.kill('SIGTERM'));

if (!packagesInStep()) {
  const failure = await installPackages((npm) => (child = npm));
  if (failure !== undefined) refuse(failure);
}

const script = foreground[command];
const entry = script === undefined ? [`launcher/${command}.ts`] : ['launcher/run-in-foreground.ts', script];
child = spawn(process.execPath, ['--import', 'tsx', ...entry, ...rest], {
  cwd: root,
  // The channel tells it when this process is gone.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code ?? 1);
  for (const name of signals) process.removeAllListeners(name);
  process.kill(process.pid, signal);
});
