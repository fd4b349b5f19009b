import { axima, type AximaSubscription } from '@desk/contract/axima';
import type { AximaChanges, AximaField } from '@desk/contract/rules/axima-fields';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { deskWithAxima, newDomain } from './testing/desk-with-axima.ts';

type World = Awaited<ReturnType<typeof deskWithAxima>>;
const entriesOf = ({ desk }: World, action: string) =>
  desk.db.select().from(auditLogTable).where(eq(auditLogTable.action, action)).orderBy(auditLogTable.id);

/** Another value for every field that the form has. */
const ANOTHER: Required<AximaChanges> = {
  ticket_number: 'AX-202',
  name: 'Meera Shah',
  email: 'meera@acme.example',
  companyName: 'Acme Spices LLP',
  phoneNumber: '+91 60000 00002',
  tenant_name: 'acme-spices',
  user_count: 40,
  axima_product_name: 'Axima Mail Enterprise',
  comments: 'Migrated',
  order_id: 'SO-88',
  start_date: '2026-12-01',
  requested_by: 'Asha',
  field_distributor: 'South Distribution',
  billing_frequency: 'Monthly Monthly',
  status: 'Done',
  selling_price: '1600.00',
  buying_price: '1300.00',
  margin_percent: '18.75',
};
const FIELDS = Object.keys(ANOTHER) as AximaField[];

const WHOSE: [who: 'devika' | 'joseph' | 'sameer' | 'ananya' | 'ritika', fields: readonly AximaField[]][] = [
  ['devika', FIELDS.filter((field) => !['start_date', 'status'].includes(field))],
  ['joseph', ['ticket_number', 'email', 'phoneNumber', 'start_date', 'status']],
  ['sameer', []],
  ['ananya', []],
  ['ritika', []],
];

test.each(WHOSE)('%s changes %j and no other field, each logged', async (who, fields) => {
  const server = await deskWithAxima();
  const before = server.subscription;

  for (const field of FIELDS) {
    const formData = { [field]: ANOTHER[field] };
    const { status } = await server[who].calls(axima.update, { subscription_id: 1, formData, role: 'ADMIN' });
    const may = fields.includes(field);
    expect([field, status]).toEqual([field, may ? 200 : 403]);
    expect((await server.now())?.[field]).toBe(may ? ANOTHER[field] : before[field]);
  }

  const entries = await server.desk.db.select().from(auditLogTable).orderBy(auditLogTable.id);
  const messages = entries.filter(({ action }) => action.endsWith('_changed')).flatMap(({ changes }) => changes);
  const logged = messages.map(({ field }) => field).filter((field) => field !== 'renewal_date');
  expect(logged.toSorted()).toEqual([...fields].toSorted());
});

/** The form as the edit dialog sends it: all fields that it shows. */
const formOf = (subscription: AximaSubscription): AximaChanges =>
  Object.fromEntries(
    FIELDS.filter((field) => !field.includes('price') && !field.includes('margin')).map((field) => [
      field,
      subscription[field] ?? '',
    ]),
  );

test('locked fields that come back as they were are no change', async () => {
  const { joseph, subscription, now } = await deskWithAxima();

  const { status } = await joseph.calls(axima.update, {
    subscription_id: 1,
    version: subscription.version,
    formData: { ...formOf(subscription), status: 'Done', start_date: '2026-11-25' },
  });

  expect(status).toBe(200);
  expect(await now()).toEqual({
    ...subscription,
    status: 'Done',
    start_date: '2026-11-25',
    renewal_date: '2027-11-25',
    version: 2,
  });
});

test.each(['joseph', 'sameer', 'ritika'] as const)(
  '%s, who sees no prices, cannot find them out by guessing',
  async (who) => {
    const scene = await deskWithAxima();
    const { selling_price, buying_price, margin_percent } = scene.subscription;

    for (const [field, price] of Object.entries({ selling_price, buying_price, margin_percent }))
      for (const guess of [price ?? '', '99.99', '']) {
        const formData = { ticket_number: scene.subscription.ticket_number, [field]: guess };
        const { status } = await scene[who].calls(axima.update, { subscription_id: 1, formData });
        expect([field, guess, status]).toEqual([field, guess, 403]);
      }
  },
);

test('one locked field among allowed ones, and none of them is written', async () => {
  const { joseph, subscription, now } = await deskWithAxima();

  const answer = await joseph.calls(axima.update, {
    subscription_id: 1,
    formData: { status: 'Done', comments: 'by the way' },
  });

  expect(answer).toMatchObject({ status: 403, reply: { message: 'You are not allowed to change this field.' } });
  expect(await now()).toEqual(subscription);
});

test('the renewal date is made from the start date and the billing frequency, whatever the browser says', async () => {
  const { devika, joseph, now } = await deskWithAxima();
  const renewsOn = async (who: typeof devika, formData: AximaChanges) => {
    await who.calls(axima.update, { subscription_id: 1, formData, renewal_date: '2099-01-01' });
    return (await now())?.renewal_date;
  };

  expect(await renewsOn(joseph, { start_date: '2026-12-01' })).toBe('2027-12-01');
  expect(await renewsOn(devika, { billing_frequency: 'Monthly Monthly' })).toBe('2026-12-31');
  expect(await renewsOn(devika, { comments: 'nothing to do with it' })).toBe('2026-12-31');
  expect(await renewsOn(devika, { billing_frequency: 'Monthly Annual' })).toBe('2027-12-01');
  expect(await renewsOn(joseph, { start_date: '' })).toBe('2027-11-21');
});

test('a start is taken from a year back to a year ahead of today', async () => {
  const { joseph, now } = await deskWithAxima();
  const start = async (start_date: string) => {
    const { status } = await joseph.calls(axima.update, { subscription_id: 1, formData: { start_date } });
    return [status, (await now())?.start_date];
  };

  expect(await start('2025-11-20')).toEqual([400, null]);
  expect(await start('2026-02-30')).toEqual([400, null]);
  expect(await start('2025-11-21')).toEqual([200, '2025-11-21']);
  expect(await start('2027-11-22')).toEqual([400, '2025-11-21']);
  expect(await start('2027-11-21')).toEqual([200, '2027-11-21']);
});

test('a form that was opened before a colleague saved is refused, and the colleague keeps what was saved', async () => {
  const { devika, sameer, subscription, now } = await deskWithAxima();
  await sameer.calls(axima.addLicence, { subscription, seats: 10 });

  const answer = await devika.calls(axima.update, {
    subscription_id: 1,
    version: subscription.version,
    formData: { ...formOf(subscription), comments: 'Called' },
  });

  expect(answer.status).toBe(409);
  expect(await now()).toMatchObject({ user_count: 35, comments: 'Migrates on a Sunday' });
});

test('a form in which nothing was changed writes nothing', async () => {
  const scene = await deskWithAxima();

  const answer = await scene.devika.calls(axima.update, { subscription_id: 1, formData: formOf(scene.subscription) });

  expect(answer.status).toBe(200);
  expect(await scene.now()).toEqual(scene.subscription);
  expect(await entriesOf(scene, 'subscription_changed')).toEqual([]);
});

test('what changes of the customer holds for all subscriptions of the domain, and is logged apart', async () => {
  const scene = await deskWithAxima();
  const { devika } = scene;
  const second = { domain_id: 1, product: 'Axima Archive', user_count: 5, billing_frequency: 'Annual' } as const;
  await devika.calls(axima.addSubscription, second);

  await devika.calls(axima.update, { subscription_id: 2, formData: { companyName: 'Acme LLP', order_id: 'SO-9' } });

  const { domain, domains } = (await devika.calls(axima.domain, { domain_id: 1 })).reply;
  expect(domain.companyName).toBe('Acme LLP');
  expect(domains.map(({ companyName, order_id }) => [companyName, order_id])).toEqual([
    ['Acme LLP', 'SO-9'],
    ['Acme LLP', 'SO-77'],
  ]);
  expect((await entriesOf(scene, 'domain_changed'))[0]).toMatchObject({
    subject: 'axima domain',
    subjectId: 1,
    changes: [{ field: 'companyName', old: 'Acme Textiles Pvt Ltd', new: 'Acme LLP' }],
  });
  expect((await entriesOf(scene, 'subscription_changed'))[0]).toMatchObject({
    subject: 'axima subscription',
    subjectId: 2,
    changes: [{ field: 'order_id', old: null, new: 'SO-9' }],
  });
});

test('support adds licences: the new total is the user count and what was entered', async () => {
  const scene = await deskWithAxima();

  // The whole row, as it was listed: the two fields that count are read.
  const { status } = await scene.sameer.calls(axima.addLicence, { subscription: scene.subscription, seats: '15' });

  expect(status).toBe(200);
  expect(await scene.now()).toMatchObject({ user_count: 40, version: 2 });
  expect(await entriesOf(scene, 'licences_added')).toMatchObject([
    {
      actor: 'sameer@desk.example',
      subject: 'axima subscription',
      subjectId: 1,
      changes: [{ field: 'user_count', old: '25', new: '40' }],
    },
  ]);
});

test('clicks at the same moment add once, with a key and without', async () => {
  const scene = await deskWithAxima();
  const { sameer, subscription, now } = scene;
  const click = (headers: Record<string, string>) => () =>
    sameer.calls(axima.addLicence, { subscription, seats: 10 }, headers);

  const without = await Promise.all(Array.from({ length: 10 }, click({})));
  expect(without.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(9).fill(409)]);
  expect((await now())?.user_count).toBe(35);

  const seen = { ...subscription, user_count: 35 };
  const again = () => sameer.calls(axima.addLicence, { subscription: seen, seats: 5 }, { 'idempotency-key': 'one' });
  await Promise.all(Array.from({ length: 10 }, again));
  expect((await again()).status).toBe(200);
  expect((await now())?.user_count).toBe(40);
  expect(await entriesOf(scene, 'licences_added')).toHaveLength(2);
});

test('only a whole number of licences, one at least, can be added', async () => {
  const { sameer, subscription, now } = await deskWithAxima();

  for (const seats of [0, -1, 1.5, '', 'ten', 1_000_001])
    expect(await sameer.calls(axima.addLicence, { subscription, seats })).toMatchObject({
      status: 400,
      reply: { message: 'Enter how many licences to add' },
    });
  expect((await now())?.user_count).toBe(25);
});

test('nothing is added beyond a million users, nor to what is cancelled', async () => {
  const { sameer, joseph, subscription, now } = await deskWithAxima();

  expect((await sameer.calls(axima.addLicence, { subscription, seats: 999_976 })).status).toBe(422);
  await joseph.calls(axima.update, { subscription_id: 1, formData: { status: 'Cancelled' } });
  expect((await sameer.calls(axima.addLicence, { subscription, seats: 1 })).status).toBe(422);
  expect((await now())?.user_count).toBe(25);
});

test('each step by anybody but the one whose step it is is refused, and nothing changes', async () => {
  const { devika, joseph, sameer, ananya, ritika, subscription, now } = await deskWithAxima();
  const notSales = [joseph, sameer, ananya, ritika];
  const notSupport = [devika, joseph, ananya, ritika];

  for (const who of notSales) {
    const domain = { ...newDomain, domain_name: 'other.example' };
    expect((await who.calls(axima.addDomain, domain)).status).toBe(403);
    const second = { domain_id: 1, product: 'Axima Archive', user_count: 5, billing_frequency: 'Annual' } as const;
    expect((await who.calls(axima.addSubscription, second)).status).toBe(403);
  }
  for (const who of notSupport)
    expect((await who.calls(axima.addLicence, { subscription, seats: 1 })).status).toBe(403);

  expect((await devika.calls(axima.all, {})).reply.domains).toHaveLength(1);
  expect((await devika.calls(axima.domain, { domain_id: 1 })).reply.domains).toHaveLength(1);
  expect(await now()).toEqual(subscription);
});
