import { domains } from '@desk/contract/domains';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { decisionsTable } from '../../platform/db/tables/decisions.ts';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { makeDomain, makeRenewal } from '../../testing/fixtures.ts';
import { domainsDesk } from './testing/domains-desk.ts';

let desk: Awaited<ReturnType<typeof domainsDesk>>;
beforeEach(async () => {
  desk = await domainsDesk();
});

const undo = (decision_id: number) => desk.asha.calls(domains.undo, { decision_id });
const decided = async (name: string, status: 'ACTIVE' | 'REJECTED') =>
  (await desk.decides(name, status)).reply.decision_id;

/** Each kind of decision: a domain before it, and how it is decided. */
const DECISIONS: readonly [string, () => Promise<unknown>, () => Promise<number>][] = [
  ['an approved new domain', () => desk.ravi.asks('acme.example'), () => decided('acme.example', 'ACTIVE')],
  ['a rejected new domain', () => desk.ravi.asks('acme.example'), () => decided('acme.example', 'REJECTED')],
  [
    'a domain of ours given to a claimant',
    async () => {
      await makeRenewal(desk.db);
      await desk.ravi.asks('acme.example');
    },
    () => decided('acme.example', 'ACTIVE'),
  ],
  [
    'a domain taken from who was turned down, with its company',
    async () => {
      await (await desk.customer('mira@other.example', 'Other Ltd')).asks('acme.example');
      await decided('acme.example', 'REJECTED');
      await desk.ravi.asks('acme.example');
    },
    () => decided('acme.example', 'ACTIVE'),
  ],
  [
    'a rejected claim',
    async () => {
      await makeDomain(desk.db);
      await desk.ravi.asks('acme.example');
    },
    () => decided('acme.example', 'REJECTED'),
  ],
  [
    'a removed owner',
    async () => {
      await desk.ravi.asks('acme.example');
      await decided('acme.example', 'ACTIVE');
    },
    async () => {
      const domain = { domain_id: (await desk.domainOf('acme.example'))?.id ?? 0, domain_name: 'acme.example' };
      const removed = await desk.asha.calls(domains.removeOwner, { ...domain, owner_email: desk.ravi.email });
      return removed.reply.decision_id;
    },
  ],
];

test.each(DECISIONS)('%s is taken back: all stands exactly as before, audited', async (_what, prepare, decide) => {
  await prepare();
  const before = await desk.domainOf('acme.example');
  const waiting = (await desk.asha.calls(domains.pending, {})).reply;
  const decision = await decide();
  expect(await desk.domainOf('acme.example')).not.toEqual(before);

  expect((await undo(decision)).status).toBe(200);

  expect(await desk.domainOf('acme.example')).toEqual(before);
  expect((await desk.asha.calls(domains.pending, {})).reply).toEqual(waiting);
  const [was, entry] = (await desk.entries()).slice(-2);
  expect(entry).toMatchObject({ actor: desk.asha.email, action: `${String(was?.action)}_undone`, subject: 'domain' });
  const swapped = was?.changes.map(({ field, old, new: now }) => ({ field, old: now, new: old }));
  expect(entry?.changes).toEqual(expect.arrayContaining(swapped ?? []));
});

test('a mail of a decision waits for a minute, and does not leave where the decision is taken back before', async () => {
  await desk.ravi.asks('acme.example');
  const decision = await decided('acme.example', 'ACTIVE');
  await desk.work();
  const [mail] = await desk.outbox();
  expect(mail).toMatchObject({ state: 'queued', attempts: 0 });
  const waits = (mail?.nextTryAt?.getTime() ?? 0) - (mail?.createdAt.getTime() ?? 0);
  expect(Math.round(waits / 1000)).toBe(60);

  await undo(decision);

  const reason = `The decision was taken back by ${desk.asha.email}`;
  expect(await desk.outbox()).toMatchObject([{ state: 'failed', reason, nextTryAt: null }]);
  await desk.db.execute(sql`update outbox set next_try_at = '2020-01-01'`);
  await desk.work();
  expect(await desk.outbox()).toMatchObject([{ state: 'failed', reason }]);
});

test.each(['sent', 'being sent'])('who was told already is told that it was taken back (%s)', async (how) => {
  await desk.ravi.asks('acme.example');
  const decision = await decided('acme.example', 'ACTIVE');
  const leased = { leasedUntil: sql`now() + interval '30 seconds'` };
  await desk.db.update(outboxTable).set(how === 'sent' ? { state: 'sent' } : leased);

  await undo(decision);

  const [first, second] = await desk.outbox();
  expect(first?.state).toBe(how === 'sent' ? 'sent' : 'queued');
  expect(second).toMatchObject({ recipient: desk.ravi.email, subject: 'Test Desk: your domain is looked at again' });
});

test('a decision is taken back once, and in its days only', async () => {
  await desk.ravi.asks('acme.example');
  const first = await decided('acme.example', 'ACTIVE');
  const answers = await Promise.all(Array.from({ length: 10 }, () => undo(first)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(9).fill(410)]);

  const second = await decided('acme.example', 'REJECTED');
  await desk.db.update(decisionsTable).set({ createdAt: sql`now() - interval '7 days 1 minute'` });
  expect(await undo(second)).toMatchObject({
    status: 404,
    reply: { message: 'This decision can no longer be taken back: its time is over.' },
  });
  expect(await desk.domainOf('acme.example')).toMatchObject({ status: 'REJECTED' });
});

test.each([
  ['another status', () => desk.sets('acme.example', 'SUSPENDED')],
  [
    'a removed owner',
    async () => {
      const { id: domain_id = 0 } = (await desk.domainOf('acme.example')) ?? {};
      const body = { domain_id, domain_name: 'acme.example', owner_email: desk.ravi.email };
      await desk.asha.calls(domains.removeOwner, body);
    },
  ],
  [
    'a later decision',
    async () => {
      await (await desk.customer('mira@other.example', 'Other Ltd')).asks('acme.example');
      await decided('acme.example', 'ACTIVE');
    },
    'REJECTED' as const,
  ],
])('what was done since is not undone: %s', async (_what, since, status: 'ACTIVE' | 'REJECTED' = 'ACTIVE') => {
  await desk.ravi.asks('acme.example');
  const decision = await decided('acme.example', status);
  await since();
  const domain = await desk.domainOf('acme.example');
  const entries = await desk.entries();

  expect(await undo(decision)).toMatchObject({
    status: 409,
    reply: { message: expect.stringContaining('Something else was done since') as unknown },
  });

  expect(await desk.domainOf('acme.example')).toEqual(domain);
  expect(await desk.entries()).toEqual(entries);
});

test('what was sold since stays with its company', async () => {
  await (await desk.customer('mira@other.example', 'Other Ltd')).asks('acme.example');
  await decided('acme.example', 'REJECTED');
  await desk.ravi.asks('acme.example');
  const decision = await decided('acme.example', 'ACTIVE');
  const domain = await desk.domainOf('acme.example');
  await makeRenewal(desk.db, { domain: 'sold.example' });
  await desk.db.execute(sql`update subscriptions set domain_id = ${domain?.id}, customer_id = ${domain?.customerId}`);

  expect((await undo(decision)).status).toBe(409);
});

test('what was decided lately is listed, with who took it back', async () => {
  await desk.ravi.asks('acme.example');
  await desk.ravi.asks('other.example');
  const first = await decided('acme.example', 'ACTIVE');
  const second = await decided('other.example', 'REJECTED');
  await undo(first);

  const { decisions } = (await desk.asha.calls(domains.decisions, {})).reply;
  const instant = expect.stringMatching(/Z$/) as unknown;
  expect(decisions).toEqual([
    {
      ...{ decision_id: second, action: 'domain_rejected', name: 'other.example', person: desk.ravi.email },
      ...{ decided_by: desk.asha.email, timestamp: instant, undo_until: instant, undone_by: null, undone_at: null },
    },
    {
      ...{ decision_id: first, action: 'domain_approved', name: 'acme.example', person: desk.ravi.email },
      ...{ decided_by: desk.asha.email, timestamp: instant, undo_until: null },
      ...{ undone_by: desk.asha.email, undone_at: instant },
    },
  ]);
});

test('who may not decide may not take back: each sees and undoes what the own screens decide', async () => {
  await desk.ravi.asks('acme.example');
  const decision = await decided('acme.example', 'ACTIVE');
  const editor = await desk.as({ email: 'vik@desk.example', menus: ['get_all_domain'] });

  expect((await editor.calls(domains.decisions, {})).reply.decisions).toEqual([]);
  expect((await editor.calls(domains.undo, { decision_id: decision })).status).toBe(404);
  expect(await desk.domainOf('acme.example')).toMatchObject({ status: 'ACTIVE' });
});
