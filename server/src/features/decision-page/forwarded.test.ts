import { offers } from '@desk/contract/renewal-work/offers';
import { desc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { silencedAddressesTable } from '../../platform/db/tables/customers.ts';
import { decisionLinksTable } from '../../platform/db/tables/offers.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { linkIn } from './testing/link-in.ts';
import { offered } from './testing/offered.ts';

test('passed on to a colleague: a link of their own, a mail, an audit entry; once for a form', async () => {
  const { get, post, fieldsOf, decide, token, mails, db, decisions, customerId } = await offered();
  const fields = {
    ...fieldsOf((await get(`/d/${token}`)).body),
    ...{ what: 'forward', to_name: 'Nisha', to_address: ' Nisha@Acme.example ', name: 'Ravi I.' },
  };

  const answers = await Promise.all(Array.from({ length: 5 }, () => post(`/d/${token}`, fields)));

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(303));
  expect((await get(`/d/${token}?done=forwarded`)).body).toContain(
    'Thank you. nisha@acme.example gets a mail with a link of their own.',
  );
  const got = await mails('nisha@acme.example');
  expect(got).toHaveLength(1);
  expect(got[0]?.text).toContain('Ravi I. (ravi@acme.example) asks you to decide');
  const links = await db.select().from(decisionLinksTable).orderBy(decisionLinksTable.id);
  expect(links).toMatchObject([{ forwardedFromId: null }, { recipient: 'nisha@acme.example', forwardedFromId: 1 }]);
  expect(
    await db.select().from(auditLogTable).where(eq(auditLogTable.action, 'offer_forwarded')).orderBy(auditLogTable.id),
  ).toMatchObject([
    { actor: 'ravi@acme.example (by link, Ravi I.)', actorId: null, subject: 'customer', subjectId: customerId },
  ]);
  await decide(linkIn(got[0]?.text), { choice: 'renew', name: 'Nisha' });
  expect(await decisions()).toMatchObject([{ linkId: 2, name: 'Nisha' }]);
  expect((await mails('ravi@acme.example')).at(-1)?.text).toContain('Nisha decided about what you were asked too');
});

test('it is passed on five times a day at most, and to an address only', async () => {
  const { get, post, fieldsOf, token } = await offered();
  const send = async (to_address: string) => {
    const own = { what: 'forward', to_name: 'Nisha', to_address };
    return post(`/d/${token}`, { ...fieldsOf((await get(`/d/${token}`)).body), ...own });
  };

  const wrong = await send('no address');
  expect(wrong.statusCode).toBe(422);
  expect(wrong.body).toContain('Enter a valid e-mail address');
  expect(wrong.body).toContain('value="no address"');
  const statuses = [];
  for (let i = 0; i < 6; i += 1) statuses.push((await send(`n${i}@acme.example`)).statusCode);
  expect(statuses).toEqual([303, 303, 303, 303, 303, 422]);
});

test.each([
  ['to_name', 'https://1.2.3.4'],
  ['name', 'Ravi www.evil'],
  ['name', 'ravi@evil'],
])('nobody has a link of theirs mailed by us in the field %s: "%s"', async (field, typed) => {
  const { get, post, fieldsOf, token, mails } = await offered();
  const own = { what: 'forward', to_name: 'M/s Iyer.Sons', to_address: 'iyer@acme.example', name: 'evil.example' };
  const send = async (fields: Record<string, string>) =>
    post(`/d/${token}`, { ...fieldsOf((await get(`/d/${token}`)).body), ...own, ...fields });

  const refused = await send({ [field]: typed });

  expect([refused.statusCode, await mails('iyer@acme.example')]).toEqual([422, []]);
  expect(refused.body).toContain('Enter a name without an address');
  expect((await send({})).statusCode).toBe(303);
  const [mail] = await mails('iyer@acme.example');
  expect(mail?.subject).toContain('from evil. example');
  expect(mail?.text).toContain('Hello M/s Iyer. Sons,');
});

describe('a link that was passed on', () => {
  async function passedOn() {
    const desk = await offered();
    const { get, post, fieldsOf, token, mails } = desk;
    const pass = async (own: string, to_address: string) => {
      const fields = { what: 'forward', to_name: 'Nisha', to_address };
      return (await post(`/d/${own}`, { ...fieldsOf((await get(`/d/${own}`)).body), ...fields })).statusCode;
    };
    const linkOf = async (address: string) => linkIn((await mails(address)).at(-1)?.text);
    const nishas = async () => {
      await pass(token, 'nisha@acme.example');
      return linkOf('nisha@acme.example');
    };
    const revoke = async (recipient: string) => {
      const isTheirs = eq(decisionLinksTable.recipient, recipient);
      const [link] = await desk.db
        .select()
        .from(decisionLinksTable)
        .where(isTheirs)
        .orderBy(desc(decisionLinksTable.id));
      desk.turn('2026-11-01T07:00:00Z');
      const admin = await desk.as({ email: `root.${recipient}`, role: 'ADMIN' });
      expect((await admin.calls(offers.revokeLink, { link_id: link?.id ?? 0 })).status).toBe(200);
      desk.turn('2026-11-01T08:00:00Z');
    };
    const askNew = async (own: string) => {
      await post(`/d/${own}`, { what: 'new-link' });
      await desk.work();
    };
    return { ...desk, pass, linkOf, nishas, revoke, askNew };
  }

  test('and then revoked gets no new one by itself: whoever had it from us does', async () => {
    const { get, nishas, revoke, askNew, mails } = await passedOn();
    const link = await nishas();
    await revoke('nisha@acme.example');
    await askNew(link);
    expect(await mails('nisha@acme.example')).toHaveLength(1);
    const [mail] = await mails('ravi@acme.example');
    expect((await get(`/d/${linkIn(mail?.text)}`)).statusCode).toBe(200);
    expect((await get(`/d/${link}`)).statusCode).toBe(404);
  });

  test('has no more new links mailed to whoever had the first than one link has, however many were revoked', async () => {
    const { pass, linkOf, token, revoke, askNew, mails } = await passedOn();
    for (const one of ['a@acme.example', 'b@acme.example']) {
      expect(await pass(token, one)).toBe(303);
      const link = await linkOf(one);
      await revoke(one);
      for (let asked = 0; asked < 3; asked += 1) await askNew(link);
    }
    expect(await mails('ravi@acme.example')).toHaveLength(3);
  });

  test('opens nothing once that is revoked which it came from', async () => {
    const { get, nishas, revoke, token } = await passedOn();
    const link = await nishas();
    expect((await get(`/d/${link}`)).statusCode).toBe(200);
    await revoke('ravi@acme.example');
    for (const one of [token, link]) expect((await get(`/d/${one}`)).statusCode).toBe(404);
  });

  test('gets a new one to another version of the same offer, and to no later offer', async () => {
    const { get, nishas, askNew, mails, offer, renewal, add, db, customerId, linkFor, revoke } = await passedOn();
    const link = await nishas();
    await db.update(renewalsTable).set({ price: '1999999.00' });
    const second = await offer(renewal.id);
    await linkFor('ravi@acme.example', 'Ravi', second?.id);
    await askNew(link);
    expect(await mails('nisha@acme.example')).toHaveLength(2);
    const again = linkIn((await mails('nisha@acme.example')).at(-1)?.text);
    expect((await get(`/d/${again}`)).statusCode).toBe(200);
    // It comes from the link that Ravi has now.
    await revoke('ravi@acme.example');
    expect((await get(`/d/${again}`)).statusCode).toBe(404);
    await db.update(decisionLinksTable).set({ revokedAt: null });
    const other = await add({ domain: 'later.example' });
    await db.update(renewalsTable).set({ customerId, state: 'open' }).where(eq(renewalsTable.id, other.id));
    await offer(other.id);
    await db.update(renewalsTable).set({ state: 'closed', closedBecause: 'renewed' }).where(eq(renewalsTable.id, renewal.id)); // prettier-ignore
    await askNew(link);
    expect(await mails('nisha@acme.example')).toHaveLength(2);
    expect((await mails('ravi@acme.example')).at(-1)?.text).toContain('later.example');
  });

  test('gets no new one where its address takes no mail any more', async () => {
    const { nishas, askNew, mails, db } = await passedOn();
    const link = await nishas();
    await askNew(link);
    expect(await mails('nisha@acme.example')).toHaveLength(2);
    await db.insert(silencedAddressesTable).values({ address: 'nisha@acme.example', cause: 'bounced', reason: '550' });
    await askNew(link);
    expect(await mails('nisha@acme.example')).toHaveLength(2);
    expect(await mails('ravi@acme.example')).toHaveLength(0);
  });

  test('is passed on five times a day in all, whoever does it', async () => {
    const { pass, token, linkOf } = await passedOn();
    expect(await pass(token, 'a@acme.example')).toBe(303);
    const next = await linkOf('a@acme.example');
    const statuses = [];
    for (const one of ['b', 'c', 'd', 'e', 'f']) statuses.push(await pass(next, `${one}@acme.example`));
    expect(statuses).toEqual([303, 303, 303, 303, 422]);
    expect(await pass(token, 'g@acme.example')).toBe(422);
  });

  test('is not passed on to an address that takes no mail, nor to our own', async () => {
    const { pass, token, db } = await passedOn();
    await db.insert(silencedAddressesTable).values({ address: 'gone@acme.example', cause: 'bounced', reason: '550' });
    expect(await pass(token, 'Gone@acme.example')).toBe(422);
    expect(await pass(token, 'desk+0123456789abcdef0123456789abcdef@reseller.example')).toBe(422);
  });
});
