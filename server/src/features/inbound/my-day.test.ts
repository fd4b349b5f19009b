import { followUp } from '@desk/contract/follow-up';
import { inbound } from '@desk/contract/renewal-work/inbound';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { search } from '@desk/contract/search';
import { waiting } from '@desk/contract/waiting';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { silencedAddressesTable } from '../../platform/db/tables/customers.ts';
import { renewalDecisionsTable } from '../../platform/db/tables/renewal-decisions.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { deskWithMail, rawBounce, rawMail, RAVI } from './testing/desk-with-mail.ts';

const sentenceOf = async (room: Awaited<ReturnType<typeof deskWithMail>>) => (await room.items())[0]?.sentence;
const FIRST = 'Never contacted in this term. It renews on 10 Dec.';

test('what a customer answered is in the day of who has the renewal, until something is said on it', async () => {
  const room = await deskWithMail();
  const { tarun, id, sent, receive, items, later, kept } = room;
  expect(await sentenceOf(room)).toBe(FIRST);
  await receive(rawMail({ to: (await sent()).address, text: 'call me\r\n-- \r\nRavi' }));
  const [item] = await items();
  expect(item).toMatchObject({
    group: 'today',
    kind: 'call',
    act: 'talk',
    sentence: 'They answered on 23 Nov: “call me”.',
  });
  expect(item).toMatchObject({ inbound_id: (await kept())[0]?.id, inbound_kind: 'reply' });

  later(5);
  const comment = { renewal_id: id, comment: 'Called; they renew' };
  expect((await tarun.calls(followUp.addComment, comment)).status).toBe(200);
  expect(await sentenceOf(room)).toContain('last spoken on 23 Nov');
  expect((await kept())[0]).toMatchObject({ settledById: tarun.id });
});

test('Done takes it away too, once', async () => {
  const room = await deskWithMail();
  const { tarun, sent, receive, kept } = room;
  await receive(rawMail({ to: (await sent()).address }));
  const inbound_id = (await kept())[0]?.id ?? 0;
  expect((await tarun.calls(inbound.settle, { inbound_id })).status).toBe(200);
  expect((await tarun.calls(inbound.settle, { inbound_id })).status).toBe(409);
  expect((await tarun.calls(inbound.settle, { inbound_id: 9_999 })).status).toBe(404);
  expect(await sentenceOf(room)).toBe(FIRST);
});

test('what somebody planned when they had read it stands; what was planned before is overtaken', async () => {
  const room = await deskWithMail();
  const { tarun, id, sent, receive, later } = room;
  const next = { kind: 'wait', day: '2026-11-27', time: null, reason: 'They think until Friday' } as const;
  await tarun.calls(myDay.setNext, { renewal_id: id, next });
  later(1);
  await receive(rawMail({ to: (await sent()).address }));
  expect(await sentenceOf(room)).toBe('They answered on 23 Nov: “Call me”.');
  later(1);
  await tarun.calls(myDay.setNext, { renewal_id: id, next });
  expect(await sentenceOf(room)).toBe('They think until Friday');
});

test('a decision that nobody has answered is not answered by another mail of the customer', async () => {
  const room = await deskWithMail();
  const { desk, tarun, id, sent, receive, later, kept } = room;
  const ravi = await desk.account({ email: RAVI, kind: 'customer' });
  await desk.db
    .insert(renewalDecisionsTable)
    .values({ renewalId: id, accountId: ravi.id, decision: 'talk', comment: '' });
  later(1);
  await receive(rawMail({ to: (await sent()).address, text: 'Thanks' }));
  expect(await sentenceOf(room)).toBe(
    'They answered on 23 Nov: “Thanks”. The customer wants to talk before deciding. Call.',
  );
  await tarun.calls(inbound.settle, { inbound_id: (await kept())[0]?.id ?? 0 });
  expect(await sentenceOf(room)).toBe('The customer wants to talk before deciding. Call.');
});

test('of a mail about several renewals each who has one reads it', async () => {
  const room = await deskWithMail();
  const { desk, tarun, id, renewalOf, sent, receive, later, items, kept } = room;
  const meenal = await desk.as({ email: 'meenal@desk.example', role: 'RMEMBER', menus: ['get_monthly_renewal'] });
  const other = await renewalOf({ domain: 'other.example', renewal: { assignedToId: meenal.id } });
  await receive(rawMail({ to: (await sent([id, other.id])).address }));
  later(1);
  const say = (who: typeof tarun, renewal_id: number) =>
    who.calls(followUp.addComment, { renewal_id, comment: 'Called' });

  await say(tarun, id);
  expect((await kept())[0]?.settledAt).toBeNull();
  expect([(await items())[0]?.inbound_id, (await items(meenal))[0]?.inbound_id]).toEqual([null, (await kept())[0]?.id]);
  await say(meenal, other.id);
  expect((await kept())[0]?.settledAt).not.toBeNull();
});

test('a bounce asks for nobody once it is decided; an answer does', async () => {
  const room = await deskWithMail();
  const { desk, id, sent, receive } = room;
  const { address } = await sent();
  await desk.db
    .update(renewalsTable)
    .set({ confirmationStatus: 'Confirmation Received' })
    .where(eq(renewalsTable.id, id));
  await receive(rawBounce({ to: address }));
  expect(await sentenceOf(room)).not.toContain('bounced');
  await receive(rawMail({ to: address, text: 'We changed our mind' }));
  expect(await sentenceOf(room)).toBe('They answered on 23 Nov: “We changed our mind”.');
});

test('what is late stays late, and says first what they answered', async () => {
  const room = await deskWithMail();
  await room.desk.db.update(renewalsTable).set({ termEnd: '2026-11-20' });
  await room.receive(rawMail({ to: (await room.sent()).address }));
  expect((await room.items())[0]).toMatchObject({
    group: 'overdue',
    sentence: expect.stringMatching(/^They answered on 23 Nov: “Call me”\. Nobody has decided/) as string,
  });
});

test('what a customer writes of itself asks about what of theirs ends first', async () => {
  const room = await deskWithMail();
  await room.receive(rawMail({ text: 'We need five more seats' }));
  expect(await sentenceOf(room)).toBe('They answered on 23 Nov: “We need five more seats”.');
});

test('mail that is nobody’s is for who sees what is unassigned; they say whose it is, and then it asks whoever has that', async () => {
  const room = await deskWithMail();
  const { desk, tarun, id, receive, comments } = room;
  const asha = await desk.as({ email: 'asha@desk.example', menus: ['get_renewal_data', 'manager_renewal_team'] });
  await receive(rawMail({ from: 'new.person@elsewhere.example', text: 'I took over from Ravi' }));
  const shown = async (who: typeof tarun, show: 'to_do' | 'unmatched' | 'all') =>
    (await who.calls(inbound.list, { show })).reply;
  const [mail] = (await shown(asha, 'unmatched')).messages;
  const inbound_id = mail?.inbound_id ?? 0;

  expect(mail).toMatchObject({
    from: 'new.person@elsewhere.example',
    top: 'I took over from Ravi',
    company_name: null,
  });
  expect((await shown(asha, 'to_do')).counts).toEqual({ to_do: 1, unmatched: 1 });
  expect((await tarun.calls(inbound.list, { show: 'unmatched' })).status).toBe(403);
  expect(await shown(tarun, 'all')).toMatchObject({ messages: [], total: 0, counts: { to_do: 0, unmatched: null } });
  expect((await tarun.calls(inbound.message, { inbound_id })).status).toBe(403);
  expect((await tarun.calls(inbound.settle, { inbound_id, domain_name: 'acme.example' })).status).toBe(403);
  expect((await asha.calls(inbound.settle, { inbound_id, domain_name: 'nobody.example' })).status).toBe(422);
  expect(
    (await asha.calls(inbound.settle, { inbound_id, domain_name: 'acme.example', renewal_id: 9_999 })).status,
  ).toBe(422);

  expect((await asha.calls(search.everything, { query: 'acme' })).reply.hits[0]).toMatchObject({
    domain_name: 'acme.example',
    renewal: { renewal_id: id },
  });
  expect((await asha.calls(inbound.settle, { inbound_id, domain_name: 'acme.example', renewal_id: id })).status).toBe(
    200,
  );
  expect(await comments()).toMatchObject([{ renewalId: id, updatedBy: 'new.person@elsewhere.example' }]);
  expect((await room.items())[0]).toMatchObject({
    inbound_id,
    sentence: 'They answered on 23 Nov: “I took over from Ravi”.',
  });
  expect((await shown(tarun, 'to_do')).messages).toMatchObject([{ inbound_id, company_name: 'Acme Pvt Ltd' }]);
  expect((await asha.calls(inbound.settle, { inbound_id, domain_name: 'acme.example' })).status).toBe(422);
});

test('whoever has read a mail can have its sender written to no more, and reads the whole of it and what it answers', async () => {
  const room = await deskWithMail();
  const { desk, tarun, sent, receive, kept } = room;
  const message = await sent();
  await receive(rawMail({ to: message.address, text: 'Stop this\r\n> Renew' }));
  const inbound_id = (await kept())[0]?.id ?? 0;
  expect((await tarun.calls(inbound.message, { inbound_id })).reply).toMatchObject({
    message: { top: 'Stop this', renewals: [{ domain_name: 'acme.example' }] },
    text: 'Stop this\n> Renew',
    to: message.address,
    answers: { recipient: RAVI, subject: 'Your renewal' },
  });
  expect((await tarun.calls(inbound.settle, { inbound_id, silence: true })).status).toBe(200);
  expect(await desk.db.select().from(silencedAddressesTable)).toMatchObject([{ address: RAVI, cause: 'unsubscribed' }]);
  const all = (await tarun.calls(inbound.list, { show: 'all' })).reply.messages;
  expect(all).toMatchObject([{ settled_by: 'Tarun' }]);
});

test('an answer is counted beside the menu of whose it is, what is nobody’s beside that of who looks after that; late after two days', async () => {
  const room = await deskWithMail();
  const { desk, tarun, sent, receive, later, kept } = room;
  const lead = (email: string) => desk.as({ email, menus: ['get_renewal_data', 'manager_renewal_team'] });
  const asha = await lead('asha@desk.example');
  const counted = async (who: typeof tarun) =>
    (await who.calls(waiting.counts, {})).reply.waiting.filter(({ screen }) => screen === 'mail_in');
  await receive(rawMail({ to: (await sent()).address }));
  expect(await counted(asha)).toEqual([]);

  await receive(rawMail({ from: 'new.person@elsewhere.example' }));
  const its = { screen: 'mail_in', count: 1, is_late: false };
  expect([await counted(tarun), await counted(asha)]).toEqual([[its], [its]]);
  later(49 * 60);
  const vikram = await lead('vikram@desk.example');
  expect(await counted(vikram)).toEqual([{ screen: 'mail_in', count: 1, is_late: true }]);
  const inbound_id = (await kept()).find(({ customerId }) => customerId === null)?.id ?? 0;
  await vikram.calls(inbound.settle, { inbound_id });
  expect(await counted(vikram)).toEqual([]);
});

test('what is in nobody’s day, because all that it is about is over, is counted too, and stands where the count leads', async () => {
  const room = await deskWithMail();
  const { desk, tarun, id, customerId, sent, receive, items } = room;
  const asha = await desk.as({ email: 'asha@desk.example', menus: ['get_renewal_data', 'manager_renewal_team'] });
  const counted = async () =>
    (await asha.calls(waiting.counts, {})).reply.waiting.flatMap(({ screen, count }) =>
      screen === 'mail_in' ? [count] : [],
    );
  const shown = async (who: typeof tarun, show: 'to_do' | 'unmatched') =>
    (await who.calls(inbound.list, { show })).reply.messages.map(({ top }) => top);
  const { address } = await sent();
  await receive(rawMail({ to: address, text: 'Answer' }));
  await receive(rawMail({ text: 'Letter' }));
  await receive(rawBounce({ to: address }));
  expect([await counted(), await shown(asha, 'unmatched')]).toEqual([[], []]);

  await desk.db
    .update(renewalsTable)
    .set({ state: 'closed', closedBecause: 'renewed' })
    .where(eq(renewalsTable.id, id));
  expect(await items()).toEqual([]);
  expect([await counted(), await shown(asha, 'unmatched')]).toEqual([[2], ['Answer', 'Letter']]);
  expect(await shown(tarun, 'to_do')).toEqual(expect.arrayContaining(['Answer', 'Letter']));

  const next = await room.renewalOf({ domain: 'next.example', externalId: 'next' });
  await desk.db.update(renewalsTable).set({ customerId }).where(eq(renewalsTable.id, next.id));
  expect([await counted(), await shown(asha, 'unmatched')]).toEqual([[1], ['Answer']]);
  expect((await items())[0]?.sentence).toBe('They answered on 23 Nov: “Letter”.');

  for (const mail of await room.kept()) await asha.calls(inbound.settle, { inbound_id: mail.id });
  expect(await counted()).toEqual([]);
});
