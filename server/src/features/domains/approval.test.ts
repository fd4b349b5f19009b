import { domains } from '@desk/contract/domains';
import { beforeEach, expect, test } from 'vitest';
import { customersTable } from '../../platform/db/tables/customers.ts';
import { makeDomain, makeRenewal } from '../../testing/fixtures.ts';
import { domainsDesk } from './testing/domains-desk.ts';

let desk: Awaited<ReturnType<typeof domainsDesk>>;
beforeEach(async () => {
  desk = await domainsDesk();
});

test('staff see what was asked for, new and claimed, the longest first, with who asks', async () => {
  const mira = await desk.customer('mira@other.example', 'Other Ltd');
  await makeDomain(desk.db, {
    name: 'known.example',
    customer: { companyName: 'Known Ltd', email: 'office@known.example' },
  });
  await mira.asks('known.example');
  await desk.ravi.asks('acme.example');

  const { reply } = await desk.asha.calls(domains.pending, {});

  expect(reply.domains).toEqual([
    {
      domain_id: (await desk.domainOf('known.example'))?.id,
      domain_name: 'known.example',
      user_email: mira.email,
      company_name: 'Other Ltd',
      present_owner: {
        customer_id: (await desk.domainOf('known.example'))?.customerId,
        ...{ company_name: 'Known Ltd', company_email: 'office@known.example', subscriptions: 0 },
        ...{ user_email: null, domain_status: 'ACTIVE' },
      },
      ...{ asked_again: null, mail_fits: false },
      ...{ user_name: 'Asha', user_phoneNumber: '', user_status: 'ACTIVE', user_domains: 0, user_domains_waiting: 0 },
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
    },
    expect.objectContaining({
      ...{ domain_name: 'acme.example', user_email: desk.ravi.email, company_name: 'Acme Pvt Ltd' },
      ...{ present_owner: null, asked_again: null, mail_fits: true },
    }),
  ]);
});

test.each([
  ['ACTIVE', 'domain_approved', 'your domain was approved'],
  ['REJECTED', 'domain_rejected', 'your domain was declined'],
] as const)('a new domain becomes %s once, and its person is told', async (status, action, subject) => {
  await desk.ravi.asks('acme.example');

  expect((await desk.decides('acme.example', status)).status).toBe(200);

  expect(await desk.domainOf('acme.example')).toMatchObject({ status, ownerId: desk.ravi.id });
  expect(await desk.mails()).toEqual([{ to: desk.ravi.email, subject: `Test Desk: ${subject}` }]);
  expect((await desk.entries()).at(-1)).toMatchObject({
    actor: desk.asha.email,
    action,
    subject: 'domain',
    changes: [{ field: 'status', old: 'PENDING', new: status }],
  });
  const again = await desk.decides('acme.example', 'ACTIVE');
  expect(again).toMatchObject({ status: 409, reply: { message: 'Failed to Approve Domain...!' } });
  expect(await desk.mails()).toHaveLength(1);
  expect((await desk.asha.calls(domains.pending, {})).reply.domains).toEqual([]);
});

test('a decision on what one person asked for is none on what somebody else asks for later', async () => {
  await makeDomain(desk.db, { customer: { companyName: 'Known Ltd' } });
  await desk.ravi.asks('acme.example');
  await desk.decides('acme.example', 'REJECTED');
  const mira = await desk.customer('mira@other.example', 'Other Ltd');
  await mira.asks('acme.example');
  const { id: domain_id = 0, customerId: customer_id = 0 } = (await desk.domainOf('acme.example')) ?? {};
  const present_owner = { customer_id, user_email: null, domain_status: 'ACTIVE' } as const;
  const request = { domain_id, domain_name: 'acme.example', status: 'ACTIVE', present_owner } as const;

  expect((await desk.asha.calls(domains.decide, { ...request, user_email: desk.ravi.email })).status).toBe(409);
  expect(await desk.domainOf('acme.example')).toMatchObject({ ownerId: null, claimedById: mira.id });
  expect((await desk.asha.calls(domains.decide, { ...request, user_email: mira.email })).status).toBe(200);
});

test('a domain that waits is not decided by editing its status', async () => {
  await desk.ravi.asks('acme.example');
  for (const status of ['ACTIVE', 'SUSPENDED', 'REJECTED'] as const)
    expect((await desk.sets('acme.example', status)).status).toBe(422);
  expect(await desk.domainOf('acme.example')).toMatchObject({ status: 'PENDING' });
});

test.each([false, true])(
  'of twenty who approve and reject at once exactly one decides (claim: %s)',
  async (isClaim) => {
    if (isClaim) await makeDomain(desk.db);
    await desk.ravi.asks('acme.example');
    const { id: domain_id = 0, customerId: customer_id = 0 } = (await desk.domainOf('acme.example')) ?? {};

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        desk.asha.calls(domains.decide, {
          ...(isClaim && { present_owner: { customer_id, user_email: null, domain_status: 'ACTIVE' as const } }),
          domain_id,
          domain_name: 'acme.example',
          status: i % 2 === 0 ? 'ACTIVE' : 'REJECTED',
        }),
      ),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(409)]);
    const isApproved = answers.findIndex(({ status }) => status === 200) % 2 === 0;
    expect(await desk.domainOf('acme.example')).toMatchObject(
      isClaim
        ? { ownerId: isApproved ? desk.ravi.id : null, claimedById: null }
        : { status: isApproved ? 'ACTIVE' : 'REJECTED' },
    );
    expect(await desk.mails()).toHaveLength(1);
  },
);

test('an approved claim gives the domain to its person; company, status and subscriptions stay', async () => {
  const { customerId } = await makeRenewal(desk.db, { company: 'Acme International' });
  await desk.ravi.asks('mine.example');
  await desk.ravi.asks('acme.example');

  expect((await desk.decides('acme.example', 'ACTIVE')).status).toBe(200);

  expect(await desk.domainOf('acme.example')).toMatchObject({
    ownerId: desk.ravi.id,
    claimedById: null,
    customerId,
    status: 'ACTIVE',
  });
  expect((await desk.entries()).at(-1)).toMatchObject({ action: 'claim_approved' });
});

test('a rejected claim is gone, and may be made again', async () => {
  const ours = await makeDomain(desk.db);
  await desk.ravi.asks('acme.example');

  expect((await desk.decides('acme.example', 'REJECTED')).status).toBe(200);

  expect(await desk.domainOf('acme.example')).toEqual({ ...ours, askedAt: expect.anything() as unknown });
  expect((await desk.ravi.calls(domains.own, {})).reply.domains).toEqual([]);
  expect((await desk.mails()).map(({ to }) => to)).toEqual([desk.ravi.email]);
  expect((await desk.ravi.asks('acme.example')).status).toBe(200);
});

test('a claim on a suspended domain that is approved makes it active, as its mail says', async () => {
  await makeDomain(desk.db, { status: 'SUSPENDED' });
  await desk.ravi.asks('acme.example');
  await desk.decides('acme.example', 'ACTIVE');

  expect(await desk.domainOf('acme.example')).toMatchObject({ status: 'ACTIVE', ownerId: desk.ravi.id });
});

test('a name that somebody was refused is open to the company it belongs to', async () => {
  const squatter = await desk.customer('mallory@other.example', 'Other Ltd');
  await squatter.asks('acme.example');
  await desk.decides('acme.example', 'REJECTED');

  // Asking again blocks nobody else.
  expect((await squatter.asks('acme.example')).status).toBe(200);
  expect((await desk.ravi.asks('acme.example')).status).toBe(200);
  expect((await squatter.asks('acme.example')).status).toBe(403);
  expect((await squatter.calls(domains.own, {})).reply.domains).toMatchObject([{ domain_status: 'REJECTED' }]);
  expect((await desk.decides('acme.example', 'ACTIVE')).status).toBe(200);

  expect(await desk.domainOf('acme.example')).toMatchObject({ status: 'ACTIVE', ownerId: desk.ravi.id });
  expect(await desk.companyOf('acme.example')).toMatchObject({ companyName: 'Acme Pvt Ltd' });
  expect((await squatter.calls(domains.own, {})).reply.domains).toEqual([]);
});

test('by a list from before staff took its owner back nobody loses a domain', async () => {
  const mira = await desk.customer('mira@other.example', 'Other Ltd');
  await mira.asks('acme.example');
  await desk.decides('acme.example', 'REJECTED');
  await desk.ravi.asks('acme.example');
  const [row] = (await desk.asha.calls(domains.pending, {})).reply.domains;
  const { customer_id = 0, domain_status = 'ACTIVE' } = row?.present_owner ?? {};
  await desk.sets('acme.example', 'ACTIVE');

  const stale = await desk.asha.calls(domains.decide, {
    ...{ domain_id: row?.domain_id ?? 0, domain_name: 'acme.example', status: 'ACTIVE', user_email: desk.ravi.email },
    present_owner: { customer_id, user_email: mira.email, domain_status },
  });
  expect([domain_status, stale.status]).toEqual(['REJECTED', 422]);
  expect(await desk.domainOf('acme.example')).toMatchObject({ status: 'ACTIVE', ownerId: mira.id });
  expect((await desk.decides('acme.example', 'REJECTED')).status).toBe(200);
  expect(await desk.domainOf('acme.example')).toMatchObject({ status: 'ACTIVE', ownerId: mira.id, claimedById: null });
});

test('a decision needs the domain that was seen', async () => {
  await desk.ravi.asks('acme.example');
  await desk.ravi.asks('other.example');
  const domain_id = (await desk.domainOf('acme.example'))?.id ?? 0;
  const decide = (over: object) =>
    desk.asha.calls(domains.decide, { domain_id, domain_name: 'acme.example', status: 'ACTIVE', ...over });

  expect((await decide({ domain_name: 'other.example' })).status).toBe(409);
  expect((await decide({ domain_id: 4711 })).status).toBe(404);
  expect((await decide({ status: 'SUSPENDED' })).status).toBe(400);
  expect((await decide({ domain_name: '' })).status).toBe(409);
  expect(await desk.domainOf('acme.example')).toMatchObject({ status: 'PENDING' });
  expect((await decide({ domain_name: 'ACME.Example' })).status).toBe(200);
});

test('a domain that nobody asked for is not decided on', async () => {
  await makeDomain(desk.db);

  expect((await desk.decides('acme.example', 'REJECTED')).status).toBe(409);
  expect(await desk.domainOf('acme.example')).toMatchObject({ status: 'ACTIVE' });
});

test('when the person cannot be told nothing is decided', async () => {
  await desk.ravi.asks('acme.example');
  await desk.pool.query(`create function no_mail() returns trigger language plpgsql as $$ begin raise 'gone'; end $$;
    create trigger no_mail before insert on outbox for each row execute function no_mail()`);

  const answer = await desk.decides('acme.example', 'ACTIVE');
  await desk.pool.query('drop trigger no_mail on outbox; drop function no_mail');

  expect(answer.status).toBe(500);
  expect(await desk.domainOf('acme.example')).toMatchObject({ status: 'PENDING' });
  expect(await desk.db.$count(customersTable)).toBe(1);
});
