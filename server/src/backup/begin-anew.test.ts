import { customers } from '@desk/contract/customers';
import { expect, test, vi } from 'vitest';
import { withClient } from '../platform/db/connection/one-client.ts';
import { renewalsTable } from '../platform/db/tables/renewals.ts';
import { databaseUrl, now } from '../testing/clone.ts';
import { makeContact, makeRenewal } from '../testing/fixtures.ts';
import { ask, scratchDatabase } from '../testing/scratch.ts';
import { beginAnew, type Closed } from './begin-anew.ts';
import { eachWithBackups } from './testing/backups.ts';

// Migrations, one after the other.
vi.setConfig({ testTimeout: 60_000 });

const place = eachWithBackups();

test('a month that a browser has seen since the backup never has that revision again', async () => {
  const { renewal } = await makeRenewal(place.desk.db);
  const revision = `select sum(revision)::bigint as revision from month_revisions where month = date_trunc('month', $1::date)`;
  await place.take('copy');
  for (let n = 0; n < 5; n += 1) await place.desk.db.update(renewalsTable).set({ version: n });
  const [seen] = await ask<{ revision: string }>(databaseUrl, revision, [renewal.termEnd]);
  const { url } = await scratchDatabase();
  await place.restore(url, (client) => beginAnew(client, now));
  const [restored] = await ask<{ revision: string }>(url, revision, [renewal.termEnd]);

  expect(BigInt(restored?.revision ?? 0)).toBeGreaterThan(BigInt(seen?.revision ?? 0) + 1_000_000n);
});

test('an order of seats that may have been carried out since the backup is closed, and the others stay as they were', async () => {
  const asha = await place.desk.as();
  const order = async (domain: string, columns: string, values: string) => {
    const { renewal } = await makeRenewal(place.desk.db, { domain });
    const [made] = await ask<{ id: number }>(
      databaseUrl,
      `insert into seat_orders (subscription_id, account_id, added_seats, created_by, ${columns}, created_at)
       values ($1, $2, 5, 'asha@desk.example', ${values}, now()) returning id`,
      [renewal.subscriptionId, asha.id],
    );
    return made?.id;
  };
  const waiting = await order('waiting.example', 'state, next_try_at', `'queued', now() + interval '1 hour'`);
  const begun = await order('begun.example', 'state, seats_before, seats_after', `'queued', 10, 15`);
  const asked = await order('asked.example', 'state, seats_before, seats_after, asked_at', `'unknown', 10, 15, now()`);
  const done = await order('done.example', 'state, seats_before, seats_after', `'done', 10, 15`);
  await place.take('copy');
  const { url } = await scratchDatabase();
  let closed: Closed | undefined;
  await place.restore(url, async (client) => void (closed = await beginAnew(client, now)));

  expect(closed).toEqual({ orders: [waiting], contacts: [] });
  expect(await ask(url, 'select id, state, asked_at is null as "surelyNot" from seat_orders order by id')).toEqual([
    { id: waiting, state: 'refused', surelyNot: false },
    { id: begun, state: 'queued', surelyNot: true },
    { id: asked, state: 'unknown', surelyNot: false },
    { id: done, state: 'done', surelyNot: true },
  ]);
  const [refused] = await ask<{ reason: string }>(url, `select reason from seat_orders where state = 'refused'`);
  expect(refused?.reason).toContain('is to be looked up at Google');
});

test('changes of contacts that waited for the CRM are closed, and told by who saves the contact again', async () => {
  const asha = await place.desk.as();
  const { customerId } = await makeRenewal(place.desk.db);
  const contact = async (email: string) => (await makeContact(place.desk.db, customerId, { email })).id;
  const [waits, heard] = [await contact('waits@acme.example'), await contact('heard@acme.example')];
  const write = (id: number, state: string, fields: string, tried = 'null') =>
    ask(
      databaseUrl,
      `insert into contact_writes (contact_id, state, fields, next_try_at, created_by, created_at)
       values ($1, $2, $3, ${tried}, 'asha@desk.example', now())`,
      [id, state, fields],
    );
  await write(waits, 'done', '{mobile}');
  await write(waits, 'queued', '{email}', `now() + interval '1 hour'`);
  await write(waits, 'queued', '{phone}');
  await write(heard, 'done', '{phone}');
  const states = 'select contact_id as contact, state, next_try_at as next from contact_writes order by id';

  const closed = await withClient(databaseUrl, 'test', (client) => beginAnew(client, now));

  expect(closed).toEqual({ orders: [], contacts: [waits] });
  const after = [
    { contact: waits, state: 'done', next: null },
    { contact: waits, state: 'refused', next: null },
    { contact: waits, state: 'refused', next: null },
    { contact: heard, state: 'done', next: null },
  ];
  expect(await ask(databaseUrl, states)).toEqual(after);
  const { customer } = (await asha.calls(customers.all, {})).reply;
  const shown = customer.find(({ contact_id }) => contact_id === waits) ?? expect.unreachable('the contact is gone');
  expect([shown.crm_state, shown.crm_reason]).toEqual(['refused', expect.stringContaining('is to be looked up there')]);
  const typed = { customer_email: shown.email ?? '', phone: shown.phone ?? '', mobile: shown.mobile ?? '' };
  expect((await asha.calls(customers.update, { formData: { contact_id: waits, ...typed } })).status).toBe(200);
  expect(await ask(databaseUrl, states)).toEqual([...after, { contact: waits, state: 'queued', next: null }]);
  const [again] = await ask(databaseUrl, 'select fields from contact_writes order by id desc limit 1');
  expect(again).toEqual({ fields: ['email', 'phone'] });
});
