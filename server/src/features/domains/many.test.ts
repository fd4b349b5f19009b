import { domainApprovals } from '@desk/contract/approvals';
import { domains } from '@desk/contract/domains';
import { beforeEach, expect, test } from 'vitest';
import { makeDomain } from '../../testing/fixtures.ts';
import { domainsDesk } from './testing/domains-desk.ts';

let desk: Awaited<ReturnType<typeof domainsDesk>>;
beforeEach(async () => {
  desk = await domainsDesk();
});

const DECIDED = 'Failed to Approve Domain...!';
const NAMES = ['acme-one.example', 'acme-two.example', 'acme-three.example'];

/** What waits, as the screen names it. */
const waiting = async () =>
  (await desk.asha.calls(domains.pending, {})).reply.domains.map(({ domain_id, domain_name, user_email, ...row }) => ({
    ...{ domain_id, domain_name, user_email },
    ...(row.present_owner && {
      present_owner: {
        customer_id: row.present_owner.customer_id,
        user_email: row.present_owner.user_email,
        domain_status: row.present_owner.domain_status,
      },
    }),
  }));
type Requests = Awaited<ReturnType<typeof waiting>>;
const decide = (status: 'ACTIVE' | 'REJECTED', requests: Requests, by = desk.asha) =>
  by.calls(domainApprovals.decide, { status, domains: requests });
const statusOf = async (name: string) => (await desk.domainOf(name))?.status;

test('many domains are approved at once, each with its mail, decision and audit entry, and taken back at once', async () => {
  for (const name of NAMES) await desk.ravi.asks(name);
  const requests = await waiting();
  const before = await desk.entries();

  const { status, reply } = await decide('ACTIVE', requests);

  expect(status).toBe(200);
  expect(reply.left).toEqual([]);
  expect(reply.decided.map(({ id }) => id)).toEqual(requests.map(({ domain_id }) => domain_id));
  for (const name of NAMES) expect(await statusOf(name)).toBe('ACTIVE');
  expect(await desk.mails()).toHaveLength(3);
  expect((await desk.entries()).slice(before.length).map(({ action }) => action)).toEqual(
    NAMES.map(() => 'domain_approved'),
  );

  const decision_ids = reply.decided.map(({ decision_id }) => decision_id);
  const undone = await desk.asha.calls(domainApprovals.undo, { decision_ids });

  expect(undone.reply).toEqual({ undone: decision_ids, left: [] });
  expect(await waiting()).toEqual(requests);
  expect((await desk.outbox()).every(({ state }) => state === 'failed')).toBe(true);
});

test('what cannot be decided on is left, with the reason, and keeps no other back', async () => {
  for (const name of NAMES) await desk.ravi.asks(name);
  const [one, two, three] = await waiting();
  if (!one || !two || !three) throw new Error('Three domains wait.');
  await desk.decides(one.domain_name, 'REJECTED');

  const { reply } = await decide('ACTIVE', [
    { ...one, domain_id: 4711 },
    one,
    { ...two, user_email: 'somebody@else.example' },
    three,
  ]);

  expect(reply.decided.map(({ id }) => id)).toEqual([three.domain_id]);
  expect(reply.left).toEqual([
    { id: 4711, message: DECIDED },
    { id: one.domain_id, message: DECIDED },
    { id: two.domain_id, message: DECIDED },
  ]);
  expect(await statusOf(two.domain_name)).toBe('PENDING');
});

test('a domain of somebody else is given away only where its present owner is named as it is', async () => {
  await makeDomain(desk.db, { name: 'acme.example' });
  await desk.ravi.asks('acme.example');
  await desk.ravi.asks('acme-two.example');
  const requests = await waiting();
  const unnamed = requests.map(({ domain_id, domain_name, user_email }) => ({ domain_id, domain_name, user_email }));

  const { reply } = await decide('ACTIVE', unnamed);

  expect(reply.decided).toHaveLength(1);
  expect(reply.left).toHaveLength(1);
  expect(reply.left[0]?.message).toMatch(/^This domain belongs to somebody else/);
  expect((await desk.domainOf('acme.example'))?.ownerId).toBeNull();
  expect((await decide('ACTIVE', await waiting())).reply.decided).toHaveLength(1);
  expect((await desk.domainOf('acme.example'))?.ownerId).toBe(desk.ravi.id);
});

test('of two who decide on the same domains at once, in opposite orders, each domain has one decision', async () => {
  const names = Array.from({ length: 15 }, (_, i) => `acme${String(i)}.example`);
  const mira = await desk.customer('mira@other.example', 'Other Ltd');
  for (const [at, name] of names.entries()) await (at % 2 === 0 ? mira : desk.ravi).asks(name);
  const requests = await waiting();
  const vik = await desk.as({ email: 'vik@desk.example' });

  const answers = await Promise.all([
    decide('ACTIVE', requests),
    decide('REJECTED', requests.toReversed(), vik),
    // Who asks meanwhile holds the person, as the decisions do.
    desk.ravi.asks('meanwhile.example'),
    mira.asks('other-meanwhile.example'),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const [approved, rejected] = answers;
  expect(approved.reply.decided.length + rejected.reply.decided.length).toBe(15);
  expect(approved.reply.left.length + rejected.reply.left.length).toBe(15);
  expect(await desk.mails()).toHaveLength(15);
});

test('with the claimant stand what they have and what else they wait for', async () => {
  for (const name of NAMES) await desk.ravi.asks(name);
  await desk.decides('acme-one.example', 'ACTIVE');

  const [row] = (await desk.asha.calls(domains.pending, {})).reply.domains;

  expect(row).toMatchObject({ user_status: 'ACTIVE', user_domains: 1, user_domains_waiting: 1 });
});
