import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Installation } from './installation.ts';

const logOf = (installation: Installation): string => join(installation.folder, 'postgres.log');

/**
 * Becomes the program, after it has left a watcher behind that nobody waits for. The other end of descriptor 3 is the launcher's:
 * a line says that the program has ended; an end without one, that the launcher was killed. Then the program is told to end once
 * no client is connected (TERM: a smart shutdown), and after half a minute with clients connected too (INT: a fast shutdown).
 */
const WATCHED = `
  own=$$
  (
    {
      read -r line || {
        kill -TERM $own
        waited=0
        while kill -0 $own && [ $waited -lt 30 ]; do sleep 1; waited=$((waited + 1)); done
        kill -INT $own
      }
    } <&3 >/dev/null 2>&1 &
  )
  exec "$@" 3<&-`;

/**
 * Starts one of PostgreSQL's programs, its output in postgres.log: a file, because a pipe would break when the launcher is
 * killed. Own process group: Ctrl-C in the terminal must reach the launcher only, which stops things in their order.
 */
export function run(installation: Installation, program: 'initdb' | 'postgres', args: string[]): ChildProcess {
  const output = openSync(logOf(installation), 'w', 0o600);
  try {
    const child = spawn('/bin/sh', ['-c', WATCHED, 'sh', join(installation.bin, program), ...args], {
      cwd: installation.folder,
      detached: true,
      env: { PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C' },
      stdio: ['ignore', output, output, 'pipe'],
      ...installation.account,
    });
    const watcher = child.stdio[3] as Socket;
    watcher.on('error', () => undefined).unref();
    child.once('exit', () => watcher.end('ended\n'));
    return child;
  } finally {
    closeSync(output);
  }
}

/** The exit code, or 1 after a signal or if it could not even be started. */
export async function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** PostgreSQL's own last word, for the sentence that says why it did not start. */
export function lastWord(installation: Installation): string {
  const lines = readFileSync(logOf(installation), 'utf8').trim().split('\n');
  const telling = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? '';
  return (
    telling.replace(/^.*?(FATAL|PANIC|error): +/, '') ||
    `${join(installation.bin, 'postgres')} does not run on this machine`
  );
}
