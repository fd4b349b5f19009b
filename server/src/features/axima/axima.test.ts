import { axima } from '@desk/contract/axima';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { aximaDomainsTable, aximaSubscriptionsTable } from '../../platform/db/tables/axima.ts';
import { deskWithAxima, newDomain, type NewDomain } from './testing/desk-with-axima.ts';

type Desk = Awaited<ReturnType<typeof deskWithAxima>>['desk'];
const entriesOf = ({ db }: Desk, action: string) =>
  db.select().from(auditLogTable).where(eq(auditLogTable.action, action)).orderBy(auditLogTable.id);

test('sales adds a domain: it stands in both lists, renews in a year, and the log says who added what', async () => {
  const { desk, devika, subscription } = await deskWithAxima();

  expect(subscription).toEqual({
    axima_subscription_id: 1,
    domain_name: 'acme.example',
    ticket_number: 'AX-101',
    name: 'Ravi Iyer',
    email: 'ravi@acme.example',
    companyName: 'Acme Textiles Pvt Ltd',
    phoneNumber: '+91 60000 00001',
    tenant_name: 'acme',
    user_count: 25,
    axima_product_name: 'Axima Mail Business',
    order_id: 'SO-77',
    start_date: null,
    renewal_date: '2027-11-21',
    requested_by: 'Devika',
    field_distributor: 'North Distribution',
    billing_frequency: 'Annual',
    comments: 'Migrates on a Sunday',
    status: null,
    selling_price: '1500.00',
    buying_price: '1200.50',
    margin_percent: '19.97',
    version: 1,
  });
  expect((await devika.calls(axima.existing, {})).reply.domains).toEqual([
    {
      ...{ crm_state: 'none', crm_reason: null },
      domain_id: 1,
      customer_domain_name: 'acme.example',
      customer_name: 'Acme Textiles Pvt Ltd',
      plan_name: 'Axima Mail Business',
      no_of_lics: 25,
      service_start_date: null,
      service_end_date: '2027-11-21',
      axima_subscription_id: 1,
      subscription: null,
    },
  ]);
  expect((await devika.calls(axima.all, {})).reply.domains).toMatchObject([
    { domain_id: 1, domain_name: 'acme.example', companyName: 'Acme Textiles Pvt Ltd', axima_subscription_id: 1 },
  ]);
  const [domain] = await entriesOf(desk, 'domain_added');
  expect(domain).toMatchObject({ actor: 'devika@desk.example', subject: 'axima domain', subjectId: 1 });
  expect(domain?.changes).toContainEqual({ field: 'domain_name', old: null, new: 'acme.example' });
  const [added] = await entriesOf(desk, 'subscription_added');
  expect(added).toMatchObject({ subject: 'axima subscription', subjectId: 1 });
  expect(added?.changes).toContainEqual({ field: 'selling_price', old: null, new: '1500.00' });
});

test('only what is needed must be filled in, and a domain is kept in its one form', async () => {
  const { devika } = await deskWithAxima();

  const { status } = await devika.calls(axima.addDomain, {
    customer_name: 'Asha',
    customer_email: ' ASHA@Buecher.example ',
    domain_name: 'Bücher.Example.',
    product: 'Axima Archive',
    user_count: '7',
    billing_frequency: 'Monthly Monthly',
  });

  expect(status).toBe(200);
  const { domains } = (await devika.calls(axima.existing, {})).reply;
  expect(domains[1]).toMatchObject({
    customer_domain_name: 'xn--bcher-kva.example',
    customer_name: 'Asha',
    no_of_lics: 7,
    service_end_date: '2026-12-21',
  });
  expect((await devika.calls(axima.subscriptionDetails, { subscription_id: 2 })).reply.domains[0]).toMatchObject({
    email: 'asha@buecher.example',
    phoneNumber: '',
    selling_price: null,
    margin_percent: null,
  });
});

const USER_COUNT = 'Enter a user count from 1 to 1,000,000';
const MARGIN = 'Enter a margin from 0 to 100, with two decimals at most';
const WRONG: [Partial<NewDomain>, message: string][] = [
  [{ customer_name: ' ' }, 'Enter the customer name'],
  [{ customer_email: 'ravi' }, 'Enter a valid e-mail address'],
  [{ phone_number: '12345' }, 'Invalid Phone Number'],
  [{ domain_name: '' }, 'Enter a domain such as company.example'],
  [{ domain_name: 'asha@acme.example' }, 'Enter a domain such as company.example'],
  [{ domain_name: '127.0.0.1' }, 'Enter a domain such as company.example'],
  [{ user_count: 0 }, USER_COUNT],
  [{ user_count: -5 }, USER_COUNT],
  [{ user_count: '-5' }, USER_COUNT],
  [{ user_count: '1.5' }, USER_COUNT],
  [{ user_count: 1_000_001 }, USER_COUNT],
  [{ user_count: 'many' }, USER_COUNT],
  [{ product: '' }, 'Select Product'],
  [{ billing_frequency: '' as 'Annual' }, 'Select Frequency'],
  [{ selling_price: '12.345' }, 'Enter an amount'],
  [{ buying_price: '-1' }, 'Enter an amount'],
  [{ margin_percent: 'high' }, MARGIN],
  [{ margin_percent: '100.01' }, MARGIN],
];

test('what cannot be is refused in the words of its field, and nothing is added', async () => {
  const { desk, devika } = await deskWithAxima();

  for (const [wrong, message] of WRONG)
    expect([
      wrong,
      await devika.calls(axima.addDomain, { ...newDomain, domain_name: 'other.example', ...wrong }),
    ]).toMatchObject([wrong, { status: 400, reply: { message } }]);
  expect(await desk.db.$count(aximaDomainsTable)).toBe(1);
});

test('a product that is not sold cannot be chosen, for a domain or for one more subscription', async () => {
  const { desk, devika } = await deskWithAxima();
  const unsold = { ...newDomain, domain_name: 'other.example', product: 'Axima for free' };

  expect(await devika.calls(axima.addDomain, unsold)).toMatchObject({
    status: 422,
    reply: { message: 'Failed to Add Axima Domain' },
  });
  const { user_count, billing_frequency } = newDomain;
  const more = { domain_id: 1, product: 'Axima for free', user_count, billing_frequency };
  expect((await devika.calls(axima.addSubscription, more)).status).toBe(422);
  expect(await desk.db.$count(aximaSubscriptionsTable)).toBe(1);
});

test('of many who add the same domain at once, in whatever spelling, one is taken', async () => {
  const { desk, devika } = await deskWithAxima();
  const spellings = ['twin.example', 'TWIN.example', 'twin.example.', 'Twin.Example'];

  const answers = await Promise.all(
    [...spellings, ...spellings].map((domain_name) => devika.calls(axima.addDomain, { ...newDomain, domain_name })),
  );

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)]);
  expect(await desk.db.$count(aximaSubscriptionsTable)).toBe(2);
  expect(await entriesOf(desk, 'domain_added')).toHaveLength(2);
});

test('a domain can have several products, but one subscription to each until that is cancelled', async () => {
  const { devika, joseph } = await deskWithAxima();
  const add = (product: string) =>
    devika.calls(axima.addSubscription, { domain_id: 1, product, user_count: 5, billing_frequency: 'Annual' });
  const setStatus = (status: 'Cancelled' | 'Done') =>
    joseph.calls(axima.update, { subscription_id: 1, formData: { status } });

  expect((await add('Axima Mail Business')).status).toBe(409);
  expect((await add('Axima Archive')).status).toBe(200);
  expect((await setStatus('Cancelled')).status).toBe(200);
  expect((await add('Axima Mail Business')).status).toBe(200);
  expect((await setStatus('Done')).status).toBe(422);

  const { domain, domains } = (await devika.calls(axima.domain, { domain_id: 1 })).reply;
  expect(domains.map(({ axima_product_name, status }) => [axima_product_name, status])).toEqual([
    ['Axima Mail Business', null],
    ['Axima Archive', null],
    ['Axima Mail Business', 'Cancelled'],
  ]);
  expect(domain.axima_subscription_id).toBe(3);
  const beside = await devika.calls(axima.domainDetails, { subscription_id: 2 });
  expect(beside.reply.domains).toEqual(domains);
  expect((await devika.calls(axima.existing, {})).reply.domains).toMatchObject([
    { axima_subscription_id: 2 },
    { axima_subscription_id: 3 },
  ]);
});

test('a domain whose only subscription is cancelled is still listed, without one', async () => {
  const { devika, joseph } = await deskWithAxima();

  await joseph.calls(axima.update, { subscription_id: 1, formData: { status: 'Cancelled' } });

  expect((await devika.calls(axima.existing, {})).reply.domains).toMatchObject([
    { customer_domain_name: 'acme.example', plan_name: null, no_of_lics: null, axima_subscription_id: null },
  ]);
  expect((await devika.calls(axima.all, {})).reply.domains[0]?.axima_subscription_id).toBeNull();
});

test('prices are told to whoever sells, and to nobody else', async () => {
  const { devika, ananya, joseph, sameer } = await deskWithAxima();
  const priceFor = async (who: typeof devika) => {
    const [one] = (await who.calls(axima.subscriptionDetails, { subscription_id: 1 })).reply.domains;
    const [all] = (await who.calls(axima.domain, { domain_id: 1 })).reply.domains;
    expect(all).toEqual(one);
    return one?.selling_price;
  };

  expect(await Promise.all([devika, ananya, joseph, sameer].map(priceFor))).toEqual(['1500.00', '1500.00', null, null]);
});

test('what is not there is said to be not there', async () => {
  const { devika, sameer } = await deskWithAxima();
  const message = 'No Subscription for this Domain';

  for (const call of [axima.domainDetails, axima.subscriptionDetails])
    expect(await devika.calls(call, { subscription_id: 9 })).toMatchObject({ status: 404, reply: { message } });
  expect((await devika.calls(axima.update, { subscription_id: 9, formData: {} })).status).toBe(404);
  expect((await devika.calls(axima.domain, { domain_id: 9 })).status).toBe(404);
  expect(
    await sameer.calls(axima.addLicence, { subscription: { axima_subscription_id: 9, user_count: 1 }, seats: 1 }),
  ).toMatchObject({ status: 404, reply: { message: 'Failed to add License..!!' } });
});

test('the products that can be chosen are listed', async () => {
  const { joseph } = await deskWithAxima();
  const { products } = (await joseph.calls(axima.products, {})).reply;
  expect(products.map(({ axima_product_name }) => axima_product_name)).toContain('Axima Mail Business');
});

test('All Axima Domain is in the order of its Time, the newest first', async () => {
  const { desk, devika } = await deskWithAxima();
  for (const [name, day] of [['old.example', '2019-01-01'] as const, ['new.example', '2099-01-01'] as const])
    await desk.db.insert(aximaDomainsTable).values({
      ...{ name, customerName: 'Mira', customerEmail: 'mira@b.example', companyName: name },
      createdAt: new Date(`${day}T08:00:00Z`),
    });

  const { reply } = await devika.calls(axima.all, {});

  expect(reply.domains.map(({ domain_name }) => domain_name)).toEqual(['new.example', 'acme.example', 'old.example']);
});
