// Plain JavaScript without packages: the launcher's first step needs it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** @param {number} pid @param {string} column of `ps` @returns {string} */
const message = (pid, column) =>
  execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();

const hasFiles = existsSync('/proc/self/stat');

/**
 * The command line of a running process, or undefined if there is none with this number. A number alone says little: after a
 * restart of the machine or container it may belong to somebody else.
 * @param {number} pid @returns {string | undefined}
 */
export function commandOf(pid) {
  try {
    const answer = hasFiles
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : message(pid, 'command');
    return answer.trim() || undefined;
  } catch {
    return undefined;
  }
}

/** @param {number} pid @returns {number | undefined} the number of the process that has it as its child, if it runs */
function parentOf(pid) {
  try {
    // Its name stands in parentheses and may hold anything.
    const result = hasFiles
      ? readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) \S /s, '')
      : message(pid, 'ppid');
    return Number.parseInt(result, 10);
  } catch {
    return undefined;
  }
}

const LOOK_MS = 1_000;

/**
 * Tells once when npm is gone, or the shell in which it runs its scripts: a signal to npm ends these two at most, and
 * `kill -9` one of them, and reaches nobody else.
 * @param {() => unknown} report
 */
export function watchNpm(report) {
  const parent = process.ppid;
  // Some shells put the command in their own place, others wait for it.
  const isShell = commandOf(parent)?.includes('launcher/begin.mjs') ?? false;
  const above = isShell ? parentOf(parent) : undefined;
  const looking = setInterval(() => {
    if (process.ppid === parent && (!isShell || parentOf(parent) === above)) return;
    clearInterval(looking);
    report();
  }, LOOK_MS).unref();
}
