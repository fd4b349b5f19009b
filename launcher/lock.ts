import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { commandOf } from './processes.ts';
import { Trouble } from './trouble.ts';

/** How a launcher's process is told from a stranger that got its old number. */
const LAUNCHER = /launcher\/(start|bench)\.ts/;

function holderOf(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return pid !== process.pid && LAUNCHER.test(commandOf(pid) ?? '') ? pid : undefined;
  } catch {
    return undefined;
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

/**
 * Makes the data folder and takes it for this process; the lock of a process that is gone is taken over. Answers what gives
 * the folder back.
 */
export async function lockDataFolder(dataDir: string): Promise<() => void> {
  const file = join(dataDir, 'launcher.lock');
  const own = `${file}.${process.pid}`;
  const refuse = (pid: number): never => {
    throw new Trouble(`Reseller Desk is already running on this data folder (process ${pid}).`);
  };
  try {
    makeFolder(dataDir);
    writeFileSync(own, String(process.pid));
  } catch (error) {
    throw new Trouble(
      `The data folder ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'}). Set DATA_DIR to another one.`,
    );
  }
  const holder = holderOf(file);
  if (holder !== undefined) {
    rmSync(own);
    refuse(holder);
  }
  place(own, file);
  // Two that start at once both find the old lock dead; the one whose number stays in the file has it.
  await pause(200);
  const winner = Number(readFileSync(file, 'utf8'));
  if (winner !== process.pid) refuse(winner);
  return () => rmSync(file, { force: true });
}
