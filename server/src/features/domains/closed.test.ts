import { domains } from '@desk/contract/domains';
import { beforeEach, expect, test } from 'vitest';
import { makeRenewal } from '../../testing/fixtures.ts';
import { domainsDesk } from './testing/domains-desk.ts';

let desk: Awaited<ReturnType<typeof domainsDesk>>;
beforeEach(async () => {
  desk = await domainsDesk();
});

/** A domain by the number that its person sees. */
const listedOf = async (person: typeof desk.ravi, domain_name: string) => {
  const own = (await person.calls(domains.own, {})).reply.domains;
  return { domain_id: own.find((row) => row.domain_name === domain_name)?.domain_id ?? 4711, domain_name };
};

/** A live domain of ours that ravi has, and then has no longer. */
async function closed(status: 'SUSPENDED' | 'REJECTED', reason?: string) {
  await makeRenewal(desk.db);
  await desk.ravi.asks('acme.example');
  await desk.decides('acme.example', 'ACTIVE');
  await desk.sets('acme.example', status, reason);
  const domain = await listedOf(desk.ravi, 'acme.example');
  return { remove: () => desk.ravi.calls(domains.remove, domain) };
}
const listed = async () => (await desk.ravi.calls(domains.own, {})).reply.domains.map((row) => row.domain_status);

test.each([
  ['SUSPENDED', 'your domain was suspended'],
  ['REJECTED', 'your domain was declined'],
] as const)('the owner of a live domain is told that it is %s, and why', async (status, subject) => {
  await closed(status, 'Unpaid since May');

  const mail = (await desk.outbox()).at(-1);
  expect(mail).toMatchObject({ recipient: desk.ravi.email, subject: `Test Desk: ${subject}` });
  expect(mail?.body).toContain('acme.example');
  expect(mail?.body).toContain('Reason: Unpaid since May');
  expect((await desk.entries()).at(-1)?.changes).toContainEqual({
    field: 'reason',
    old: null,
    new: 'Unpaid since May',
  });
  expect(await listed()).toEqual([status]);

  await desk.sets('acme.example', 'ACTIVE');
  expect((await desk.mails()).at(-1)?.subject).toBe('Test Desk: your domain is active again');
});

test('a domain that nobody has in the portal is suspended without a mail', async () => {
  await makeRenewal(desk.db);
  expect((await desk.sets('acme.example', 'SUSPENDED')).status).toBe(200);
  expect(await desk.mails()).toEqual([]);
});

test.each(['SUSPENDED', 'REJECTED'] as const)('a %s domain is asked for again, and decided', async (status) => {
  await closed(status);

  expect((await desk.ravi.asks('acme.example')).status).toBe(200);
  expect((await desk.ravi.asks('acme.example')).status).toBe(403);

  expect(await listed()).toEqual(['PENDING']);
  expect(await desk.domainOf('acme.example')).toMatchObject({ status });
  expect((await desk.asha.calls(domains.pending, {})).reply.domains).toMatchObject([
    { user_email: desk.ravi.email, asked_again: status, present_owner: null },
  ]);
  await desk.decides('acme.example', 'REJECTED');
  expect(await listed()).toEqual([status]);

  await desk.ravi.asks('acme.example');
  await desk.decides('acme.example', 'ACTIVE');
  expect(await listed()).toEqual(['ACTIVE']);
  expect(await desk.domainOf('acme.example')).toMatchObject({ status: 'ACTIVE', ownerId: desk.ravi.id });
});

test('what staff take back by themselves need not be decided any more', async () => {
  await closed('SUSPENDED');
  await desk.ravi.asks('acme.example');
  await desk.sets('acme.example', 'ACTIVE');

  expect((await desk.asha.calls(domains.pending, {})).reply.domains).toEqual([]);
  expect(await listed()).toEqual(['ACTIVE']);
});

test.each(['SUSPENDED', 'REJECTED'] as const)(
  'a %s domain is removed from the own list; it stays ours',
  async (status) => {
    const { remove } = await closed(status);
    const { customerId } = (await desk.domainOf('acme.example')) ?? {};

    expect((await remove()).status).toBe(200);

    expect(await listed()).toEqual([]);
    expect(await desk.domainOf('acme.example')).toMatchObject({ status, ownerId: null, customerId });
    expect((await desk.entries()).at(-1)).toMatchObject({ actor: desk.ravi.email, action: 'domain_removed' });
    expect((await remove()).status).toBe(404);
  },
);

test('a rejected domain that was removed can be given to who asks next', async () => {
  const mira = await desk.customer('mira@other.example', 'Other Ltd');
  await mira.asks('acme.example');
  await desk.decides('acme.example', 'REJECTED');
  expect((await mira.calls(domains.remove, await listedOf(mira, 'acme.example'))).status).toBe(200);

  expect((await desk.ravi.asks('acme.example')).status).toBe(200);
  await desk.decides('acme.example', 'ACTIVE');

  expect(await desk.domainOf('acme.example')).toMatchObject({ status: 'ACTIVE', ownerId: desk.ravi.id });
  expect(await desk.companyOf('acme.example')).toMatchObject({ companyName: 'Acme Pvt Ltd' });
});

test('nobody removes what is active, waits, or is not theirs', async () => {
  await makeRenewal(desk.db);
  const mira = await desk.customer('mira@other.example', 'Other Ltd');
  await desk.ravi.asks('new.example');
  await desk.ravi.asks('acme.example');
  await desk.decides('acme.example', 'ACTIVE');
  const of = (name: string) => listedOf(desk.ravi, name);

  expect((await desk.ravi.calls(domains.remove, await of('new.example'))).status).toBe(409);
  expect((await desk.ravi.calls(domains.remove, await of('acme.example'))).status).toBe(409);
  await desk.sets('acme.example', 'SUSPENDED');
  const byRow = { domain_id: (await desk.domainOf('acme.example'))?.id ?? 0, domain_name: 'acme.example' };
  expect((await desk.ravi.calls(domains.remove, byRow)).status).toBe(404);
  expect((await mira.calls(domains.remove, await of('acme.example'))).status).toBe(404);
  expect(
    (await desk.ravi.calls(domains.remove, { ...(await of('acme.example')), domain_name: 'x.example' })).status,
  ).toBe(404);
});

test('two who edit one status: the second is told what was done', async () => {
  await makeRenewal(desk.db);
  const { id: domain_id = 0 } = (await desk.domainOf('acme.example')) ?? {};
  const set = (status: 'SUSPENDED' | 'REJECTED') =>
    desk.asha.calls(domains.setStatus, { domain_id, domain_name: 'acme.example', status, seen: 'ACTIVE' });

  expect((await set('SUSPENDED')).status).toBe(200);
  expect((await set('REJECTED')).status).toBe(409);
  expect(await desk.domainOf('acme.example')).toMatchObject({ status: 'SUSPENDED' });
});
