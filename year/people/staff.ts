import { myDay, type WorkItem } from '@desk/contract/renewal-work/my-day';
import { leave } from '@desk/contract/renewal-work/leave';
import { handOver } from '@desk/contract/renewal-work/hand-over';
import { admins } from '@desk/contract/admins';
import pMap from 'p-map';
import type { Days } from '../days.ts';
import { addDays } from '../oracle/calendar.ts';
import type { Covers } from '../watch/lists.ts';
import { AT_ONCE, type Person } from './calls.ts';
import type { handlerOf } from './item.ts';

export const MEMBERS = Array.from({ length: 10 }, (_, n) => `member-${String(n + 1).padStart(2, '0')}@desk.example`);
export const ADMINISTRATORS = ['first-admin@desk.example', 'second-admin@desk.example'] as const;
/** So many items a person gets through in a day. */
const CAPACITY = 25;

/** What befalls the team, in days of the run. */
const LEAVES = [
  { who: [0], from: 14, to: 18, cover: 1 },
  { who: [5, 6, 7, 8, 9], from: 35, to: 46, cover: 2 },
] as const;
/** So many days before it begins, which may be a Monday, a leave is entered. */
const ENTERED_BEFORE = 4;
const LEAVERS = [
  { who: 3, on: 28 },
  { who: 4, on: 63 },
] as const;
/** Somebody looks at nothing any more, and nobody was asked to cover. */
const FORGETS = { who: 2, from: 56, to: 77 } as const;
/** A manager takes work away from whoever has left it for so many days. */
const TOO_LONG = 7;

interface Team {
  readonly days: Days;
  readonly dayOfRun: (today: string) => number;
  readonly session: (email: string) => Promise<Person>;
  readonly handler: ReturnType<typeof handlerOf>;
}

/** Twelve people who work the lists that the product shows them, and what befalls them. */
export function makeStaff({ days, dayOfRun, session, handler }: Team, first: string) {
  const gone = new Set<string>();
  const entered = new Set<number>();
  const emailOf = (who: number): string => MEMBERS[who] ?? MEMBERS[0] ?? '';
  const isAway = (email: string, today: string): boolean => {
    const day = dayOfRun(today);
    return LEAVES.some(({ who, from, to }) => who.some((one) => emailOf(one) === email) && day >= from && day <= to);
  };
  const forgets = (email: string, today: string): boolean => {
    const day = dayOfRun(today);
    return emailOf(FORGETS.who) === email && day >= FORGETS.from && day <= FORGETS.to;
  };
  const isThere = (email: string, today: string): boolean =>
    !gone.has(email) && !isAway(email, today) && !forgets(email, today);

  async function itemsOf(person: Person): Promise<WorkItem[]> {
    const urgent = ['overdue', 'today'] as const;
    const own = await person.calls(myDay.list, { scope: 'mine' });
    const covering = own.reply.covering.length > 0 ? [await person.calls(myDay.list, { scope: 'covering' })] : [];
    const groups = [own, ...covering].flatMap(({ reply }) => reply.groups);
    return urgent.flatMap((name) => groups.filter(({ group }) => group === name).flatMap(({ items }) => items)).slice(0, CAPACITY); // prettier-ignore
  }

  async function enterLeaves(admin: Person, today: string): Promise<void> {
    const day = dayOfRun(today);
    for (const one of LEAVES.filter(({ from }) => day >= from - ENTERED_BEFORE && !entered.has(from))) {
      const { who, from, to, cover } = one;
      entered.add(from);
      const covers = await session(emailOf(cover));
      for (const away of who) {
        const { accountId } = await session(emailOf(away));
        const [begins, ends] = [addDays(first, from), addDays(first, to)];
        const wanted = { account_id: accountId, from: begins, to: ends, cover_id: covers.accountId };
        const { status, message } = await admin.calls(leave.add, wanted);
        if (status !== 200) throw new Error(`A leave was refused: ${message}`);
      }
    }
  }

  /** Gives what somebody has to all who are there. */
  async function spread(admin: Person, from: { account_id: number } | { hand_over_id: number }, today: string) {
    const people = await Promise.all(MEMBERS.filter((email) => isThere(email, today)).map(session));
    const ids = people.map(({ accountId }) => accountId);
    const previewed = await admin.calls(handOver.preview, { from, people: ids, share: 'round_robin' });
    if (previewed.status !== 200 || previewed.reply.rows.length === 0) return;
    await admin.calls(handOver.give, { from, rows: [...previewed.reply.rows] });
  }

  async function letGo(admin: Person, today: string): Promise<void> {
    for (const { who, on } of LEAVERS) {
      const email = emailOf(who);
      if (dayOfRun(today) < on || gone.has(email)) continue;
      const { accountId } = await session(email);
      const { reply } = await admin.calls(admins.update, { formData: { admin_id: accountId, status: 'SUSPENDED' } });
      gone.add(email);
      if (reply.hand_over_id !== undefined) await spread(admin, { hand_over_id: reply.hand_over_id }, today);
    }
  }

  /** Once a week a manager looks at who has left work lying, and at what is nobody's each day. */
  async function manage(admin: Person, today: string): Promise<void> {
    await spread(admin, { account_id: 0 }, today);
    const { reply } = await admin.calls(myDay.people, {});
    for (const { account, oldest, overdue } of reply.people) {
      if (account === null || overdue === 0 || oldest === null) continue;
      if (days.businessAfter(oldest, TOO_LONG) < today) await spread(admin, { account_id: account.account_id }, today);
    }
  }

  return {
    async work(today: string): Promise<void> {
      const [boss, ...others] = await Promise.all(ADMINISTRATORS.map(session));
      if (boss === undefined) throw new Error('Somebody manages.');
      await letGo(boss, today);
      await enterLeaves(boss, today);
      await manage(boss, today);
      const there = await Promise.all(MEMBERS.filter((email) => isThere(email, today)).map(session));
      const people = [...there, boss, ...others];
      const lists = await Promise.all(people.map(async (person) => ({ person, items: await itemsOf(person) })));
      // Two may see what waits for a word; whoever comes second sees that it was given.
      const approved = new Set<number>();
      const work = async ({ person, items }: (typeof lists)[number]): Promise<void> => {
        await handler.correct(person, today);
        for (const item of items) {
          if (item.act === 'approve' && approved.has(item.instruction_id ?? 0)) continue;
          if (handler.isLeftToday(item, today)) continue;
          if (item.act === 'approve') approved.add(item.instruction_id ?? 0);
          await handler.handle(person, item, today);
        }
      };
      // Each works through their own list, all of them at the same time.
      await Promise.all(lists.map(work));
    },
    /** Who looks at what somebody has whose leave was entered. */
    async covers(today: string): Promise<Covers> {
      const day = dayOfRun(today);
      const running = LEAVES.filter(({ from, to }) => entered.has(from) && day >= from && day <= to);
      const pairs = running.flatMap(({ who, cover }) =>
        who.map(async (one) => {
          const [away, covers] = await Promise.all([session(emailOf(one)), session(emailOf(cover))]);
          return [away.accountId, covers] as const;
        }),
      );
      return new Map(await Promise.all(pairs));
    },
    /** Who approves does so once more before the day is over: what was asked for today has waited long enough. */
    async approve(today: string): Promise<void> {
      for (const person of await Promise.all(ADMINISTRATORS.map(session))) {
        const items = await itemsOf(person);
        const waiting = items.filter(({ act }) => act === 'approve');
        await pMap(waiting, (item) => handler.handle(person, item, today), { concurrency: AT_ONCE });
      }
    },
  };
}
