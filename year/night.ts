import { sync } from '@desk/contract/sync';
import { setTimeout as pause } from 'node:timers/promises';
import { instantOf } from './clock.ts';
import type { Year } from './open-year.ts';
import { ADMINISTRATORS } from './people/staff.ts';
import { callFaultOf, type FaultsOfDay } from './world/faults.ts';

const ALWAYS = 1_000_000_000;
const MINUTE = 60_000;
const DAY = 86_400_000;
/** Calls about terms that end within so many days can go wrong. */
const NEAR_DAYS = 75;
/** What tables hold changes most while the first terms come in; later a look at all of them is a tenth of the run. */
const daysBetweenAnalyses = (count: number): number => (count <= 60 ? 5 : 15);
/** So long after its night's work began a node is killed: while it does what the crontab begins, or works on the queue beside another. */
const KILL_AFTER_MS = [120, 1_500] as const;

/** What the product asks for a wish. */
const WRITES = [
  'subscriptions.changeRenewalSettings',
  'subscriptions.changePlan',
  'subscriptions.changeSeats',
] as const;

const unavailable = { kind: 'unavailable', times: ALWAYS } as const;

/** Kills a node in the middle of what it does, and starts it again. */
async function killAtWork({ product, note, turn, now }: Year, day: string, count: number): Promise<void> {
  const work = product.work('scheduled').catch(() => undefined);
  await pause(KILL_AFTER_MS[count % KILL_AFTER_MS.length]);
  await product.kill();
  await work;
  note({ kind: 'fault', at: now(), what: 'the node was killed at its work' });
  // By then what it held is free for those that live.
  await turn(instantOf(day, '02:40'));
  await product.work('scheduled');
  await product.restart();
}

/** Each call about a subscription may fail once in a day; which ones is drawn. */
function loadCallFaults({ random, watch, external, now }: Year, count: number): void {
  for (const { subscriptionId, endsAt } of watch.running()) {
    if (endsAt - now() > NEAR_DAYS * DAY) continue;
    const fault = callFaultOf(random, subscriptionId, count);
    if (fault === undefined) continue;
    const { kind } = fault;
    if (fault.isOfWrites) for (const method of WRITES) external.google.faults.add({ kind, subscriptionId, method });
    else external.google.faults.add({ kind, subscriptionId });
  }
}

/** Whether all that the provider has was read in this night. */
async function noteReading({ session, note }: Year, since: number): Promise<void> {
  const { reply } = await (await session(ADMINISTRATORS[0])).calls(sync.runs, {});
  const [newest] = reply.runs;
  if (newest?.state === 'done' && Date.parse(newest.started_at) >= since) note({ kind: 'provider read', at: since });
}

/** What happens at the provider, the sync, and what it finds; and what breaks meanwhile. */
export async function playNight(year: Year, day: string, count: number, faults: FaultsOfDay): Promise<void> {
  const { external, turn, product, note, now } = year;
  const { google, mailbox } = external;
  google.faults.clear();
  await turn(instantOf(day, '01:00'));
  year.playCustomerEvents(google.state, count);
  year.refresh();
  if (faults.provider === 'down all day') {
    google.faults.add(unavailable);
    note({ kind: 'fault', at: now(), what: 'the provider answers nothing all day' });
  }
  if (faults.isMailDown) {
    mailbox.faults.next({ kind: '450', times: ALWAYS });
    note({ kind: 'fault', at: now(), what: 'the mail server takes nothing for nine hours' });
  }
  if (count % daysBetweenAnalyses(count) === 0) await external.analyze();
  await turn(instantOf(day, '02:15'));
  if (faults.isNodeKilled) await killAtWork(year, day, count);
  await product.work('scheduled');
  await turn(instantOf(day, '04:45') + faults.clockStep * MINUTE);
  await product.work();
  await noteReading(year, instantOf(day, '02:15'));
  loadCallFaults(year, count);
  if (faults.provider === 'down while people work') google.faults.add(unavailable);
  if (faults.isDatabaseRestarted) {
    await external.restartDatabase();
    note({ kind: 'fault', at: now(), what: 'the database was restarted' });
  }
}

/** What was broken is repaired. */
export function repair({ external }: Year, faults: FaultsOfDay): void {
  if (faults.provider === 'down while people work') external.google.faults.clear();
  if (faults.isMailDown) external.mailbox.faults.clear();
}
