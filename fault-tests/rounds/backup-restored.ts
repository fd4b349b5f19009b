import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { renewals } from '../../contract/src/renewals.ts';
import { until } from '../../launcher/processes.ts';
import { messageOf } from '../../launcher/report-error.ts';
import { click, clickUntilKnown } from '../clicks.ts';
import { runCommand } from '../command.ts';
import { ask } from '../database.ts';
import type { Product } from '../product.ts';
import { halfOf, type Acknowledged, type Workload } from '../acknowledged-writes.ts';
import { makeNode } from '../node.ts';
import { startProbe } from '../probe.ts';
import type { Round } from '../round.ts';
import { hears, signIn } from '../smoke.ts';
import { startWriters } from '../writers.ts';
import { comments } from '../workloads/comments.ts';

/** Recipient of a mail that waits for its next try when the backup is taken. */
const WAITING = 'waiting@backup.example';
const SEND_MS = 90_000;
const WORK_MS = 120_000;

/** Marks in a restored database, before anything is done there. */
const MARKS = `select comment as mark from renewal_comments union all select recipient from outbox
  union all select subject from crm_tasks
  union all select s.external_id || '+' || o.added_seats from seat_orders o join subscriptions s on s.id = o.subscription_id`;

type Manifest = { tables: { name: string; rows: number }[] };

const queueOne = (product: Product) =>
  product.ask(
    `insert into outbox (channel, purpose, recipient, subject, body, created_by, next_try_at, created_at)
     values ('Email', 'notice', $1, 'A notice', 'It waits', 'system', now() + interval '1 hour', now())`,
    [WAITING],
  );

/** A backup of several moments shows it in its rows, or in rows that refer to others which are not there. */
const HALF = 'the backup is of no one moment';
const ORDERS = 3;
const PUT_OFF = `update seat_orders set next_try_at = now() + interval '1 hour'
  where state = 'queued' and seats_after is null and next_try_at is not null returning id`;
const MAKE_DUE = `update seat_orders set next_try_at = now() - interval '1 minute'
  where state = 'queued' and seats_after is null and next_try_at is not null`;

/** Google does not let us in for a moment: some orders wait, and nothing of them is written down yet. */
async function letOrdersWait(product: Product): Promise<string[]> {
  const { faults } = product.simulators.google;
  faults.add({ kind: 'unauthorized', method: 'subscriptions.get', times: Number.POSITIVE_INFINITY });
  const isWaiting = await until(async () => (await product.ask(PUT_OFF)).length >= ORDERS, SEND_MS, 200);
  faults.clear();
  return isWaiting ? [] : ['hardly an order of seats waited when the backup was taken'];
}

/** After the backup, and before the product dies, they are carried out. */
async function carryOut(product: Product, seats: Workload | undefined): Promise<string[]> {
  await product.ask(MAKE_DUE);
  const isDone = await until(async () => (await seats?.open()) === 0, WORK_MS, 500);
  return isDone ? [] : ['orders of seats that waited were not carried out after the backup'];
}

/** Everything that was acknowledged before the backup began is in it, once; and its tables are as long as it says. */
async function compareRows(url: string, from: string, before: readonly Acknowledged[]): Promise<string[]> {
  const rows = await ask<{ mark: string }>(url, MARKS);
  const times = new Map<string, number>();
  for (const { mark } of rows) times.set(mark, (times.get(mark) ?? 0) + 1);
  const missing = before.flatMap(({ mark }) => (times.get(mark) === 1 ? [] : [`${times.get(mark) ?? 0} × ${mark}`]));
  const { tables } = JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8')) as Manifest;
  const problems = missing.map((one) => `acknowledged before the backup and not there once: ${one}`);
  for (const { name, rows } of tables) {
    const [found] = await ask<{ rows: number }>(url, `select count(*)::int as rows from "${name}"`);
    // The restore itself stands in the audit log.
    const expected = name === 'audit_log' ? rows + 1 : rows;
    if (found?.rows !== expected) problems.push(`${name} has ${found?.rows ?? 0} rows, ${expected} were backed up`);
  }
  return problems;
}

/** Writes made while the backup was taken are in it whole or not at all. */
async function compareMoment(restored: Product): Promise<string[]> {
  const own = await comments(restored);
  const half = [...(await own.look())].flatMap(([mark, seen]) => halfOf(seen).map((what) => `${mark}: ${what}`));
  return [...half, ...(await own.torn())].map((what) => `${HALF}: ${what}`);
}

/** Somebody writes a comment, and another browser is told. */
async function writes(address: string, token: string, restored: Product): Promise<string[]> {
  const own = await comments(restored);
  const action = await own.next(token);
  if (action === undefined) return ['there is no renewal to write to'];
  const isHeard = await hears(address, token, () => clickUntilKnown(address, action, startProbe(), () => false));
  const written = (await own.look()).get(action.mark)?.rows ?? 0;
  return [
    ...(isHeard ? [] : ['nobody is told of a comment']),
    ...(action.acknowledged && written === 1 ? [] : [`a comment is there ${written} times`]),
    ...(await own.torn()),
  ];
}

/** Somebody signs in, reads a month, and writes. */
async function smoke(address: string, restored: Product): Promise<string[]> {
  const { status, token } = await signIn(restored.simulators, address);
  if (status !== 200) return [`nobody can sign in: ${status}`];
  const month = restored.database.today.slice(0, 7);
  const shown = await click(address, { path: renewals.monthly.path, body: { month }, token });
  const rows = (shown.reply as { customer?: unknown[] } | null)?.customer?.length ?? 0;
  const isShown = shown.status === 200 && rows > 0;
  const problems = await writes(address, token, restored);
  return isShown ? problems : [`the month is ${shown.status} with ${rows} rows`, ...problems];
}

/** The restored product does not know of orders made after the backup: they must not be placed a second time. */
const soldTwice = ({ seatsSold }: Product): string[] =>
  [...seatsSold].flatMap(([id, grown]) =>
    new Set(grown).size === grown.length ? [] : [`doubled: ${id} grew at Google by ${grown.join(', ')}`],
  );

/** Waits until the restored product's queued work is done, as far as it may be. */
async function worksOff(restored: Product): Promise<string[]> {
  const open = async (): Promise<number> => {
    const [row] = await restored.ask<{ open: number }>(
      `select count(*)::int as open from seat_orders where state in ('queued', 'unknown')`,
    );
    return row?.open ?? 0;
  };
  const isDone = await until(async () => (await open()) === 0, WORK_MS, 500);
  return [...(isDone ? [] : [`${await open()} orders of seats are still open`]), ...soldTwice(restored)];
}

/** A node on the restored database: what it shows, takes and sends. */
async function live(product: Product, restored: Product, name: string): Promise<string[]> {
  const env = { ...product.env, DATABASE_URL: product.database.faultyUrl(name) };
  const node = await makeNode(product.main, env, join(product.folder, 'restored.log'));
  try {
    await node.start();
    const problems = await smoke(node.address, restored);
    await restored.ask(`update outbox set next_try_at = now() - interval '1 minute' where recipient = $1`, [WAITING]);
    const isSent = await until(() => product.simulators.mailbox.messages(WAITING).length > 0, SEND_MS, 500);
    problems.push(...(await worksOff(restored)));
    await node.stop();
    const count = product.simulators.mailbox.messages(WAITING).length;
    return [...problems, ...(isSent && count === 1 ? [] : [`the mail that waited was sent ${count} times`])];
  } finally {
    await node.kill();
  }
}

/** Problems of the restored database, and of the product that works on it. */
async function objectionsTo(
  product: Product,
  name: string,
  { backup, before }: { backup: string; before: readonly Acknowledged[] },
): Promise<string[]> {
  const url = product.database.directUrl(name);
  const failure = await runCommand(product, 'restore', ['--from', backup], url).then(() => undefined, messageOf);
  if (failure !== undefined) return [`${HALF}: ${failure}`];
  const restored: Product = { ...product, ask: (text, values) => ask(url, text, values) };
  const rows = await compareRows(url, backup, before);
  return [...rows, ...(await compareMoment(restored)), ...(await live(product, restored, name))];
}

const acknowledged = (works: readonly Workload[]): Acknowledged[] =>
  works.flatMap(({ actions }) => actions.filter((action) => action.acknowledged));

/** A backup is taken while people write, the product dies, and another begins where the backup was. */
export const backupRestored: Round = {
  id: 'R-15b',
  title: 'backup under load, restored',
  barMs: 2_000,
  nodes: 1,
  async run(product, works) {
    const backup = join(product.folder, 'backup');
    await queueOne(product);
    const { probe, stop } = startWriters(product, works);
    await pause(2_000);
    const problems = await letOrdersWait(product);
    await pause(1_000);
    const before = acknowledged(works);
    await runCommand(product, 'backup', ['--to', backup], product.env.DATABASE_URL);
    await pause(1_000);
    await stop();
    const outages = probe.outages();
    const seats = works.find(({ name }) => name === 'seats');
    problems.push(...(await carryOut(product, seats)));
    await Promise.all(product.nodes.map((node) => node.kill()));

    const name = await product.database.empty();
    try {
      problems.push(...(await objectionsTo(product, name, { backup, before })));
      await Promise.all(product.nodes.map((node) => node.start()));
      const note = `${before.length} writes were acknowledged before the backup began; other answers: ${probe.others()}`;
      return { rounds: 1, injected: 1, ...outages, problems: [...problems, ...probe.problems()], note };
    } finally {
      await product.database.drop(name);
    }
  },
};
