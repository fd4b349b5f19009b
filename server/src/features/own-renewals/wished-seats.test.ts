import { ownRenewals } from '@desk/contract/own-renewals';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { domainsTable } from '../../platform/db/tables/customers.ts';
import { deadlinesTable } from '../../platform/db/tables/deadlines.ts';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { renewalDecisionsTable } from '../../platform/db/tables/renewal-decisions.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';

const NOW = new Date('2026-11-01T06:00:00Z');

interface Sold {
  readonly bought?: number;
  readonly used?: number | null;
  readonly sku?: string;
}

/** Ravi, whose renewal it is, and a way to wish for seats. */
async function sold({ bought = 40, used = 22, sku = 'Google Workspace Enterprise Plus' }: Sold = {}) {
  const desk = await testServer({ now: () => NOW });
  const { db } = desk;
  const ravi = await desk.as({ email: 'ravi@acme.example', kind: 'customer' });
  const { id, subscriptionId } = await makeRenewal(db, {
    ...{ renewsOn: '2026-12-02', seats: bought, sku, subscription: { licensedSeats: used } },
  });
  await db.update(domainsTable).set({ ownerId: ravi.id });
  return {
    ...{ db, ravi, id, subscriptionId },
    wishes: (seats: number, more: object = {}) =>
      ravi.calls(ownRenewals.decide, { renewal_id: id, decision: 'change', seats, ...more }),
    written: async () => [await db.$count(renewalDecisionsTable), await db.$count(outboxTable)],
  };
}

test.each([
  [{ used: 22 }, 21, '22 people use a seat. Choose 22 or more, or take seats from people first and come back.'],
  [
    { used: 22, bought: 22 },
    3,
    '22 people use a seat. Choose 22 or more, or take seats from people first and come back.',
  ],
  [
    { sku: 'Google Workspace Business Plus', bought: 250 },
    301,
    'Google Workspace Business Plus ends at 300 users: more of them needs Enterprise. Choose “Talk to us first”, and we prepare it.',
  ],
])(
  'of %j a wish for %i seats is refused at its field in the words of the link, and nothing is written',
  async (facts, seats, message) => {
    const { wishes, written } = await sold(facts);

    const { status, reply } = await wishes(seats, { plan_name: 'ANNUAL', comment: 'canary' });

    expect({ status, reply }).toMatchObject({ status: 422, reply: { message, fields: [{ path: 'seats', message }] } });
    expect(await written()).toEqual([0, 0]);
  },
);

test.each([
  ['as many as are in use', { used: 22 }, 22],
  ['fewer where nobody knows how many are', { used: null }, 3],
  ['as many as a Business edition has', { sku: 'Google Workspace Business Plus', bought: 250 }, 300],
  ['fewer of a Business edition that has more already', { sku: 'Google Workspace Business Plus', bought: 747 }, 560],
  ['more of another edition', {}, 301],
])('%s can be wished for', async (_, facts, seats) => {
  const { wishes } = await sold(facts);
  expect((await wishes(seats)).status).toBe(200);
});

test('what is closed, or whose last day has passed, says so whatever is wished', async () => {
  const { db, wishes, subscriptionId, id } = await sold();
  await db.insert(deadlinesTable).values({
    ...({ subscriptionId, kind: 'change', state: 'open' } as const),
    ...{ at: new Date('2026-10-31T18:30:00Z'), day: '2026-10-31', lastSafeDay: '2026-10-30' },
  });
  expect(await wishes(3)).toMatchObject({
    status: 422,
    reply: { message: 'The last day to decide has passed. Please call us.' },
  });

  await db.update(renewalsTable).set({ state: 'closed', closedBecause: 'renewed' }).where(eq(renewalsTable.id, id));
  expect((await wishes(3)).status).toBe(409);
});
