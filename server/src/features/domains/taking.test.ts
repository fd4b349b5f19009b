import { domains } from '@desk/contract/domains';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { domainsTable } from '../../platform/db/tables/customers.ts';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { domainsDesk } from './testing/domains-desk.ts';

let desk: Awaited<ReturnType<typeof domainsDesk>>;
let mira: typeof desk.ravi;
beforeEach(async () => {
  desk = await domainsDesk();
  mira = await desk.customer('mira@other.example', 'Other Ltd');
});

/** Mira has a live domain, and ravi says that it is his. @returns what the list shows of it. */
async function claimedOfMira(status: 'ACTIVE' | 'SUSPENDED' = 'ACTIVE') {
  await mira.asks('acme.example');
  await desk.decides('acme.example', 'ACTIVE');
  if (status !== 'ACTIVE') await desk.sets('acme.example', status);
  await desk.ravi.asks('acme.example');
  await desk.db.delete(outboxTable);
  const [row] = (await desk.asha.calls(domains.pending, {})).reply.domains;
  const { customer_id = 0, user_email = null, domain_status = 'PENDING' } = row?.present_owner ?? {};
  const present_owner = { customer_id, user_email, domain_status };
  const domain = { domain_id: row?.domain_id ?? 0, domain_name: 'acme.example', user_email: desk.ravi.email };
  const gives = (over: object = {}) =>
    desk.asha.calls(domains.decide, { ...domain, status: 'ACTIVE', present_owner, ...over });
  return { row, present_owner, gives };
}
const listOf = async (person: typeof mira) =>
  (await person.calls(domains.own, {})).reply.domains.map((row) => [row.domain_name, row.domain_status]);

test.each(['ACTIVE', 'SUSPENDED'] as const)(
  'a %s domain that somebody has is given to the claimant, with that owner named, and taken back',
  async (status) => {
    const { row, gives } = await claimedOfMira(status);
    const before = await desk.domainOf('acme.example');
    expect(row?.present_owner).toMatchObject({ user_email: mira.email, domain_status: status });

    const given = await gives();

    expect(given.status).toBe(200);
    expect([await listOf(mira), await listOf(desk.ravi)]).toEqual([[], [['acme.example', 'ACTIVE']]]);
    expect(await desk.mails()).toEqual([
      { to: desk.ravi.email, subject: 'Test Desk: your domain was approved' },
      { to: mira.email, subject: 'Test Desk: a domain was removed' },
    ]);
    const entry = (await desk.entries()).at(-1);
    expect(entry).toMatchObject({ actor: desk.asha.email, action: 'claim_approved', subjectId: before?.id });
    expect(entry?.changes).toContainEqual({
      field: 'owner_id',
      old: String(mira.id),
      new: String(desk.ravi.id),
    });

    const { decision_id } = given.reply;
    expect((await desk.asha.calls(domains.undo, { decision_id })).status).toBe(200);

    expect(await desk.domainOf('acme.example')).toEqual(before);
    expect([await listOf(mira), await listOf(desk.ravi)]).toEqual([
      [['acme.example', status]],
      [['acme.example', 'PENDING']],
    ]);
    expect((await desk.outbox()).map(({ state }) => state)).toEqual(['failed', 'failed']);
  },
);

test('who lost a domain and was told so is told that it is theirs again', async () => {
  const { gives } = await claimedOfMira();
  const { decision_id } = (await gives()).reply;
  await desk.db.update(outboxTable).set({ state: 'sent' });

  await desk.asha.calls(domains.undo, { decision_id });

  const messages = (await desk.mails()).slice(2);
  expect(messages).toHaveLength(2);
  expect(messages).toContainEqual({ to: mira.email, subject: 'Test Desk: your domain is yours again' });
  expect(messages).toContainEqual({ to: desk.ravi.email, subject: 'Test Desk: your domain is looked at again' });
});

test('a live domain is given to nobody without its owner named as the list tells it now', async () => {
  const { gives, present_owner } = await claimedOfMira();
  const before = await desk.domainOf('acme.example');

  const refused = [
    await gives({ present_owner: undefined }),
    await gives({ present_owner: { ...present_owner, user_email: null } }),
    await gives({ present_owner: { ...present_owner, customer_id: present_owner.customer_id + 1 } }),
    await gives({ present_owner: { ...present_owner, domain_status: 'REJECTED' } }),
  ];

  expect(refused.map(({ status, reply }) => [status, reply.message])).toEqual(
    Array(4).fill([422, domains.decide.refusals[422]]),
  );
  expect((await gives({ user_email: mira.email })).status).toBe(409);
  expect(await desk.domainOf('acme.example')).toEqual(before);
  expect(await desk.mails()).toEqual([]);
});

test('what was sold on a domain stays with the company that bought it; where nothing was, the company goes along', async () => {
  const { gives } = await claimedOfMira();
  const { id: domainId = 0, customerId = 0 } = (await desk.domainOf('acme.example')) ?? {};
  await makeRenewal(desk.db, { domain: 'sold.example' });
  await desk.db.execute(sql`update subscriptions set domain_id = ${domainId}, customer_id = ${customerId}`);
  await gives();
  expect(await desk.domainOf('acme.example')).toMatchObject({ ownerId: desk.ravi.id, customerId });

  await mira.asks('free.example');
  await desk.decides('free.example', 'ACTIVE');
  await desk.ravi.asks('free.example');
  await desk.db.update(domainsTable).set({ ownerId: null }).where(eq(domainsTable.name, 'acme.example'));
  expect((await desk.decides('free.example', 'ACTIVE')).status).toBe(200);
  expect(await desk.companyOf('free.example')).toMatchObject({ companyName: 'Acme Pvt Ltd' });
});
