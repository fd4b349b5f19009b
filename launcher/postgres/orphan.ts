import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf } from '../process-table.mjs';
import { until } from '../processes.ts';
import { LauncherError } from '../report-error.ts';

export const pidFileOf = (cluster: string): string => join(cluster, 'postmaster.pid');

/** The lines of postmaster.pid: process, data directory, start, port, …, the eighth "ready" once it takes connections. */
export function pidLines(cluster: string): string[] {
  const file = pidFileOf(cluster);
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => line.trim())
    : [];
}

/** Whether this process is a PostgreSQL on this cluster, and not somebody who got an old number. */
const worksOn = (pid: number, cluster: string): boolean => commandOf(pid)?.includes(`postgres -D ${cluster} `) ?? false;

/**
 * A launcher that was killed leaves its PostgreSQL running. Before a new one is started, that one is stopped: two on one
 * cluster would destroy it.
 */
export async function stopOrphan(cluster: string): Promise<void> {
  const lines = pidLines(cluster);
  const pid = Number(lines[0]);
  if (!(pid > 0) || commandOf(pid) === undefined) return;
  if (!worksOn(pid, cluster)) {
    // The process id was reused by another process, and PostgreSQL would wait for that one for ever. It takes its parent's id for
    // stale, and still looks at the rest of the file for processes of its own that live on.
    writeFileSync(pidFileOf(cluster), [String(process.pid), ...lines.slice(1)].join('\n'));
    return;
  }
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal);
    if (await until(() => !worksOn(pid, cluster), 15_000)) return;
  }
  throw new LauncherError(`An old PostgreSQL (process ${pid}) still runs on this data folder and does not stop.`);
}
