import { ownRenewals } from '@desk/contract/own-renewals';
import { timeline } from '@desk/contract/timeline';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { makeLink } from '../../domain/offers/links.ts';
import { makeOffer } from '../../domain/offers/make-offer.ts';
import { contactsTable, silencedAddressesTable } from '../../platform/db/tables/customers.ts';
import { deadlinesTable } from '../../platform/db/tables/deadlines.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { makeContact } from '../../testing/fixtures.ts';
import { offered } from './testing/offered.ts';

test('two contacts decide differently: the newest counts, and both are told', async () => {
  const { decide, linkFor, token, decisions, mails, get } = await offered();
  const nisha = await linkFor('nisha@acme.example', 'Nisha');

  await decide(token, { choice: 'renew' });
  await decide(nisha, { choice: 'change', seats: '600', name: 'Nisha Shah' });

  expect((await decisions()).map(({ decision, name }) => [decision, name])).toEqual([
    ['renew', 'Ravi Iyer'],
    ['change', 'Nisha Shah'],
  ]);
  const [aboutRavi, ownOfNisha] = await mails('nisha@acme.example');
  expect(aboutRavi?.text).toContain('Ravi Iyer decided about what you were asked too');
  expect(ownOfNisha?.text).toContain('It takes the place of what Ravi Iyer decided before.');
  const toRavi = (await mails('ravi@acme.example')).at(-1);
  expect(toRavi?.text).toContain('Nisha Shah decided about what you were asked too');
  expect(toRavi?.text).toContain('It takes the place of what Ravi Iyer decided before.');
  expect((await get(`/d/${token}?change=0`)).body).toContain('By Nisha Shah on');
});

test.each(['unsubscribed', 'bounced'] as const)('who has %s is not told of what others decide', async (cause) => {
  const desk = await offered();
  await desk.linkFor('meera@acme.example', 'Meera Shah');
  await desk.linkFor('nisha@acme.example', 'Nisha');
  const silenced = { address: 'Meera@acme.example', cause, reason: 'Asked for by a mail' };
  await desk.db.insert(silencedAddressesTable).values(silenced);

  await desk.decide(desk.token, { choice: 'renew' });

  expect(await desk.decisions()).toHaveLength(1);
  expect(await desk.mailRows('meera@acme.example')).toEqual([]);
  expect(await desk.mailRows('nisha@acme.example')).toHaveLength(1);
});

test('what strangers type is text: names of people and companies, comments, and the product', async () => {
  const evil = `<img src=x onerror="alert('1')">`;
  const { decide, get, token, fieldsOf, post, mailRows } = await offered({
    renewal: { company: evil, sku: `Enterprise ${evil}`, renewal: { planName: evil } },
  });
  const typed = { choice: 'talk', name: `Ravi ${evil}`, comment: `</textarea>${evil}` };
  const fields = { ...fieldsOf((await get(`/d/${token}`)).body), ...typed };
  const refused = await post(`/d/${token}`, { ...fields, key: 'no' });
  await decide(token, typed);

  for (const { body } of [refused, await get(`/d/${token}`), await get(`/d/${token}?change=1&done=${evil}`)]) {
    expect(body).not.toContain('<img');
    expect(body).not.toContain('</textarea><img');
  }
  expect(refused.body).toContain('&lt;img');
  expect((await mailRows('ravi@acme.example'))[0]?.createdBy).toContain('<img');
});

test('who has decided one of several is told how many wait; all at once that nobody waits for any more says so', async () => {
  const { add, offer, linkFor, get, decide, post, db, customerId, renewal } = await offered();
  const others = [await add({ domain: 'b.example' }), await add({ domain: 'c.example' })];
  const ids = others.map(({ id }) => id);
  await db.update(renewalsTable).set({ customerId });
  const made = await offer(renewal.id, ...ids);
  const token = await linkFor('ravi@acme.example', 'Ravi', made?.id);
  const stale = (await get(`/d/${token}`)).body;
  const key = /name="key" value="([^"]+)"/.exec(stale)?.[1] ?? '';
  // A browser keeps back a form with a number that it finds wrong, though another choice was made, and shows nothing: the field is hidden then.
  expect(stale).not.toMatch(/type="number"|pattern=|min=/);
  const seen = /value="all"[^]*?name="seen" value="([^"]+)"/.exec(stale)?.[1] ?? '';

  const words = [];
  for (const id of [renewal.id, ...ids]) {
    await decide(token, { choice: 'talk' }, id);
    words.push(/We have your answer[^<]*/.exec((await get(`/d/${token}?done=decided`)).body)?.[0]);
  }
  expect(words).toEqual([
    'We have your answer, and have sent you a mail about it. 2 more wait for your decision below.',
    'We have your answer, and have sent you a mail about it. One more waits for your decision below.',
    'We have your answer, and have sent you a mail about it.',
  ]);
  const all = { version: String(made?.version), key, line: 'all', choice: 'offered', name: 'Ravi', seen };
  const refused = await post(`/d/${token}`, all);
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('role="alert"');
});

test('one press for all decides what its page showed: what somebody decides meanwhile is said, and nothing is decided', async () => {
  const { add, offer, linkFor, get, decide, press, db, customerId, renewal, decisions } = await offered();
  const other = await add({ domain: 'b.example' });
  const third = await add({ domain: 'c.example' });
  await db.update(renewalsTable).set({ customerId });
  const made = await offer(renewal.id, other.id, third.id);
  const token = await linkFor('ravi@acme.example', 'Ravi', made?.id);
  const stale = (await get(`/d/${token}`)).body;
  await decide(token, { choice: 'change', seats: '600' }, third.id);
  const all = { line: 'all', choice: 'offered', seen: [renewal, other, third].map(({ id }) => `${id}:747`).join() };

  const refused = await press(stale, all, token);

  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('Something has changed since this page was loaded. Please look at it again.');
  expect(await decisions()).toHaveLength(1);
  const again = await press(
    (await get(`/d/${token}`)).body,
    { ...all, seen: `${renewal.id}:747,${other.id}:747` },
    token,
  );
  expect(again.statusCode).toBe(303);
  expect(await decisions()).toHaveLength(3);
});

test('several subscriptions stand on one page, each decided by itself; one press keeps the rest, with one mail', async () => {
  const { add, offer, linkFor, get, decide, post, db, customerId, renewal, decisions, mails } = await offered();
  const others = [await add({ domain: 'b.example' }), await add({ domain: 'c.example', renewal: { price: null } })];
  const ids = others.map(({ id }) => id);
  await db.update(renewalsTable).set({ customerId });
  const made = await offer(renewal.id, ...ids);
  const token = await linkFor('ravi@acme.example', 'Ravi', made?.id);
  await decide(token, { choice: 'talk' }, ids[0]);

  const { body } = await get(`/d/${token}`);
  expect(body).toContain('The term of 3 of your subscriptions ends on 2 December 2026');
  expect(body).toContain('we call you about the price');
  expect(body).toContain('Renew all 2 as they are');
  const key = /name="key" value="([^"]+)"/.exec(body)?.[1] ?? '';
  await post(`/d/${token}`, { version: String(made?.version), key, line: 'all', choice: 'renew', name: 'Ravi' });

  expect((await decisions()).map((one) => [one.renewalId, one.decision])).toEqual([
    [ids[0], 'talk'],
    [renewal.id, 'renew'],
    [ids[1], 'renew'],
  ]);
  expect(await mails('ravi@acme.example')).toHaveLength(2);
});

test('a renewal of another customer is not decided by the link, whatever the form says', async () => {
  const { add, decide, token, decisions } = await offered();
  const other = await add({ domain: 'other.example', company: 'Other' });

  expect((await decide(token, { choice: 'renew', line: String(other.id) })).statusCode).toBe(422);
  expect(await decisions()).toEqual([]);
});

test('its opening is an event of the domain, and the decision has its name, in the timeline and in the portal', async () => {
  const { get, decide, token, asha, as, db } = await offered();
  await get(`/d/${token}`);
  await get(`/d/${token}`);
  await decide(token, { choice: 'renew' });
  const owner = await as({ email: 'owner@acme.example', kind: 'customer' });
  await db.execute(sql`update domains set owner_id = ${owner.id}`);

  const { entries } = (await asha.calls(timeline.entries, { domain_name: 'acme.example' })).reply;
  expect(entries.filter(({ kind }) => kind === 'decision' || kind === 'opening')).toMatchObject([
    { kind: 'decision', by: 'by link, Ravi Iyer', decision: 'renew' },
    { kind: 'opening', by: 'ravi@acme.example', openings: 2, version: 1 },
  ]);
  expect((await owner.calls(ownRenewals.list, {})).reply.renewals).toMatchObject([
    { decision: { decision: 'renew', by: 'Ravi Iyer' }, wish: { state: 'waits' } },
  ]);
});

test('who had decided is told of another decision, though another version has taken the place of their link', async () => {
  const { decide, linkFor, token, mails, add, offer, db, customerId, renewal } = await offered();
  await decide(token, { choice: 'renew' });
  const other = await add({ domain: 'b.example' });
  await db.update(renewalsTable).set({ customerId });
  const second = await offer(renewal.id, other.id);
  const nisha = await linkFor('nisha@acme.example', 'Nisha', second?.id);

  await decide(nisha, { choice: 'do_not_renew', reason: 'Price Issue', name: 'Nisha Shah' });

  const toRavi = (await mails('ravi@acme.example')).at(-1);
  expect(toRavi?.text).toContain('Nisha Shah decided about what you were asked too');
});

test('each line is decided until its own last day, and can be changed until then', async () => {
  const { decide, get, linkFor, add, offer, db, customerId, renewal, decisions, turn } = await offered();
  const later = await add({ domain: 'later.example', renewsOn: '2027-02-01' });
  await db.update(renewalsTable).set({ customerId });
  await db
    .update(deadlinesTable)
    .set({ at: new Date('2027-01-31T18:30:00Z'), day: '2027-01-31', lastSafeDay: '2027-01-29' })
    .where(eq(deadlinesTable.subscriptionId, later.subscriptionId));
  const made = await offer(renewal.id, later.id);
  const link = await linkFor('ravi@acme.example', 'Ravi', made?.id);

  turn('2026-12-10T06:00:00Z');
  expect((await get(`/d/${link}`)).body).toContain('The last day to decide was');
  expect((await decide(link, { choice: 'renew' }, later.id)).statusCode).toBe(303);
  turn('2027-01-29T06:00:00Z');
  expect((await decide(link, { choice: 'change', seats: '800' }, later.id)).statusCode).toBe(303);
  turn('2027-01-30T06:00:00Z');
  expect((await decide(link, { choice: 'renew' }, later.id)).statusCode).toBe(422);

  expect((await decisions()).map(({ renewalId, decision }) => [renewalId, decision])).toEqual([
    [later.id, 'renew'],
    [later.id, 'change'],
  ]);
});

test('of a renewal that went to another customer, and by who is asked no more, nobody hears what is decided', async () => {
  const { decide, linkFor, token, mails, add, services, db, renewal, ravi } = await offered();
  await decide(token, { choice: 'renew' });
  const heard = (await mails('ravi@acme.example')).length;
  const nisha = await linkFor('nisha@acme.example', 'Nisha');
  await db
    .update(contactsTable)
    .set({ roles: ['viewer'] })
    .where(eq(contactsTable.id, ravi.id));

  await decide(nisha, { choice: 'talk', name: 'Nisha Shah' });
  expect(await mails('ravi@acme.example')).toHaveLength(heard);

  const other = await add({ domain: 'other.example' });
  const before = (await mails('nisha@acme.example')).length;
  await db.update(renewalsTable).set({ customerId: other.customerId }).where(eq(renewalsTable.id, renewal.id));
  await makeContact(db, other.customerId, { name: 'Omar', email: 'omar@other.example' });
  const link = await db.transaction(async (tx) => {
    const wanted = { customerId: other.customerId, renewalIds: [renewal.id], createdById: null };
    const made = await makeOffer(tx, services, wanted);
    return makeLink(tx, made?.id ?? 0, { address: 'omar@other.example', name: 'Omar', contactId: null });
  });
  await decide(link, { choice: 'renew', name: 'Omar' });
  expect(await mails('nisha@acme.example')).toHaveLength(before);
  expect((await mails('omar@other.example')).at(-1)?.text).not.toContain('Nisha');
});
