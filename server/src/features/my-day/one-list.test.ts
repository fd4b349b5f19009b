import { myDay, type WorkItem } from '@desk/contract/renewal-work/my-day';
import { LIVE_STATES } from '@desk/contract/rules/instruction';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findUncovered } from '../../domain/work-items/coverage.ts';
import { handOverWork } from '../../domain/work-items/hand-over.ts';
import { accountsTable, sessionsTable } from '../../platform/db/tables/accounts.ts';
import { memberTagsTable } from '../../platform/db/tables/team.ts';
import { addDays } from '../../platform/time/days.ts';
import { makeAddOn } from '../../testing/add-ons.ts';
import { drawn } from '../../testing/depth.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';

const EVENTS = drawn(2_000, 10_000);
/** After so many events the lists of all are looked at. */
const EVENTS_BETWEEN_LOOKS = 250;
const LIVE = sql.param([...LIVE_STATES]);
const [MEMBERS, RENEWALS, ADD_ONS] = [6, 40, 12];

/** Draws the same numbers each time. */
function drawing(seed: number) {
  let state = seed;
  const below = (count: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const of = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  return { below, of };
}

async function world() {
  let today = '2026-11-23';
  const server = await testServer({ now: () => new Date(`${today}T04:00:00Z`) });
  const boss = await server.as({
    email: 'boss@desk.example',
    name: 'Boss',
    menus: ['get_renewal_data', 'manager_renewal_team'],
  });
  const callers = new Map<number, typeof boss>();
  const named = Array.from({ length: MEMBERS }, (_, at) => `m${String(at)}@desk.example`);
  const people = [];
  for (const email of named) people.push(await server.as({ email, role: 'RMEMBER', menus: ['get_monthly_renewal'] }));
  const accounts = await server.db.select({ id: accountsTable.id, email: accountsTable.email }).from(accountsTable);
  const idOf = (email: string) => accounts.find((one) => one.email === email)?.id ?? 0;
  const ids = named.map(idOf);
  for (const [at, who] of people.entries()) callers.set(ids[at] ?? 0, who);
  callers.set(idOf('boss@desk.example'), boss);
  // The first manages the others; over the first there is nobody.
  for (const accountId of ids.slice(1, -1))
    await server.db.insert(memberTagsTable).values({ accountId, managerId: ids[0] ?? 0 });
  const renewals: number[] = [];
  for (let at = 0; at < RENEWALS; at += 1)
    renewals.push((await makeRenewal(server.db, { domain: `d${String(at)}.example`, renewsOn: '2027-01-15' })).id);
  const holders = new Map<number, typeof boss>();
  for (const email of ['h0@desk.example', 'h1@desk.example']) {
    const holder = await server.as({ email, role: 'ADEPLOY', menus: ['axima_domains'] });
    holders.set(holder.id, holder);
  }
  const addOns: number[] = [];
  for (let at = 0; at < ADD_ONS; at += 1)
    addOns.push((await makeAddOn(server.db, { domain: `a${String(at)}.example`, renewalDate: '2027-01-15' })).id);
  const nextDay = async () => {
    today = addDays(today, 1);
    const now = new Date(`${today}T04:00:00Z`);
    await server.db.update(sessionsTable).set({ seenAt: now, endsAt: new Date(now.getTime() + 3_600_000) });
  };
  return {
    server,
    boss,
    bossId: idOf('boss@desk.example'),
    callers,
    holders,
    ids,
    renewals,
    addOns,
    nextDay,
    today: () => today,
  };
}
type World = Awaited<ReturnType<typeof world>>;
type Caller = World['boss'];

/** All items of a list, page by page. */
async function itemsOf(caller: Caller, ask: { scope: 'mine' | 'covering' | 'team'; account_id?: number }) {
  const { reply } = await caller.calls(myDay.list, ask);
  const items = [];
  for (const { group, count, items: first } of reply.groups) {
    items.push(...first);
    for (let from = first.length; from < count && from > 0; from += 25)
      items.push(...((await caller.calls(myDay.list, { ...ask, group, from })).reply.groups[0]?.items ?? []));
  }
  return items;
}

/** What stands at the provider, what rests with the customer, and what somebody has put off by hand may wait over the end. */
const MAY_WAIT = /^(Set at the provider|Suspended with the customer|.* and so it is set at the provider)/;
const isUnseen = ({ group, sentence, planned, ...item }: WorkItem, today: string): boolean =>
  (group === 'later' || group === 'waiting') &&
  (item.last_safe_day ?? item.renewal_date) <= today &&
  planned === null &&
  !MAY_WAIT.test(sentence);

/** In how many lists of those who are there each open renewal stands, by its number. What one is only asked to approve is somebody else's. */
async function standing({ server, boss, callers, today }: World): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  const count = (item: WorkItem) => {
    expect(isUnseen(item, today()), `${item.day} ${item.group}: ${item.sentence}`).toBe(false);
    found.set(item.renewal_id, (found.get(item.renewal_id) ?? 0) + 1);
  };
  const { rows } = await server.db.execute<{ id: number }>(sql`select a.id from accounts a where a.status = 'ACTIVE'
    and not exists (select from leaves l where l.account_id = a.id and ${today()} between l.from_day and l.to_day)`);
  for (const { id } of rows) {
    const caller = callers.get(id);
    if (!caller) continue;
    for (const item of await itemsOf(caller, { scope: 'mine' })) if (item.owner?.account_id === id) count(item);
    for (const item of await itemsOf(caller, { scope: 'covering' })) count(item);
  }
  for (const item of await itemsOf(boss, { scope: 'team', account_id: 0 })) count(item);
  return found;
}

/** The add-ons that somebody finds in My day, by their numbers; null: they may not look. */
async function addOnsOf(caller: Caller): Promise<readonly number[] | null> {
  const { status, reply } = await caller.calls(myDay.addOns, { most: ADD_ONS });
  return status === 200
    ? reply.items.map((item) => item.axima_subscription_id).toSorted((one, other) => one - other)
    : null;
}

/** Add-ons are in one list, which is the same to all who are there and have its screen; where nobody is, the nightly look finds them. */
async function expectAddOns({ server, holders, callers, today }: World) {
  const { rows } = await server.db.execute<{ id: number; name: string }>(sql`select x.id, d.name::text as name
    from axima_subscriptions x join axima_domains d on d.id = x.domain_id
    where coalesce(x.status, '') <> 'Cancelled' and x.renewal_date - 60 <= ${today()}::date order by x.id`);
  const active = await server.db.execute<{ id: number }>(sql`select id from accounts where status = 'ACTIVE'`);
  const there = active.rows.flatMap(({ id }) => holders.get(id) ?? []);
  for (const holder of there) expect(await addOnsOf(holder)).toEqual(rows.map(({ id }) => id));
  for (const [id, caller] of callers)
    if (active.rows.some((one) => one.id === id)) expect(await addOnsOf(caller)).toBeNull();
  await findUncovered(server.db, today());
  const found = await server.db.execute<{ name: string }>(
    sql`select name from coverage_findings where kind = 'add_on_unseen' order by id`,
  );
  expect(found.rows.map(({ name }) => name).toSorted()).toEqual(
    there.length > 0 ? [] : rows.map(({ name }) => name).toSorted(),
  );
  return { isSeen: there.length > 0, count: rows.length };
}

type Event = (world: World, draw: ReturnType<typeof drawing>) => Promise<unknown>;
const run = ({ server }: World, query: ReturnType<typeof sql>) => server.db.execute(query);
const EVENT: Readonly<Record<string, Event>> = {
  assign: (w, { of }) =>
    run(
      w,
      sql`update renewals set assigned_to_id = ${of([...w.ids, w.bossId, null])}::int where id = ${of(w.renewals)}`,
    ),
  leave: (w, { of, below }) => {
    const [person, cover] = [of(w.ids), of(w.ids)];
    if (person === cover) return Promise.resolve();
    const from = addDays(w.today(), below(4));
    return run(
      w,
      sql`insert into leaves (account_id, cover_id, from_day, to_day, created_by_id, created_at)
      values (${person}, ${cover}, ${from}, ${addDays(from, below(10))}, ${w.bossId}, '2026-11-23Z')`,
    );
  },
  returned: (w, { of }) => run(w, sql`delete from leaves where account_id = ${of(w.ids)}`),
  suspend: async (w, { of }) => {
    const [person, reason] = [of(w.ids), { ip: '127.0.0.1', requestId: 'x' }];
    await w.server.db.transaction(async (tx) => {
      await tx.execute(sql`update accounts set status = 'SUSPENDED' where id = ${person}`);
      const actor = { id: w.bossId, email: 'boss@desk.example' };
      await handOverWork(tx, { actor, client: reason } as never, { accountId: person, today: w.today() });
    });
  },
  restore: (w, { of }) => run(w, sql`update accounts set status = 'ACTIVE' where id = ${of(w.ids)}`),
  decide: (w, { of }) => {
    const status = of(['Confirmation Received', 'In Discussion', 'Lost', 'Suspended', 'Upgrade', null]);
    return run(w, sql`update renewals set confirmation_status = ${status} where id = ${of(w.renewals)}`);
  },
  wish: (w, { of }) => {
    const state = of(LIVE_STATES);
    const isNotified = state === 'blocked' || state === 'drifted' || of([true, false]);
    return run(
      w,
      sql`insert into instructions (renewal_id, outcome, source, requested_by_id, approval_reasons, state, reason, term_ends_at, approved_at, approved_by_id, created_at, changed_at, next_try_at)
      select r.id, 'end', 'staff', ${of(w.ids)}, ${of(['{end}', '{}'])}::text[], ${state}, ${isNotified ? 'No answer.' : null}, ${of(['2027-01-15Z', null])}::timestamptz,
        '2026-11-23Z', ${w.bossId}, '2026-11-23Z', '2026-11-23Z', '2026-11-23Z'
      from renewals r where r.id = ${of(w.renewals)} and r.state = 'open'
        and not exists (select from instructions i where i.renewal_id = r.id and i.state = any(${LIVE}))`,
    );
  },
  fulfil: (w, { of }) => run(w, sql`update instructions set state = 'fulfilled' where renewal_id = ${of(w.renewals)}`),
  end: (w, { of }) =>
    run(w, sql`update renewals set state = 'closed', closed_because = 'ended' where id = ${of(w.renewals)}`),
  sync: (w, { of }) =>
    run(w, sql`update renewals set state = 'open', closed_because = null where id = ${of(w.renewals)}`),
  addOnRenewed: (w, { of, below }) =>
    run(
      w,
      sql`update axima_subscriptions set renewal_date = ${addDays(w.today(), below(200) - 30)} where id = ${of(w.addOns)}`,
    ),
  addOnStatus: (w, { of }) =>
    run(
      w,
      sql`update axima_subscriptions set status = ${of(['Cancelled', 'Done', 'On-Hold', null])} where id = ${of(w.addOns)}`,
    ),
  holder: (w, { of }) =>
    run(w, sql`update accounts set status = ${of(['ACTIVE', 'SUSPENDED'])} where id = ${of([...w.holders.keys()])}`),
  plan: (w, { of, below }) =>
    run(
      w,
      sql`insert into next_actions (renewal_id, kind, day, reason, set_by_id, changed_at)
      values (${of(w.renewals)}, ${of(['call', 'wait'])}, ${addDays(w.today(), below(9))}, 'x', ${w.bossId}, '2026-11-23Z')
      on conflict (renewal_id) do update set day = excluded.day, kind = excluded.kind`,
    ),
};

test(
  `after ${String(EVENTS)} events every open renewal stands in exactly one list, or is Unassigned, and each add-on in the one of add-ons`,
  { timeout: 300_000 },
  async () => {
    const w = await world();
    const draw = drawing(20_261_123);
    const events = Object.values(EVENT);
    const looks: Awaited<ReturnType<typeof expectAddOns>>[] = [];
    for (let at = 1; at <= EVENTS; at += 1) {
      await draw.of(events)(w, draw);
      if (at % 50 === 0) await w.nextDay();
      if (at % EVENTS_BETWEEN_LOOKS !== 0) continue;
      const { rows } = await w.server.db.execute<{ id: number }>(sql`select r.id from renewals r where r.state = 'open'
        or exists (select from instructions i where i.renewal_id = r.id and i.state = any(${LIVE}))`);
      looks.push(await expectAddOns(w));
      const found = await standing(w);
      expect([...found].toSorted(([one], [other]) => one - other)).toEqual(
        rows.map(({ id }) => [id, 1]).toSorted(([one = 0], [other = 0]) => one - other),
      );
    }
    // There were looks at which somebody had add-ons to see, and such at which nobody was there to see them.
    for (const isSeen of [true, false]) expect(looks.some((one) => one.isSeen === isSeen && one.count > 0)).toBe(true);
  },
);
