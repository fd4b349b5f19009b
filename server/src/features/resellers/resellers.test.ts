import { isDue } from '@desk/contract/rules/announcements';
import { resellers } from '@desk/contract/resellers';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { resellersTable } from '../../platform/db/tables/customers.ts';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';
import { resellerMail } from './rules.ts';

const MONTH = '2027-04';

/** A desk with two resellers; Asha is of the staff. */
async function deskWithResellers() {
  const desk = await testServer();
  const asha = await desk.as();
  const [north, south] = await desk.db
    .insert(resellersTable)
    .values([
      { name: 'Nila Rao', companyName: 'North Cloud', email: 'nila@north.example' },
      { name: 'Sami Pai', companyName: 'South Cloud', email: 'sami@south.example' },
    ])
    .returning();
  const renewalOf = (resellerId: number | undefined, domain: string, renewsOn = `${MONTH}-10`) =>
    makeRenewal(desk.db, {
      domain,
      renewsOn,
      externalId: `id-${domain}`,
      customer: { resellerId: resellerId ?? null, email: `it@${domain}`, phone: '+919600000001' },
      subscription: { price: '1200.00' },
      renewal: { price: '1200.00' },
    });
  return { desk, asha, north: north?.id, south: south?.id, renewalOf };
}

test('the renewals of a reseller can be asked for by those who have them, as its row names them, and by nobody', async () => {
  const { desk, asha, north, renewalOf } = await deskWithResellers();
  for (const domain of ['a.example', 'b.example', 'c.example']) await renewalOf(north, domain);
  for (const [name, domain] of Object.entries({ ritika: 'a.example', arun: 'b.example' })) {
    const { id } = await desk.account({ email: `${name}@desk.example` });
    await desk.pool.query('update renewals set assigned_to_id = $1 where domain_name = $2', [id, domain]);
  }
  const domainsOf = async (assigned_to: string | null) => {
    const asked = { month: MONTH, reseller_email: 'nila@north.example', assigned_to };
    return (await asha.calls(resellers.customers, asked)).reply.domain.map(({ customerDomain }) => customerDomain);
  };
  const { reply } = await asha.calls(resellers.ofMonth, { month: MONTH });
  const [{ assigned_to }] = reply.domain as [(typeof reply.domain)[number]];

  expect(assigned_to).toBe('arun@desk.example, ritika@desk.example');
  expect(await domainsOf(assigned_to)).toEqual(['a.example', 'b.example']);
  expect(await domainsOf('RITIKA@desk.example')).toEqual(['a.example']);
  expect(await domainsOf('')).toEqual(['c.example']);
  expect(await domainsOf(null)).toHaveLength(3);
});

test('the resellers of a month stand with how many renewals their customers have, and each count equals its list', async () => {
  const { desk, asha, north, south, renewalOf } = await deskWithResellers();
  const owner = await desk.account({ email: 'ritika@desk.example' });
  for (let n = 0; n < 13; n += 1)
    await renewalOf(n % 3 === 0 ? north : south, `c${n}.example`, `${MONTH}-${String(10 + n)}`);
  await renewalOf(undefined, 'direct.example');
  await renewalOf(north, 'later.example', '2027-05-01');
  await desk.pool.query(`update renewals set assigned_to_id = $1 where domain_name = 'c0.example'`, [owner.id]);

  const { reply } = await asha.calls(resellers.ofMonth, { month: MONTH });

  expect(reply).toEqual({
    domain: [
      { company_name: 'North Cloud', email: 'nila@north.example', assigned_to: 'ritika@desk.example', count: 5 },
      { company_name: 'South Cloud', email: 'sami@south.example', assigned_to: null, count: 8 },
    ],
    total: 2,
  });
  for (const { email, company_name, count } of reply.domain) {
    const byEmail = await asha.calls(resellers.customers, { month: MONTH, reseller_email: email, tag: 'email' });
    const byName = await asha.calls(resellers.customers, {
      month: MONTH,
      reseller_email: company_name,
      tag: 'company',
    });
    expect(byEmail.reply.domain).toHaveLength(count);
    expect(byName.reply).toEqual(byEmail.reply);
  }
  expect((await asha.calls(resellers.ofMonth, { month: MONTH, search: 'SOUTH' })).reply.total).toBe(1);
  expect((await asha.calls(resellers.ofMonth, { month: MONTH, search: '%' })).reply.total).toBe(0);
  expect((await asha.calls(resellers.ofMonth, { month: MONTH, page: 2 })).reply).toEqual({ domain: [], total: 2 });
  expect((await asha.calls(resellers.ofMonth, { month: '2030-01' })).reply).toEqual({ domain: [], total: 0 });
});

test('one mail tells a reseller of all chosen renewals, and each of them remembers it', async () => {
  const { desk, asha, north, renewalOf } = await deskWithResellers();
  const ids = [await renewalOf(north, 'b.example', `${MONTH}-20`), await renewalOf(north, 'a.example')].map(
    ({ id }) => id,
  );
  await desk.pool.query(`update renewals set currency = 'USD' where domain_name = 'b.example'`);

  const { reply } = await asha.calls(resellers.notify, { subscriptionIds: 'id-a.example, id-b.example', month: MONTH });

  expect(reply).toEqual({ queued: 1 });
  const mails = await desk.db.select().from(outboxTable).orderBy(outboxTable.id);
  expect(mails).toMatchObject([{ recipient: 'nila@north.example', channel: 'Email', state: 'queued' }]);
  expect(mails[0]?.body).toContain(
    '10-04-2027  a.example: Google Workspace Business Starter, 25 licences, INR 1,200.00\n' +
      '20-04-2027  b.example: Google Workspace Business Starter, 25 licences, USD 1,200.00\n',
  );
  const entries = await desk.db
    .select()
    .from(auditLogTable)
    .where(eq(auditLogTable.action, 'reseller_notified'))
    .orderBy(asc(auditLogTable.subjectId));
  expect(entries.map(({ subjectId }) => subjectId)).toEqual(ids.toSorted((one, other) => one - other));
});

test('twenty clicks at once are one mail; the same renewals again on that day are refused', async () => {
  const { desk, asha, north, renewalOf } = await deskWithResellers();
  await renewalOf(north, 'a.example');
  const click = () => asha.calls(resellers.notify, { subscriptionIds: 'id-a.example' });

  const statuses = (await Promise.all(Array.from({ length: 20 }, click))).map(({ status }) => status);

  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(19);
  expect(await desk.db.$count(outboxTable)).toBe(1);
});

test.each([
  ['of two resellers', 'id-a.example,id-s.example', {}, 422],
  ['of nobody', 'id-direct.example', {}, 422],
  ['of another reseller than the one that is named', 'id-a.example', { reseller_email: 'sami@south.example' }, 422],
  ['that nobody knows', 'id-a.example,id-nobody', {}, 404],
  ['that have no renewal in the month', 'id-a.example', { month: '2031-01' }, 404],
])('renewals %s tell nobody anything', async (_, subscriptionIds, more, status) => {
  const { desk, asha, north, south, renewalOf } = await deskWithResellers();
  await renewalOf(north, 'a.example');
  await renewalOf(south, 's.example');
  await renewalOf(undefined, 'direct.example');

  expect((await asha.calls(resellers.notify, { subscriptionIds, ...more })).status).toBe(status);
  expect(await desk.db.$count(outboxTable)).toBe(0);
});

test('the mail is the one of the preview, with the renewals of the dates that are meant', async () => {
  const { desk, asha, north, renewalOf } = await deskWithResellers();
  const { renewal } = await renewalOf(north, 'a.example', `${MONTH}-02`);
  const { id, ...row } = renewal;
  await desk.pool.query(`update renewals set state = 'closed', closed_because = 'renewed' where id = $1`, [id]);
  await desk.db.insert(renewalsTable).values({ ...row, termEnd: `${MONTH}-28`, numberOfSeats: 40 });
  const request = { subscriptionIds: 'id-a.example', month: MONTH };

  const { reply: preview } = await asha.calls(resellers.preview, { ...request, renewalDates: `${MONTH}-28` });
  await asha.calls(resellers.notify, request);

  expect(preview).toMatchObject({ recipient: 'nila@north.example' });
  expect(preview.text).toContain('28-04-2027  a.example: Google Workspace Business Starter, 40 licences');
  expect(await desk.db.select().from(outboxTable)).toMatchObject([{ subject: preview.subject, body: preview.text }]);
  const earlier = { ...request, renewalDates: `${MONTH}-02` };
  expect((await asha.calls(resellers.notify, earlier)).status).toBe(410);
  expect((await asha.calls(resellers.notify, { ...request, renewalDates: `${MONTH}-03` })).status).toBe(404);
  expect((await asha.calls(resellers.notify, { ...request, renewalDates: `${MONTH}-02,${MONTH}-28` })).status).toBe(
    400,
  );
});

test.each([
  ['closed', { state: 'closed', closedBecause: 'passed' }],
  ['lost', { confirmationStatus: 'Lost' }],
  ['suspended', { confirmationStatus: 'Suspended' }],
] as const)('of renewals of which one is %s nobody is told', async (_, change) => {
  const { desk, asha, north, renewalOf } = await deskWithResellers();
  await renewalOf(north, 'a.example');
  const { id } = await renewalOf(north, 'gone.example');
  await desk.db.update(renewalsTable).set(change).where(eq(renewalsTable.id, id));
  const options = { subscriptionIds: 'id-a.example,id-gone.example', month: MONTH };

  expect((await asha.calls(resellers.preview, options)).status).toBe(410);
  expect(await asha.calls(resellers.notify, options)).toMatchObject({
    status: 410,
    reply: {
      message:
        'Some of these renewals are closed or suspended, or their customers have left: they are not due any more.',
    },
  });
  expect(await desk.db.$count(outboxTable)).toBe(0);
  const { reply } = await asha.calls(resellers.customers, { month: MONTH, reseller_email: 'nila@north.example' });
  expect(reply.domain.filter((one) => !isDue(one)).map(({ renewal_id }) => renewal_id)).toEqual([id]);
});

test('what a customer has decided is told to the reseller as recorded, and not asked for again', async () => {
  const { desk, asha, north, renewalOf } = await deskWithResellers();
  await renewalOf(north, 'a.example');
  const { id } = await renewalOf(north, 'b.example');
  const decided = { confirmationStatus: 'Confirmation Received', renewedLicences: 40, pricePerUser: '50.00' } as const;
  await desk.db.update(renewalsTable).set(decided).where(eq(renewalsTable.id, id));

  const { reply } = await asha.calls(resellers.preview, { subscriptionIds: 'id-a.example,id-b.example' });
  const { reply: alone } = await asha.calls(resellers.preview, { subscriptionIds: 'id-b.example' });

  expect(reply.subject).toContain('1 subscription of your customers due for renewal');
  expect(reply.text).toContain(
    '10-04-2027  a.example: Google Workspace Business Starter, 25 licences, INR 1,200.00\n\nPlease confirm',
  );
  expect(reply.text).toContain(
    'recorded for the renewal of 1 subscription of your customers:\n\n10-04-2027  b.example: Google Workspace Business Starter, 40 licences, INR 50.00 per licence\n\nYou need not do anything',
  );
  expect(alone.text).not.toMatch(/confirm|due/);
});

test.each([
  ['NUL', '\u0000'],
  ['half a character', '\ud800'],
])('%s is part of no id', async (_, odd) => {
  const { asha } = await deskWithResellers();

  expect((await asha.calls(resellers.notify, { subscriptionIds: `id-a${odd}` })).status).toBe(400);
});

test('an old id of a subscription still names it', async () => {
  const { desk, asha, north, renewalOf } = await deskWithResellers();
  const { subscriptionId } = await renewalOf(north, 'a.example');
  await desk.pool.query(
    `insert into subscription_ids (external_id, subscription_id, created_at) values ('id-old', $1, now())`,
    [subscriptionId],
  );

  expect((await asha.calls(resellers.notify, { subscriptionIds: 'id-old,id-a.example' })).status).toBe(200);
  expect((await desk.db.select().from(outboxTable).orderBy(outboxTable.id))[0]?.subject).toContain(
    '1 subscription of your customers',
  );
});

test('a name that looks like a header or a template is text in the mail', () => {
  const line = {
    domain: 'a.example',
    skuName: '{{7*7}}\r\nBcc: x@evil.example',
    renewsOn: '2027-04-01',
    seats: null,
    price: null,
    currency: 'INR',
    state: 'open' as const,
    confirmation_status: null,
    ...{ instruction: null, wanted: null, wantedSeats: null },
    plannedSku: null,
    renewedLicences: null,
    pricePerUser: null,
    upto20: null,
    above20: null,
  };
  const { subject, body } = resellerMail('Nila\r\nBcc: evil@evil.example', [line], 'Desk');
  expect(subject).not.toContain('\n');
  expect(body).toContain('Dear Nila Bcc: evil@evil.example,');
  expect(body).toContain('a.example: {{7*7}} Bcc: x@evil.example');
});

test('the file of the month is recorded with what was asked for', async () => {
  const { desk, asha, north, renewalOf } = await deskWithResellers();
  await renewalOf(north, 'a.example');
  const { reply } = await asha.calls(resellers.exportMonth, { month: MONTH });
  expect(reply as unknown).toContain('North Cloud,nila@north.example,,1');
  const [entry] = await desk.db.select().from(auditLogTable).where(eq(auditLogTable.action, 'exported'));
  expect(entry?.changes).toContainEqual({ field: 'rows', old: null, new: '1' });
});
