import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { commandOf } from './process-table.mjs';
import { until } from './processes.ts';
import { LauncherError } from './report-error.ts';

/** Tells a launcher's process from another that got its old process id. */
const LAUNCHER = /launcher\/(start|dev|bench)\.ts/;

/** Another launcher may be about to end: its parent was killed, and it notices within a second. */
const NOTICE_MS = 3_000;
/** One that says that it ends has a server and a database to stop. */
const ENDING_MS = 60_000;
const ENDING = 'ending';

function holderOf(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return pid !== process.pid && LAUNCHER.test(commandOf(pid) ?? '') ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isEnding(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').endsWith(ENDING);
  } catch {
    return false;
  }
}

function place(own: string, file: string): void {
  try {
    linkSync(own, file);
    rmSync(own);
  } catch {
    renameSync(own, file);
  }
}

/** Node's own recursive mkdir never comes back from a file system that takes no folders, such as /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

export type Lock = {
  /** Lets the next one wait instead of refusing it. */
  tellEnding: () => void;
  /** Gives the folder back. */
  unlock: () => void;
  /** The one before did not give it back: it was killed, and what it began may be just ending. */
  wasLeft: boolean;
};

/** Makes the data folder and takes it for this process; the lock of a process that is gone is taken over. */
export async function lockDataFolder(dataDir: string): Promise<Lock> {
  const file = join(dataDir, 'launcher.lock');
  const own = `${file}.${process.pid}`;
  const refuse = (pid: number): never => {
    throw new LauncherError(`Reseller Desk is already running on this data folder (process ${pid}).`);
  };
  try {
    makeFolder(dataDir);
    writeFileSync(own, String(process.pid));
  } catch (error) {
    throw new LauncherError(
      `The data folder ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'}). Set DATA_DIR to another one.`,
    );
  }
  const isFree = (): boolean => holderOf(file) === undefined;
  await until(() => isFree() || isEnding(file), NOTICE_MS);
  if (isEnding(file)) await until(isFree, ENDING_MS);
  const holder = holderOf(file);
  if (holder !== undefined) {
    rmSync(own);
    refuse(holder);
  }
  const wasLeft = existsSync(file);
  place(own, file);
  // Two that start at once both find the old lock dead; the one whose number stays in the file has it.
  await pause(200);
  const winner = Number(readFileSync(file, 'utf8'));
  if (winner !== process.pid) refuse(winner);
  return {
    wasLeft,
    tellEnding: () => writeFileSync(file, `${process.pid} ${ENDING}`),
    unlock: () => rmSync(file, { force: true }),
  };
}
