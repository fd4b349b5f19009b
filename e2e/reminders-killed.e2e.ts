import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildWithBug } from '../fault-tests/build-with-bug.ts';
import { makeProduct } from '../year/product/product.ts';
import { openProduct, type Product, type StartServer } from './product.ts';
import { at, nextWorkingDay, workingDayAfter } from './working-days.ts';

/** A hundred by hand: `KILLS=100 JOURNEYS=whole npx vitest run e2e/reminders-killed.e2e.ts`. */
const KILLS = Number(process.env['KILLS'] ?? 12);
/** So often in a day both nodes are killed at their work. */
const ROUNDS_A_DAY = 2;
const MINUTE = 60_000;
/** Clocks of machines that started again are off by so much. */
const JUMPS_MS = [-2 * MINUTE, 0, 3 * MINUTE] as const;

const today = nextWorkingDay();
const nodes: ReturnType<typeof makeProduct>[] = [];
let product: Product;

const start: StartServer = async (env) => {
  const { main, remove } = await buildWithBug({ changes: [] }, 'year/product/process.ts');
  for (const port of [env['PORT'], '0'])
    nodes.push(makeProduct({ main, env: { ...env, YEAR_PORT: port }, workers: 2 }));
  await Promise.all(nodes.map((node) => node.start(at(today, '09:00'))));
  return async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    remove();
  };
};

beforeAll(async () => {
  product = await openProduct({ turned: { today, start } });
});
afterAll(() => product.stop());

interface Reminder {
  id: number;
  to: string;
  day: string;
}

/** Which messages of ours the mail server got: a message that it gets again bears the same Message-ID. */
const caught = new Map<number, string>();
async function look(): Promise<void> {
  const answer = await fetch(`${product.mailboxUrl}/api/messages`);
  const mails = (await answer.json()) as { messageId: string; to: string[]; headers: { name: string }[] }[];
  for (const { messageId, to, headers } of mails) {
    const isReminder = headers.some(({ name }) => name.toLowerCase() === 'list-unsubscribe');
    if (isReminder) caught.set(Number(/desk-outbox-(\d+)/.exec(messageId)?.[1]), to.join());
  }
}

/** Both work, and both are killed in the middle of it, each at its own moment. */
async function killAtWork(time: number): Promise<void> {
  const works = nodes.map((node) => node.work('scheduled').catch(() => undefined));
  await Promise.all(
    nodes.map(async (node) => {
      await pause(randomInt(20, 900));
      await node.kill();
      await node.start(time + (JUMPS_MS[randomInt(JUMPS_MS.length)] ?? 0));
    }),
  );
  await Promise.all(works);
}

const reminders = () =>
  product.read<Reminder>(
    `select distinct o.id, o.recipient as "to", (o.created_at at time zone 'Asia/Kolkata')::date::text as day
     from reminder_steps t join outbox o on o.id = t.message_id where t.state = 'sent' and o.channel = 'Email'`,
  );

test(
  `after ${KILLS} kills of two nodes each reminder has gone out once, and nobody got two in a day`,
  { timeout: 900_000 },
  async () => {
    const before = new Set((await reminders()).map(({ id }) => id));
    let [day, rounds] = [today, 0];
    for (let kills = 0; kills < KILLS; kills += nodes.length) {
      const time = at(day, `10:0${rounds % ROUNDS_A_DAY}`);
      await Promise.all(nodes.map((node) => node.turn(time)));
      await killAtWork(time);
      await look();
      rounds += 1;
      if (rounds % ROUNDS_A_DAY === 0) day = workingDayAfter(day);
    }
    // What the dead left is taken up when its leases are over.
    for (const minutes of [10, 20, 30]) {
      await Promise.all(nodes.map((node) => node.turn(at(day, `11:${minutes}`))));
      await Promise.all(nodes.map((node) => node.work('scheduled')));
    }
    await look();

    const sent = (await reminders()).filter(({ id }) => !before.has(id));
    expect(sent.length).toBeGreaterThan(10);
    const lost = sent.filter(({ id }) => !caught.has(id));
    expect(lost).toEqual([]);
    const known = new Set(sent.map(({ id }) => id));
    // A mail of which no step knows was written, sent, and its claim lost: it is written again.
    expect([...caught.keys()].filter((id) => !known.has(id))).toEqual([]);
    const days = sent.map(({ to, day: on }) => `${to} ${on}`);
    expect(days.filter((one, place) => days.indexOf(one) !== place)).toEqual([]);
  },
);
