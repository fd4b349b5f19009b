import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second, on every Linux that Node runs on. */
const TICK_MS = 10;
/** What other programs may take of the processors on a machine that counts as calm. */
const CALM = 0.05;

interface Process {
  readonly parent: number;
  /** Milliseconds of the processor, of itself. */
  readonly own: number;
  /** And of its children that have ended. */
  readonly ended: number;
}

function processOf(pid: number): Process | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in brackets, may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = (from: number): number => (Number(fields[from]) + Number(fields[from + 1])) * TICK_MS;
    return { parent: Number(fields[1]), own: ticks(11), ended: ticks(13) };
  } catch {
    return undefined;
  }
}

/** Of PostgreSQL: of the process that all its sessions are children of, and of these, those that have ended among them. */
function takenBelow(postmaster: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processOf(Number(name)) ?? [])
    .filter(({ parent }) => parent === postmaster);
  const { own = 0, ended = 0 } = processOf(postmaster) ?? {};
  return children.reduce((sum, child) => sum + child.own, own + ended);
}

/** Milliseconds that all processors have worked, and that they had, since the machine was started. */
function machine(): { busy: number; all: number } {
  const [, ...fields] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/) ?? [];
  const ticks = fields.slice(0, 8).map((field) => Number(field) * TICK_MS);
  const all = ticks.reduce((sum, one) => sum + one, 0);
  return { busy: all - (ticks[3] ?? 0) - (ticks[4] ?? 0), all };
}

/** What a run takes of the processors, and what others do. */
export interface Cpu {
  /** Milliseconds that the servers and PostgreSQL have taken so far. */
  readonly taken: () => number;
  /** What other programs have taken since the run began, in words. */
  readonly others: () => string;
}

/**
 * @param backend process of a session of PostgreSQL
 * @param servers processes of the servers under measure
 * @returns undefined where the system does not tell, or PostgreSQL is on another machine
 */
export function cpuOf(backend: number, servers: readonly number[]): Cpu | undefined {
  const postmaster = processOf(backend)?.parent;
  if (postmaster === undefined || postmaster <= 1) return undefined;
  const taken = (): number =>
    servers.reduce((sum, pid) => sum + (processOf(pid)?.own ?? 0), 0) + takenBelow(postmaster);
  const mine = (): number => taken() + (processOf(process.pid)?.own ?? 0);
  const began = { machine: machine(), mine: mine() };
  return {
    taken,
    others: () => {
      const now = machine();
      const all = now.all - began.machine.all;
      const share = Math.max(0, (now.busy - began.machine.busy - (mine() - began.mine)) / all);
      const percent = Math.round(share * 100);
      return share <= CALM
        ? `The machine was calm: other programs took ${percent} % of its processors.`
        : `The machine was not calm: other programs took ${percent} % of its processors. Trust CPU, and ratios.`;
    },
  };
}
