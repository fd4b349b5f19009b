import { domains } from '@desk/contract/domains';
import { jobs } from '@desk/contract/jobs';
import { mailLog } from '@desk/contract/mail-log';
import { users } from '@desk/contract/users';
import { waiting } from '@desk/contract/waiting';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { domainsTable } from '../../platform/db/tables/customers.ts';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { NOW } from '../../platform/db/now.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { makeDomain } from '../../testing/fixtures.ts';
import { plansOf } from '../../testing/plans.ts';
import { testServer } from '../../testing/server.ts';

/** A desk on which something waits at each place: two people, a domain and a claim, three messages, a job that was given up. */
async function busyDesk() {
  const desk = await testServer();
  const { db, pool } = desk;
  const person = { kind: 'customer', menus: [] } as const;
  for (const email of ['ravi@acme.example', 'uma@acme.example'])
    await desk.account({ ...person, email, status: 'PENDING' });
  const { id: kavya } = await desk.account({ ...person, email: 'kavya@acme.example' });
  await makeDomain(db, { name: 'new.example', status: 'PENDING', ownerId: kavya, askedAt: new Date() });
  await makeDomain(db, { name: 'of-nobody.example', status: 'PENDING' });
  const claimed = await makeDomain(db, { name: 'claimed.example' });
  await db.update(domainsTable).set({ claimedById: kavya, askedAt: NOW }).where(eq(domainsTable.id, claimed.id));
  const mail = {
    channel: 'Email',
    recipient: 'ravi@acme.example',
    subject: 'S',
    body: 'B',
    createdBy: 'system',
  } as const;
  for (const purpose of ['notice', 'notice', 'renewal', 'otp'] as const)
    await db.insert(outboxTable).values({ ...mail, purpose });
  await enqueue(db, 'given-up', {});
  await pool.query('update graphile_worker._private_jobs set attempts = max_attempts');
  const asha = await desk.as();
  return { ...desk, asha, release: () => pool.query('delete from graphile_worker._private_jobs') };
}

test('what waits is counted for each screen, as its list has it; held messages only while they are held', async () => {
  const desk = await busyDesk();
  const counts = async () => (await desk.asha.calls(waiting.counts, {})).reply.waiting;
  expect(await counts()).toEqual([
    { screen: 'approve_users', count: 2, is_late: false },
    { screen: 'approve_domain', count: 2, is_late: false },
    { screen: 'jobs', count: 1, is_late: true },
  ]);
  await desk.asha.calls(mailLog.hold, { held: true });
  expect(await counts()).toContainEqual({ screen: 'mail_log', count: 3, is_late: false });

  const lists = [
    (await desk.asha.calls(users.pending, {})).reply.users.length,
    (await desk.asha.calls(domains.pending, {})).reply.domains.length,
    (await desk.asha.calls(mailLog.list, {})).reply.counts.held,
    (await desk.asha.calls(jobs.all, {})).reply.failed.length,
  ];
  expect((await counts()).map(({ count }) => count)).toEqual(lists);
  await desk.release();
});

test('who has waited for more than two days is late', async () => {
  const desk = await busyDesk();
  const late = async () =>
    (await desk.asha.calls(waiting.counts, {})).reply.waiting.flatMap(({ screen, is_late }) =>
      is_late ? [screen] : [],
    );
  await desk.release();
  expect(await late()).toEqual([]);
  await desk.db
    .update(accountsTable)
    .set({ createdAt: sql`${NOW} - interval '49 hours'` })
    .where(eq(accountsTable.email, 'ravi@acme.example'));
  expect(await late()).toEqual(['approve_users']);
  await desk.db
    .update(domainsTable)
    .set({ askedAt: sql`${NOW} - interval '49 hours'` })
    .where(eq(domainsTable.name, 'claimed.example'));
  expect(await late()).toEqual(['approve_users', 'approve_domain']);
});

test('each learns only what waits on the own screens, and what only administrators list only they', async () => {
  const desk = await busyDesk();
  await desk.asha.calls(mailLog.hold, { held: true });
  const seenBy = async (person: Parameters<typeof desk.as>[0]) => {
    const caller = await desk.as(person);
    return (await caller.calls(waiting.counts, {})).reply.waiting.map(({ screen }) => screen);
  };
  const email = (name: string) => `${name}@desk.example`;
  expect(await seenBy({ email: email('dev'), menus: ['approve_domain'] })).toEqual(['approve_domain']);
  expect(await seenBy({ email: email('mira'), menus: ['mail_log', 'jobs', 'approve_users'], role: 'SALESC' })).toEqual([
    'approve_users',
  ]);
  expect(await seenBy({ email: email('tarun'), menus: ['get_monthly_renewal'], role: 'RMEMBER' })).toEqual([]);
  const customer = await desk.as({ email: 'anu@acme.example', kind: 'customer' });
  expect((await customer.calls(waiting.counts, {})).status).toBe(403);
  await desk.release();
});

test('one statement counts all, and nothing that grows is read whole', async () => {
  const desk = await busyDesk();
  await desk.pool.query(`insert into accounts (kind, email, password_hash, status, role, created_at)
    select 'customer', 'person' || n || '@many.example', '', 'ACTIVE', 'CUSTOMER', now() from generate_series(1, 5000) n`);
  await desk.pool.query(`insert into domains (name, customer_id, status, created_at)
    select 'site' || n || '.example', (select min(id) from customers), 'ACTIVE', now() from generate_series(1, 5000) n`);
  await desk.pool.query(`insert into outbox (channel, purpose, recipient, subject, body, state, created_by, created_at)
    select 'Email', 'renewal', 'a@b.example', 's', 'b', 'sent', 'system', now() from generate_series(1, 5000) n`);
  await desk.asha.calls(mailLog.hold, { held: true });
  await desk.pool.query('analyze accounts, domains, outbox');

  const plans = await plansOf(desk, 'outbox', () => desk.asha.calls(waiting.counts, {}));

  expect(plans).toHaveLength(1);
  expect(plans[0]).toContain('domains_to_decide');
  expect(plans[0]).not.toMatch(/Seq Scan on (accounts|domains|outbox)\b/);
  await desk.release();
});

test('open browsers hear that somebody was decided on', async () => {
  const desk = await busyDesk();
  await desk.release();
  const { users: people } = (await desk.asha.calls(users.pending, {})).reply;
  await desk.asha.calls(users.decide, { user_id: people[0]?.user_id ?? 0, status: 'REJECTED' });
  expect(desk.announced).toContainEqual({ kind: 'waiting' });
});
