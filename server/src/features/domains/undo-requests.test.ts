import { domains } from '@desk/contract/domains';
import { beforeEach, expect, test } from 'vitest';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { domainsDesk } from './testing/domains-desk.ts';

let desk: Awaited<ReturnType<typeof domainsDesk>>;
let mira: typeof desk.ravi;
beforeEach(async () => {
  desk = await domainsDesk();
  mira = await desk.customer('mira@other.example', 'Other Ltd');
});

const NAME = 'acme.example';
const undo = (decision_id: number) => desk.asha.calls(domains.undo, { decision_id });
const decided = async (status: 'ACTIVE' | 'REJECTED') => (await desk.decides(NAME, status)).reply.decision_id;
const removed = async (owner_email: string) => {
  const { id: domain_id = 0 } = (await desk.domainOf(NAME)) ?? {};
  return (await desk.asha.calls(domains.removeOwner, { domain_id, domain_name: NAME, owner_email })).reply.decision_id;
};
/** Each wish that waits: who asks, and whom the list shows as the owner. */
const waiting = async () =>
  (await desk.asha.calls(domains.pending, {})).reply.domains.map((row) => [
    row.user_email,
    row.present_owner?.user_email ?? null,
  ]);

test('an owner who was removed and asks again does not block the undo of the removal', async () => {
  await desk.ravi.asks(NAME);
  await decided('ACTIVE');
  const before = await desk.domainOf(NAME);
  const decision = await removed(desk.ravi.email);
  await desk.ravi.asks(NAME);

  expect((await undo(decision)).status).toBe(200);

  // The request is granted.
  expect(await desk.domainOf(NAME)).toEqual(before);
  expect(await waiting()).toEqual([]);
});

test('who lost a domain to a claimant and asks again has it back by the undo, and the claimant waits again', async () => {
  await mira.asks(NAME);
  await decided('ACTIVE');
  await desk.ravi.asks(NAME);
  const before = await desk.domainOf(NAME);
  const decision = await decided('ACTIVE');
  await mira.asks(NAME);

  expect((await undo(decision)).status).toBe(200);

  expect(await desk.domainOf(NAME)).toEqual(before);
  expect(await waiting()).toEqual([[desk.ravi.email, mira.email]]);
});

test.each([false, true])(
  "a stranger's wish neither blocks the undo of a removal nor is lost by it (rejected meanwhile: %s)",
  async (isRejected) => {
    await makeRenewal(desk.db);
    await desk.ravi.asks(NAME);
    await decided('ACTIVE');
    const decision = await removed(desk.ravi.email);
    await mira.asks(NAME);
    const asked = await desk.domainOf(NAME);
    if (isRejected) await decided('REJECTED');

    expect((await undo(decision)).status).toBe(200);

    expect(await desk.domainOf(NAME)).toMatchObject({ status: 'ACTIVE', ownerId: desk.ravi.id });
    expect(await waiting()).toEqual(isRejected ? [] : [[mira.email, desk.ravi.email]]);
    if (!isRejected) expect((await desk.domainOf(NAME))?.askedAt).toEqual(asked?.askedAt);
    expect((await mira.calls(domains.own, {})).reply.domains.map((row) => row.domain_status)).toEqual(
      isRejected ? [] : ['PENDING'],
    );
  },
);

test('a claimant whose wish cannot be put back, since another waits by now, is not told that it is looked at', async () => {
  await makeRenewal(desk.db);
  await desk.ravi.asks(NAME);
  const decision = await decided('ACTIVE');
  await mira.asks(NAME);
  await desk.db.update(outboxTable).set({ state: 'sent' });

  expect((await undo(decision)).status).toBe(200);

  expect(await desk.domainOf(NAME)).toMatchObject({ ownerId: null, claimedById: mira.id });
  expect((await desk.mails()).at(-1)).toEqual({ to: desk.ravi.email, subject: 'Test Desk: a domain was removed' });
});

test('a new domain that waits again, and that somebody else wants by now, is decided one wish after the other', async () => {
  await desk.ravi.asks(NAME);
  const decision = await decided('REJECTED');
  await mira.asks(NAME);

  expect((await undo(decision)).status).toBe(200);

  expect(await waiting()).toEqual([[desk.ravi.email, null]]);
  expect((await mira.calls(domains.own, {})).reply.domains).toMatchObject([{ domain_status: 'PENDING' }]);
  expect((await desk.decides(NAME, 'ACTIVE')).status).toBe(200);
  expect(await waiting()).toEqual([[mira.email, desk.ravi.email]]);
  expect((await desk.decides(NAME, 'REJECTED')).status).toBe(200);
  expect(await desk.domainOf(NAME)).toMatchObject({ status: 'ACTIVE', ownerId: desk.ravi.id, claimedById: null });
});

test('a rejected wish in whose place another one waits is not put back: nobody loses a place', async () => {
  await makeRenewal(desk.db);
  await desk.ravi.asks(NAME);
  const decision = await decided('REJECTED');
  await mira.asks(NAME);
  const then = await desk.domainOf(NAME);

  expect((await undo(decision)).status).toBe(409);
  expect(await desk.domainOf(NAME)).toEqual(then);
});
