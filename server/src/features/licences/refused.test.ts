import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { nextActionsTable } from '../../platform/db/tables/work.ts';
import { mailsTo } from '../../testing/mails.ts';
import { googleWithSeats, type LicencesDesk } from './testing/licences-desk.ts';

const { google, client, openDesk } = googleWithSeats();
const NEITHER =
  'Somebody else changed the seats while the order was under way. ' +
  'Google has 40 seats now; look whether yours are among them.';
const NOTHING = 'Nothing was bought';

const mailOf = async (desk: LicencesDesk) => (await mailsTo(desk, 'ravi@acme.example')).map(({ text }) => text).join();

/** The same click once more meets what Google has now. */
async function isNotRepeated(desk: LicencesDesk, seats: number) {
  expect(await desk.ours()).toMatchObject({ numberOfSeats: seats });
  expect(await desk.renewal()).toMatchObject({ numberOfSeats: seats });
  expect((await desk.adds(10, 5)).status).toBe(409);
}

async function mayHaveBeenBought(desk: LicencesDesk) {
  expect(await desk.orders()).toMatchObject([
    { state: 'refused', reason: NEITHER, askedAt: expect.any(Date) as Date, seatsAfter: 15 },
  ]);
  expect(desk.atGoogle()).toEqual({ seats: 40, effects: [15, 40] });
  const mail = await mailOf(desk);
  expect(mail).toContain(NEITHER);
  expect(mail).not.toContain(NOTHING);
  expect(mail).not.toContain('could not be done');
  await isNotRepeated(desk, 40);
}

test('an order whose outcome was unknown is not called not bought when somebody changed the seats before the next look', async () => {
  const desk = await openDesk();
  google().faults.add({ kind: 'applied-but-answer-lost', method: 'subscriptions.changeSeats' });
  google().faults.add({ kind: 'unavailable', method: 'subscriptions.get', after: 2, times: 6 });
  await desk.adds(10, 5);
  await desk.tries();
  expect(await desk.orders()).toMatchObject([{ state: 'unknown' }]);
  google().state.setSeats(desk.externalId, 40);

  await desk.tries();

  await mayHaveBeenBought(desk);
});

test('nor is one that was overtaken between the question and the look after it', async () => {
  const desk = await openDesk();
  google().faults.add({ kind: 'applied-but-answer-lost', method: 'subscriptions.changeSeats' });
  const overtaken = client(20_000, () => {
    google().state.setSeats(desk.externalId, 40);
    return Promise.resolve();
  });
  desk.services.clients.providers = { google: overtaken };
  await desk.adds(10, 5);

  await desk.tries();

  await mayHaveBeenBought(desk);
});

test('nor is one that Google itself refused: its words are told, and what it has is taken over', async () => {
  const desk = await openDesk({ plan: 'TRIAL', seats: 5 });
  await desk.adds(5, 20);
  google().state.setSeats(desk.externalId, 6);

  await desk.tries();

  expect(await desk.orders()).toMatchObject([{ state: 'refused', askedAt: expect.any(Date) as Date }]);
  const mail = await mailOf(desk);
  expect(mail).toContain('Google says: "Invalid seats: at most 10 for plan TRIAL"');
  expect(mail).not.toContain(NOTHING);
  expect(await desk.ours()).toMatchObject({ maximumSeats: 6 });
  expect((await desk.adds(5, 20)).status).toBe(409);
});

test('where Google was never asked for seats nothing was bought, and what it has is taken over', async () => {
  const desk = await openDesk();
  await desk.adds(10, 5);
  google().state.setSeats(desk.externalId, 49_996);

  await desk.tries();

  expect(await desk.orders()).toMatchObject([{ state: 'refused', askedAt: null }]);
  expect(await mailOf(desk)).toContain(NOTHING);
  await isNotRepeated(desk, 49_996);
});

test('one that was asked for is given up without a word of nothing', async () => {
  const desk = await openDesk();
  google().faults.add({ kind: 'quotaExceeded', method: 'subscriptions.changeSeats', times: 6 });
  await desk.adds(10, 5);
  await desk.pool.query('update seat_orders set attempts = 29');

  await desk.tries();

  const reason = 'Google did not take the order for a day. Look at the seats before you order again.';
  expect(await desk.orders()).toMatchObject([{ state: 'refused', reason, askedAt: expect.any(Date) as Date }]);
  expect(await mailOf(desk)).not.toMatch(/nothing/i);
});

const plannedFor = async (desk: LicencesDesk) => {
  const { id } = await desk.renewal();
  return desk.db.select().from(nextActionsTable).where(eq(nextActionsTable.renewalId, id));
};

test('an order that failed is in the day of whoever has the renewal', async () => {
  const desk = await openDesk();
  await desk.adds(10, 5);
  google().state.setSeats(desk.externalId, 49_996);
  await desk.tries();

  expect(await plannedFor(desk)).toMatchObject([
    {
      kind: 'call',
      reason: expect.stringMatching(
        /^5 more seats were ordered on \d\d-\d\d-\d{4} at \d\d:\d\d, and that failed: .+ Look at the provider, and tell the customer\.$/,
      ) as string,
    },
  ]);
});

test('so is one of which nobody knows for more than an hour whether it was done, once', async () => {
  const desk = await openDesk();
  google().faults.add({ kind: 'applied-but-answer-lost', method: 'subscriptions.changeSeats' });
  google().faults.add({ kind: 'unavailable', method: 'subscriptions.get', after: 2, times: 60 });
  await desk.adds(10, 5);
  await desk.tries();
  expect(await plannedFor(desk)).toEqual([]);
  await desk.pool.query(`update seat_orders set created_at = created_at - interval '2 hours'`);
  await desk.tries();
  await desk.tries();

  expect(await desk.orders()).toMatchObject([{ state: 'unknown' }]);
  expect(await plannedFor(desk)).toMatchObject([
    {
      reason: expect.stringMatching(
        /^5 more seats were ordered on .+, and the provider has not said for more than an hour whether they are bought\. Look there\.$/,
      ) as string,
    },
  ]);
});
