import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { calendarOf } from '../../domain/calendar/calendar.ts';
import { reconcileDeadlines } from '../../domain/deadlines/reconcile.ts';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { instructionsTable } from '../../platform/db/tables/instructions.ts';
import { outboxTable as o } from '../../platform/db/tables/outbox.ts';
import { memberTagsTable } from '../../platform/db/tables/team.ts';
import { leavesTable } from '../../platform/db/tables/work.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';
import { tellOfDeadlines } from './jobs.ts';

const end = new Date('2026-12-01T00:00:00Z');
/** 08:30 in India; the last safe day is Friday 27 November. */
const morning = (day: string) => new Date(`2026-${day}T03:00:00Z`);

/** Tarun reports to Vikram; the renewal is Tarun's, and renews unless somebody acts. Root is an administrator. */
async function openDesk(manager: 'RMEMBER' | 'ADMIN' = 'RMEMBER') {
  let time = morning('10-28');
  const desk = await testServer({ now: () => time });
  const { db, services } = desk;
  const person = async (name: string, role: 'RMEMBER' | 'ADMIN') =>
    (await desk.account({ email: `${name.toLowerCase()}@desk.example`, name, role })).id;
  const [tarun, vikram, root] = [
    await person('Tarun', 'RMEMBER'),
    await person('Vikram', manager),
    await person('Root', 'ADMIN'),
  ];
  await db.insert(memberTagsTable).values({ accountId: tarun, managerId: vikram });
  const { id: renewalId } = await makeRenewal(db, {
    ...{ domain: 'acme.example', renewsOn: '2026-12-01' },
    subscription: { termEndAt: end, ifNobodyActs: 'renews' },
    renewal: { assignedToId: tarun },
  });
  await reconcileDeadlines(db, { now: time, calendar: await calendarOf(db, services.config) });
  return {
    ...{ db, tarun, vikram, root, account: person },
    ask: (own: Partial<typeof instructionsTable.$inferInsert>) =>
      db.insert(instructionsTable).values({
        ...({ renewalId, outcome: 'end', source: 'staff', approvalReasons: ['end'], termEndsAt: end } as const),
        ...{ requestedById: tarun, ...own },
      }),
    /** Who is mailed on a day. */
    on: async (day: string) => {
      time = morning(day);
      const before = await db.$count(o);
      await tellOfDeadlines(services);
      const mails = await db.select().from(o).orderBy(asc(o.id)).offset(before);
      return mails.map(({ recipient }) => recipient.replace('@desk.example', '')).sort();
    },
  };
}

const DAYS = ['10-28', '11-17', '11-23', '11-24', '11-25', '11-26', '11-27', '11-30'];
const allDays = async ({ on }: Awaited<ReturnType<typeof openDesk>>) => {
  const mailed: Record<string, string[]> = {};
  for (const day of DAYS) mailed[day] = await on(day);
  return mailed;
};
const none = { '11-25': [], '11-26': [], '11-30': [] };

test('what the manager asked for is brought before the administrator, three days before the last safe day, once', async () => {
  const desk = await openDesk();
  await desk.ask({ requestedById: desk.vikram });
  expect(await allDays(desk)).toEqual({
    ...{ '10-28': ['tarun'], '11-17': ['tarun'], '11-23': [], '11-24': ['root', 'tarun', 'vikram'] },
    ...{ '11-27': ['tarun', 'vikram'], ...none },
  });
});

test('who was alerted that nobody had decided is alerted once more that it waits for their approval', async () => {
  const desk = await openDesk('ADMIN');
  expect(await desk.on('11-24')).toEqual(['tarun', 'vikram']);
  await desk.ask({});
  expect(await desk.on('11-25')).toEqual(['root', 'vikram']);
  expect([await desk.on('11-26'), await desk.on('11-27'), await desk.on('11-30')]).toEqual([[], ['tarun'], []]);
});

test('an alert of the same morning is in one mail, which says to whom it is theirs to approve', async () => {
  const desk = await openDesk('ADMIN');
  await desk.ask({});
  expect(await desk.on('11-24')).toEqual(['root', 'tarun', 'vikram']);
  const asksThem = ({ body }: { body: string | null }) => body?.includes('1 of them waits for your approval.');
  const mails = await desk.db.select().from(o).orderBy(asc(o.recipient));
  expect(mails.map((mail) => [mail.recipient.split('@')[0], asksThem(mail)])).toEqual([
    ['root', true],
    ['tarun', false],
    ['vikram', true],
  ]);
});

const AWAY = { from: '2026-11-20', to: '2026-11-30' };

test.each([
  ['asked for it', (desk: Desk) => desk.ask({ requestedById: desk.root })],
  ['is away while somebody else is there', away],
  ['may not log in any more', suspended],
])('an administrator who %s is not alerted', async (_, make) => {
  const desk = await openDesk();
  await make(desk);
  expect(await desk.on('11-24')).toEqual(['tarun', 'vikram']);
});

type Desk = Awaited<ReturnType<typeof openDesk>>;
async function away(desk: Desk) {
  await desk.db
    .insert(leavesTable)
    .values({ accountId: desk.root, coverId: desk.tarun, createdById: desk.root, ...AWAY });
  await desk.ask({});
}
async function suspended(desk: Desk) {
  await desk.db.update(accountsTable).set({ status: 'SUSPENDED' }).where(eq(accountsTable.id, desk.root));
  await desk.ask({});
}

test('where whoever may approve is away, they are alerted all the same: rather they than nobody', async () => {
  const desk = await openDesk();
  await desk.ask({ requestedById: desk.vikram });
  await desk.db
    .insert(leavesTable)
    .values({ accountId: desk.root, coverId: desk.tarun, createdById: desk.root, ...AWAY });
  expect(await desk.on('11-24')).toEqual(['root', 'tarun', 'vikram']);
});

test('what is approved, or takes nobody else, is brought before no administrator', async () => {
  const desk = await openDesk();
  await desk.ask({ approvalReasons: [], outcome: 'flexible' });
  expect(await desk.on('11-24')).toEqual(['tarun', 'vikram']);
  await desk.db.update(instructionsTable).set({ approvalReasons: ['end'], state: 'approved', approvedAt: morning('11-25'), approvedById: desk.root }); // prettier-ignore
  expect(await desk.on('11-25')).toEqual([]);
});
