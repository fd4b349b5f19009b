import { setTimeout as pause } from 'node:timers/promises';
import { renewals } from '../contract/src/renewals.ts';
import { click, clickUntilKnown } from './clicks.ts';
import type { Product } from './product.ts';
import type { Workload } from './acknowledged-writes.ts';
import { startProbe } from './probe.ts';
import { comments } from './workloads/comments.ts';
import { reminders } from './workloads/reminders.ts';
import { seats } from './workloads/seats.ts';
import { tasks } from './workloads/tasks.ts';

/** The workloads of a day. */
export const workloadsOf = async (product: Product): Promise<Workload[]> => [
  await comments(product),
  await reminders(product),
  await seats(product),
  tasks(product),
];

/** One comment of somebody: the product is there. */
export async function writeOnce(product: Product, works: readonly Workload[]): Promise<void> {
  const work = works.find(({ name }) => name === 'comments');
  const action = await work?.next(product.tokens[0] ?? '');
  if (work === undefined || action === undefined) throw new Error('There is nothing to comment on.');
  work.actions.push(action);
  await clickUntilKnown(product.address, action, startProbe(), () => false);
}

/** Milliseconds between the clicks of each writer, by kind of work. */
const WRITERS: Record<string, readonly number[]> = {
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
export function startReaders({ address, tokens, database, isClosed }: Product) {
  const probe = startProbe();
  let isOver = false;
  const read = async (token: string, n: number): Promise<void> => {
    const body = { month: database.today.slice(0, 7) };
    while (!isOver && !isClosed()) {
      const answer = await click(address, { path: renewals.monthly.path, body, token });
      probe.record(renewals.monthly.path, answer, `reader ${n}`);
      await pause(READ_MS);
    }
  };
  const reading = Promise.all(tokens.slice(0, READERS).map(read));
  return {
    probe,
    stop: async (): Promise<void> => {
      isOver = true;
      await reading;
    },
  };
}

/** Lets eight colleagues work on the product until they are stopped. */
export function startWriters(product: Product, works: readonly Workload[]) {
  const probe = startProbe();
  let isOver = false;
  let lastTry = Number.POSITIVE_INFINITY;

  const writers = works.flatMap((work) => (WRITERS[work.name] ?? []).map((rest) => ({ work, rest })));

  const write = async ({ work, rest }: (typeof writers)[number], token: string, who: string): Promise<void> => {
    while (!isOver && !product.isClosed()) {
      const acknowledged = await work.next(token);
      if (acknowledged !== undefined) {
        work.actions.push(acknowledged);
        await clickUntilKnown(
          product.address,
          acknowledged,
          probe,
          () => performance.now() < lastTry && !product.isClosed(),
          who,
        );
      }
      await pause(rest);
    }
  };
  const writing = Promise.all(
    writers.map((one, n) => write(one, product.tokens[n % product.tokens.length] ?? '', `${one.work.name} ${n}`)),
  );
  return {
    probe,
    /** Nothing new is begun; what was begun is clicked until something is known of it. */
    stop: async (): Promise<void> => {
      isOver = true;
      lastTry = performance.now() + LAST_TRIES_MS;
      await writing;
    },
  };
}
