import { auditLog } from '@desk/contract/audit-log';
import type { InputOf } from '@desk/contract/call';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { makeContact, makeDomain, makeRenewal } from '../../testing/fixtures.ts';
import { plansOf } from '../../testing/plans.ts';
import { testServer } from '../../testing/server.ts';

/** A desk with two domains, and entries about each and about neither. */
async function aDesk() {
  const desk = await testServer();
  const asha = await desk.as();
  const acme = await makeRenewal(desk.db, { domain: 'acme-mills.example' });
  const tara = await makeRenewal(desk.db, { domain: 'tara.example' });
  const domains = await desk.pool.query<{ id: number }>(`select id from domains order by name`);
  const log = (action: string, subject: string, id: number | undefined, actor = 'ravi@desk.example') =>
    desk.pool.query(
      `insert into audit_log (at, actor, action, subject, subject_id, changes)
        values (timestamptz '2027-04-01' + (select count(*) from audit_log) * interval '1 minute', $1, $2, $3, $4, '[]')`,
      [actor, action, subject, id],
    );
  await log('one', 'renewal', acme.renewal.id);
  await log('two', 'subscription', acme.subscriptionId);
  await log('three', 'domain', domains.rows[0]?.id);
  await log('four', 'renewal', tara.renewal.id);
  await log('five', 'account', acme.renewal.id);
  await log('six', 'renewal', 999_999);
  await log('seven', 'renewal', acme.renewal.id, 'mina@desk.example');
  const actions = async (asked: InputOf<typeof auditLog.entries>) =>
    (await asha.calls(auditLog.entries, asked)).reply.entries.map(({ action }) => action);
  return { desk, asha, actions };
}

test('an entry about a renewal, a subscription or a domain tells the domain; others, and what is gone, tell none', async () => {
  const { asha } = await aDesk();

  const { entries } = (await asha.calls(auditLog.entries, {})).reply;

  expect(entries.map(({ action, domain }) => [action, domain])).toEqual([
    ['seven', 'acme-mills.example'],
    ['six', null],
    ['five', null],
    ['four', 'tara.example'],
    ['three', 'acme-mills.example'],
    ['two', 'acme-mills.example'],
    ['one', 'acme-mills.example'],
  ]);
});

test('a domain is found by any part of its name, as the address of its site too, with the other filters', async () => {
  const { asha, actions } = await aDesk();

  expect(await actions({ search: 'ACME' })).toEqual(['seven', 'three', 'two', 'one']);
  expect(await actions({ search: 'https://www.acme-mills.example/contact' })).toHaveLength(4);
  expect(await actions({ search: 'acme', person: 'mina' })).toEqual(['seven']);
  expect(await actions({ search: 'acme', thing: 'renewal' })).toEqual(['seven', 'one']);
  expect(await actions({ search: 'acme', to: '2027-03-31' })).toEqual([]);
  expect(await actions({ search: 'nobody' })).toEqual([]);
  expect(await actions({ search: '%' })).toEqual([]);
  expect(await actions({ search: '' })).toHaveLength(7);
  const { entries } = (await asha.calls(auditLog.entries, { search: 'acme' })).reply;
  expect(await actions({ search: 'acme', before: entries[1]?.entry_id })).toEqual(['two', 'one']);
  const file = (await asha.calls(auditLog.export, { search: 'tara' })).reply as unknown as string;
  expect(parse(file, { bom: true, columns: true })).toMatchObject([{ What: 'four' }]);
});

test('what hangs on a customer is found under each of its domains, once, and tells the first of them', async () => {
  const { desk, asha, actions } = await aDesk();
  const { pool } = desk;
  const { rows } = await pool.query<{ id: number; customer_id: number }>(
    "select id, customer_id from domains where name = 'acme-mills.example'",
  );
  const [acme] = rows;
  const customerId = acme?.customer_id ?? 0;
  const owner = await desk.account({ email: 'owner@acme-mills.example', kind: 'customer' });
  await makeDomain(desk.db, { name: 'acme-threads.example', customerId, ownerId: owner.id });
  const ravi = await makeContact(desk.db, customerId, { email: 'ravi@acme-mills.example' });
  const idOf = async (statement: string, values: unknown[]) =>
    (await pool.query<{ id: number }>(`${statement} returning id`, values)).rows[0]?.id ?? 0;
  const nobodys = await idOf("insert into contacts (name, created_at) values ('Nobody', now())", []);
  const mail = await idOf(
    `insert into inbound_messages (message_id, kind, from_address, to_address, subject, text, customer_id, received_at, created_at)
      values ('<1@acme>', 'reply', 'ravi@acme-mills.example', 'renew@desk.example', 'Re', 'Yes', $1, now(), now())`,
    [customerId],
  );
  const organization = await idOf(
    "insert into directory_organizations (name, domain_id, created_at) values ('Acme', $1, now())",
    [acme?.id],
  );
  const registered = await idOf(
    "insert into axima_domains (name, customer_name, customer_email, created_at) values ('acme-mills.example', 'Ravi', 'r@acme-mills.example', now())",
    [],
  );
  for (const [action, subject, id] of [
    ['roles_changed', 'contact', ravi.id],
    ['address_confirmed', 'customer', customerId],
    ['mail_received', 'inbound_mail', mail],
    ['organization_changed', 'directory_organization', organization],
    ['domain_changed', 'axima domain', registered],
    ['user_changed', 'account', owner.id],
    ['contact_made', 'contact', nobodys],
  ])
    await pool.query(
      `insert into audit_log (at, actor, action, subject, subject_id, changes)
        values (timestamptz '2027-05-01' + (select count(*) from audit_log) * interval '1 minute', 'ravi@desk.example', $1, $2, $3, '[]')`,
      [action, subject, id],
    );

  const { entries } = (await asha.calls(auditLog.entries, { from: '2027-05-01' })).reply;
  expect(entries.map(({ action, domain }) => [action, domain])).toEqual([
    ['contact_made', null],
    ['user_changed', 'acme-threads.example'],
    ['domain_changed', 'acme-mills.example'],
    ['organization_changed', 'acme-mills.example'],
    ['mail_received', 'acme-mills.example'],
    ['address_confirmed', 'acme-mills.example'],
    ['roles_changed', 'acme-mills.example'],
  ]);
  const ofCustomer = ['mail_received', 'address_confirmed', 'roles_changed'];
  const ofMills = ['domain_changed', 'organization_changed', ...ofCustomer];
  expect(await actions({ search: 'threads', from: '2027-05-01' })).toEqual(['user_changed', ...ofCustomer]);
  expect(await actions({ search: 'mills', from: '2027-05-01' })).toEqual(ofMills);
  expect(await actions({ search: 'acme', from: '2027-05-01' })).toEqual(['user_changed', ...ofMills]);
  expect(await actions({ search: 'tara', from: '2027-05-01' })).toEqual([]);
  const file = (await asha.calls(auditLog.export, { search: 'acme', thing: 'contact' })).reply as unknown as string;
  expect(parse(file, { bom: true, columns: true })).toMatchObject([{ What: 'roles_changed' }]);
});

test('entries of few domains are read from the index of a thing, those of many until there are enough', async () => {
  const { desk, asha } = await aDesk();
  // Copies of the first one under other names, whatever columns a domain has.
  await desk.pool.query(`insert into domains overriding user value
    select (jsonb_populate_record(null::domains, to_jsonb(d) || jsonb_build_object('name', 'many' || n || '.example'))).*
    from (select * from domains order by id limit 1) d, generate_series(1, 3000) n`);
  await desk.pool.query(`insert into audit_log (at, actor, action, subject, subject_id, changes)
    select timestamptz '2026-01-01' + n * interval '1 minute', 'ravi@desk.example', 'edited', 'domain',
      (select max(id) from domains) - n % 3000, '[]' from generate_series(1, 60000) n`);
  // People and mails of other customers, among which those of one are found.
  await desk.pool
    .query(`with made as (insert into customers (company_name, created_at) select 'Other ' || n, now() from generate_series(1, 5000) n returning id),
      known as (insert into contacts (name, customer_id, created_at) select 'Ravi', id, now() from made)
    insert into inbound_messages (message_id, kind, from_address, to_address, subject, text, customer_id, received_at, created_at)
      select id, 'reply', 'r@other.example', 'renew@desk.example', 'Re', 'Yes', id, now(), now() from made`);
  await desk.pool.query('analyze');
  const planOf = async (search: string) =>
    (await plansOf(desk, 'audit_log', () => asha.calls(auditLog.entries, { search })))[0] ?? '';

  const few = await planOf('acme');
  expect(few).toMatch(/using audit_log_first_subject_subject_id\w* on audit_log_first l/);
  expect(few).not.toMatch(/Seq Scan on (?:audit_log_first|contacts|inbound_messages)/);
  const many = await planOf('many');
  expect(many).toMatch(/using audit_log_first_pkey on audit_log_first l/);
  expect(many).not.toContain('Seq Scan on audit_log_first');
});

test('what hangs on a customer is found among those of many domains too', async () => {
  const { desk, actions } = await aDesk();
  const { pool } = desk;
  await pool.query(`with made as (insert into customers (company_name, created_at) select 'Many ' || n, now() from generate_series(1, 3) n returning id)
    insert into domains (name, customer_id, created_at) select 'many' || n || '.example', (select min(id) from made), now() from generate_series(1, 1500) n`);
  await pool.query(`insert into audit_log (at, actor, action, subject, subject_id, changes)
    select timestamptz '2028-01-01', 'ravi@desk.example', 'eight', 'customer', customer_id, '[]' from domains where name = 'many7.example'`);

  expect(await actions({ search: 'many' })).toEqual(['eight']);
});
