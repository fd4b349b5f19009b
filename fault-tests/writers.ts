import { setTimeout as pause } from 'node:timers/promises';
import { renewals } from '../contract/src/renewals.ts';
import { click, insist } from './clicks.ts';
import type { Desk } from './desk.ts';
import type { Workload } from './ledger.ts';
import { startProbe } from './probe.ts';
import { comments } from './workloads/comments.ts';
import { reminders } from './workloads/reminders.ts';
import { seats } from './workloads/seats.ts';
import { tasks } from './workloads/tasks.ts';

/** The workloads of a day. */
export const workloadsOf = async (desk: Desk): Promise<Workload[]> => [
  await comments(desk),
  await reminders(desk),
  await seats(desk),
  tasks(desk),
];

/** One comment of somebody: the desk is there. */
export async function writeOnce(desk: Desk, works: readonly Workload[]): Promise<void> {
  const work = works.find(({ name }) => name === 'comments');
  const action = await work?.next(desk.tokens[0] ?? '');
  if (work === undefined || action === undefined) throw new Error('There is nothing to comment on.');
  work.actions.push(action);
  await insist(desk.address, action, startProbe(), () => false);
}

/** Milliseconds between the clicks of each writer, by kind of work. */
const CREW: Record<string, readonly number[]> = {
  comments: [5, 5, 15, 15],
  reminders: [40, 60],
  seats: [60],
  tasks: [60],
};
const READERS = 3;
const READ_MS = 50;
/** After the end of a round a click is repeated for so long yet. */
const LAST_TRIES_MS = 15_000;

/** Lets colleagues read, who have no key with which a click could be repeated, until they are stopped. */
export function startReaders({ address, tokens, database, isClosed }: Desk) {
  const pulse = startProbe();
  let isOver = false;
  const read = async (token: string, n: number): Promise<void> => {
    const body = { month: database.today.slice(0, 7) };
    while (!isOver && !isClosed()) {
      const answer = await click(address, { path: renewals.monthly.path, body, token });
      pulse.felt(renewals.monthly.path, answer, `reader ${n}`);
      await pause(READ_MS);
    }
  };
  const reading = Promise.all(tokens.slice(0, READERS).map(read));
  return {
    pulse,
    stop: async (): Promise<void> => {
      isOver = true;
      await reading;
    },
  };
}

/** Lets eight colleagues work on the desk until they are stopped. */
export function startWriters(desk: Desk, works: readonly Workload[]) {
  const pulse = startProbe();
  let isOver = false;
  let lastTry = Number.POSITIVE_INFINITY;

  const crew = works.flatMap((work) => (CREW[work.name] ?? []).map((rest) => ({ work, rest })));

  const write = async ({ work, rest }: (typeof crew)[number], token: string, who: string): Promise<void> => {
    while (!isOver && !desk.isClosed()) {
      const acknowledged = await work.next(token);
      if (acknowledged !== undefined) {
        work.actions.push(acknowledged);
        await insist(desk.address, acknowledged, pulse, () => performance.now() < lastTry && !desk.isClosed(), who);
      }
      await pause(rest);
    }
  };
  const writing = Promise.all(
    crew.map((one, n) => write(one, desk.tokens[n % desk.tokens.length] ?? '', `${one.work.name} ${n}`)),
  );
  return {
    pulse,
    /** Nothing new is begun; what was begun is clicked until something is known of it. */
    stop: async (): Promise<void> => {
      isOver = true;
      lastTry = performance.now() + LAST_TRIES_MS;
      await writing;
    },
  };
}
