import { domains } from '@desk/contract/domains';
import { beforeEach, expect, test } from 'vitest';
import { makeDomain, makeRenewal } from '../../testing/fixtures.ts';
import { domainsDesk } from './testing/domains-desk.ts';

let desk: Awaited<ReturnType<typeof domainsDesk>>;
beforeEach(async () => {
  desk = await domainsDesk();
});

const UNSEEN =
  'This domain belongs to somebody else. Look at who has it now, and approve it again with that owner named.';

/** Ravi claims a domain of Known Ltd. */
async function claimed() {
  const known = await makeDomain(desk.db, { customer: { companyName: 'Known Ltd', email: 'office@known.example' } });
  await desk.ravi.asks('acme.example');
  const approve = (over: object = {}) =>
    desk.asha.calls(domains.decide, {
      ...{ domain_id: known.id, domain_name: 'acme.example', status: 'ACTIVE' },
      ...over,
    });
  return { known, approve, customer_id: known.customerId };
}

test('a domain that another company has is not given away without naming that owner', async () => {
  const { approve, customer_id } = await claimed();

  expect(await approve()).toMatchObject({ status: 422, reply: { message: UNSEEN } });
  expect(
    (await approve({ present_owner: { customer_id: customer_id + 1, user_email: null, domain_status: 'ACTIVE' } }))
      .status,
  ).toBe(422);
  const asIfOfAPerson = { customer_id, user_email: 'office@known.example', domain_status: 'ACTIVE' };
  expect((await approve({ present_owner: asIfOfAPerson })).status).toBe(422);

  expect(await desk.domainOf('acme.example')).toMatchObject({ ownerId: null, claimedById: desk.ravi.id });
  expect(await desk.mails()).toEqual([]);
  expect((await approve({ present_owner: { customer_id, user_email: null, domain_status: 'ACTIVE' } })).status).toBe(
    200,
  );
  expect(await desk.domainOf('acme.example')).toMatchObject({ ownerId: desk.ravi.id });
});

test('an owner who was turned down is named too, with the company', async () => {
  const mira = await desk.customer('mira@other.example', 'Other Ltd');
  await mira.asks('acme.example');
  await desk.decides('acme.example', 'REJECTED');
  await desk.ravi.asks('acme.example');
  const [row] = (await desk.asha.calls(domains.pending, {})).reply.domains;
  expect(row).toMatchObject({
    user_email: desk.ravi.email,
    present_owner: { company_name: 'Other Ltd', user_email: mira.email },
  });
  const { domain_id = 0, present_owner } = row ?? {};
  const approve = (user_email: string | null) =>
    desk.asha.calls(domains.decide, {
      ...{ domain_id, domain_name: 'acme.example', status: 'ACTIVE' },
      present_owner: { customer_id: present_owner?.customer_id ?? 0, user_email, domain_status: 'REJECTED' },
    });

  expect((await approve(null)).status).toBe(422);
  expect((await approve(mira.email)).status).toBe(200);
});

test('what nobody has is approved, and what somebody has is rejected, without a word on the owner', async () => {
  await claimed();
  await desk.ravi.asks('new.example');
  const decide = async (name: string, status: 'ACTIVE' | 'REJECTED') =>
    desk.asha.calls(domains.decide, { domain_id: (await desk.domainOf(name))?.id ?? 0, domain_name: name, status });

  expect((await decide('new.example', 'ACTIVE')).status).toBe(200);
  expect((await decide('acme.example', 'REJECTED')).status).toBe(200);
});

test.each([
  ['asha@acme.example', 'acme.example', true],
  ['asha@mail.acme.example', 'acme.example', true],
  ['asha@acme.example', 'mail.acme.example', true],
  ['asha@notacme.example', 'acme.example', false],
  ['asha@gmail.com', 'acme.example', false],
])('whether %s is an address of %s is told: %s', async (email, name, fits) => {
  await (await desk.customer(email, 'Acme')).asks(name);

  expect((await desk.asha.calls(domains.pending, {})).reply.domains).toMatchObject([{ mail_fits: fits }]);
});

/** Ravi has a live domain of ours. */
async function owned() {
  const { customerId } = await makeRenewal(desk.db, { company: 'Acme International' });
  await desk.ravi.asks('acme.example');
  await desk.decides('acme.example', 'ACTIVE');
  const domain = await desk.domainOf('acme.example');
  const remove = (over: object = {}) =>
    desk.asha.calls(domains.removeOwner, {
      ...{ domain_id: domain?.id ?? 0, domain_name: 'acme.example', owner_email: desk.ravi.email },
      ...over,
    });
  return { customerId, remove };
}

test('an owner is removed: the company keeps the domain, the former owner is told why, the audit names both', async () => {
  const { customerId, remove } = await owned();

  expect((await remove({ reason: 'Left the company' })).status).toBe(200);

  expect(await desk.domainOf('acme.example')).toMatchObject({ ownerId: null, status: 'ACTIVE', customerId });
  expect((await desk.ravi.calls(domains.own, {})).reply.domains).toEqual([]);
  const mail = (await desk.outbox()).at(-1);
  expect(mail).toMatchObject({ recipient: desk.ravi.email, subject: 'Test Desk: a domain was removed' });
  expect(mail?.body).toContain('Reason: Left the company');
  expect((await desk.entries()).at(-1)).toMatchObject({
    action: 'owner_removed',
    changes: [{ field: 'owner_id', old: String(desk.ravi.id), new: null }],
  });
});

test('an owner is removed only as seen, and not where a decision is due', async () => {
  const { remove } = await owned();
  await desk.ravi.asks('new.example');
  const waiting = { domain_id: (await desk.domainOf('new.example'))?.id, domain_name: 'new.example' };

  expect((await remove({ owner_email: 'mira@other.example' })).status).toBe(409);
  expect((await remove({ domain_name: 'other.example' })).status).toBe(409);
  expect((await remove({ domain_id: 4711 })).status).toBe(404);
  expect((await remove(waiting)).status).toBe(422);
  expect((await remove()).status).toBe(200);
  expect((await remove()).status).toBe(409);
});

test('the list tells who has a domain in the portal, and who does not', async () => {
  await owned();
  await makeDomain(desk.db, { name: 'known.example', customer: { companyName: 'Known', email: 'x@known.example' } });

  expect((await desk.asha.calls(domains.all, {})).reply.domains).toMatchObject([
    { domain_name: 'acme.example', owner_email: desk.ravi.email },
    { domain_name: 'known.example', owner_email: null, user_email: 'x@known.example' },
  ]);
});
