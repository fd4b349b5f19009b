import type { InputOf } from '@desk/contract/call';
import { deadlines, DEADLINES_PAGE } from '@desk/contract/renewal-work/deadlines';
import { instructions } from '@desk/contract/renewal-work/instructions';
import { reminders, type PlannedReminder } from '@desk/contract/renewal-work/reminders';
import { myDay, WORK_PAGE, type WorkItem } from '@desk/contract/renewal-work/my-day';
import pMap from 'p-map';
import type { Listed, Seen, ShownReminder, TermId } from '../oracle/seen.ts';
import { AT_ONCE, type Person } from '../people/calls.ts';

async function pages<T>(count: number, size: number, page: (n: number) => Promise<readonly T[]>): Promise<T[]> {
  const numbers = Array.from({ length: Math.max(0, Math.ceil(count / size)) }, (_, n) => n);
  return (await pMap(numbers, page, { concurrency: AT_ONCE })).flat();
}

type Asked = Omit<InputOf<typeof myDay.list>, 'group' | 'from'>;

/** All items of a list, whose screen shows the first of each group. */
async function allOf(person: Person, asked: Asked): Promise<{ items: WorkItem[]; unassigned: number }> {
  const { reply } = await person.calls(myDay.list, asked);
  const items: WorkItem[] = [];
  for (const { group, count, items: first } of reply.groups) {
    const rest = await pages(count - first.length, WORK_PAGE, async (n) => {
      const more = await person.calls(myDay.list, { ...asked, group, from: (n + 1) * WORK_PAGE });
      return more.reply.groups.flatMap((one) => one.items);
    });
    items.push(...first, ...rest);
  }
  return { items, unassigned: reply.unassigned ?? 0 };
}

/** Who is not there, by account, and who looks at what they have meanwhile. */
export type Covers = ReadonlyMap<number, Person>;

/** What covers see of what somebody else has: renewals. */
async function covered(covers: Covers): Promise<ReadonlySet<number>> {
  const lists = [...new Set(covers.values())].map((cover) => allOf(cover, { scope: 'covering' }));
  return new Set((await Promise.all(lists)).flatMap(({ items }) => items.map(({ renewal_id }) => renewal_id)));
}

/** Every list of one evening: in whose each open renewal stands. What stands in that of somebody who is not there alone stands in none. */
export async function eveningLists(
  manager: Person,
  covers: Covers,
  termOf: (item: WorkItem) => TermId | undefined,
): Promise<Listed[]> {
  const { items, unassigned } = await allOf(manager, { scope: 'team' });
  const seen = await covered(covers);
  // Who has nothing in it does not open Unassigned.
  const lying = unassigned === 0 ? [] : (await allOf(manager, { scope: 'team', account_id: 0 })).items;
  const nobodys = new Set(lying.map(({ renewal_id }) => renewal_id));
  const isInAList = ({ renewal_id: id, owner }: WorkItem): boolean => {
    if (nobodys.has(id)) return true;
    return owner !== null && (!covers.has(owner.account_id) || seen.has(id));
  };
  const of = new Map<TermId, Listed>();
  for (const item of items) {
    const term = termOf(item);
    if (term === undefined || !isInAList(item)) continue;
    const { owner, days_late: daysLate, last_safe_day: lastSafeDay, sentence } = item;
    of.set(term, { term, person: owner?.name ?? null, daysLate, lastSafeDay, sentence });
  }
  return [...of.values()];
}

/** What a manager's list of deadlines shows as undecided or blocked, by domain and instant of the end. */
export async function escalated(manager: Person): Promise<{ domain: string; at: number }[]> {
  const rows: { domain: string; at: number }[] = [];
  for (const show of ['month', 'blocked'] as const) {
    for (let page = 1, more = true; more; page += 1) {
      const { reply } = await manager.calls(deadlines.list, { of: 'team', show, page });
      rows.push(...reply.deadlines.map(({ domain_name, at }) => ({ domain: domain_name, at: Date.parse(at) })));
      more = reply.deadlines.length === DEADLINES_PAGE;
    }
  }
  return rows;
}

type LastSafeDay = Extract<Seen, { kind: 'last safe day' }>['instruction'];

/** What a person reads of what was asked of the provider for a renewal. */
export async function instructionOf(person: Person, renewalId: number): Promise<LastSafeDay> {
  const { reply } = await person.calls(instructions.list, { renewal_id: renewalId, page: 1 });
  const [newest] = reply.instructions;
  if (newest === undefined) return null;
  const { state, reason, read_back_at: readBackAt } = newest;
  return { state, reason, readBackAt };
}

/** What became of its mail tells what became of a reminder. */
function shownState({ state, message }: PlannedReminder): ShownReminder['state'] {
  if (state !== 'sent' || message === null || message.state === 'sent') return state;
  return message.state === 'queued' ? 'planned' : 'skipped';
}

/** What a person is shown of the reminders of a renewal. */
export async function remindersOf(person: Person, renewalId: number): Promise<ShownReminder[]> {
  const { reply } = await person.calls(reminders.list, { renewal_id: renewalId });
  return reply.reminders.map((one) => ({
    step: one.days_before === null ? 'a step of before' : `${one.days_before} days before`,
    ...{
      to: one.recipient,
      dueOn: one.due_on,
      state: shownState(one),
      reason: one.reason ?? one.message?.reason ?? null,
    },
  }));
}
