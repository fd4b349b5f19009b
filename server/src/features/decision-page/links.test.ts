import { offers } from '@desk/contract/renewal-work/offers';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { throttlesTable } from '../../platform/db/tables/accounts.ts';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import {
  contactsTable,
  customersTable,
  resellersTable,
  silencedAddressesTable,
} from '../../platform/db/tables/customers.ts';
import { decisionLinksTable } from '../../platform/db/tables/offers.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { documentHashOf } from '../../domain/offers/document.ts';
import { offered } from './testing/offered.ts';

/** An answer without what is of the request alone. */
const bare = ({ statusCode, headers, body }: { statusCode: number; headers: object; body: string }) => ({
  statusCode,
  body,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'date')),
});

const newLinkIn = (text: string | undefined) => /http:\/\/desk\.example\/d\/([\w-]{43})/.exec(text ?? '')?.[1] ?? '';

test('a wrong, revoked and expired link are one page with one answer, for GET, HEAD and POST', async () => {
  const { get, post, linkFor, offer, renewal, token: revoked, turn, db } = await offered();
  await db.update(renewalsTable).set({ price: '1999999.00' });
  const made = await offer(renewal.id);
  const expired = await linkFor('ravi@acme.example', 'Ravi', made?.id);
  turn('2026-12-03T06:00:00Z');

  const tokens = ['x', 'x'.repeat(43), 'x'.repeat(500), 'a/b', '%41', revoked, expired];
  for (const method of ['GET', 'HEAD'] as const) {
    const answers = [];
    for (const token of tokens) answers.push(bare(await get(`/d/${token}`, method)));
    expect(answers[0]?.statusCode).toBe(404);
    for (const one of answers) expect(one).toEqual(answers[0]);
  }
  for (const fields of [{ choice: 'renew' }, { what: 'forward' }, { what: 'new-link' }, {}] as Record<
    string,
    string
  >[]) {
    const answers = [];
    for (const token of tokens) answers.push(bare(await post(`/d/${token}`, fields)));
    for (const one of answers) expect(one).toEqual(answers[0]);
  }
  expect((await db.select().from(decisionLinksTable)).map(({ openings }) => openings)).toEqual([0, 0]);
});

test('another version of an offer revokes the links of the one before; the same is not made twice', async () => {
  const { get, offer, renewal, token, first, db } = await offered();

  expect((await offer(renewal.id))?.id).toBe(first?.id);
  expect((await get(`/d/${token}`)).statusCode).toBe(200);

  await db.update(renewalsTable).set({ price: '1999999.00' });
  const second = await offer(renewal.id);
  expect(second).toMatchObject({ version: 2, total: '1999999.00' });
  expect((await get(`/d/${token}`)).statusCode).toBe(404);
});

test('who decides while a new version is made decides nothing, or before it', async () => {
  const { get, post, fieldsOf, offer, renewal, token, db, decisions } = await offered();
  const fields = { ...fieldsOf((await get(`/d/${token}`)).body), choice: 'renew' };
  await db.update(renewalsTable).set({ price: '1999999.00' });

  const [answer] = await Promise.all([post(`/d/${token}`, fields), offer(renewal.id)]);

  expect((await decisions()).length).toBe(answer.statusCode === 303 ? 1 : 0);
  expect([303, 404]).toContain(answer.statusCode);
});

test('a new link is mailed to whom the old one was for, whatever is typed; a wrong one mails nobody', async () => {
  const { post, get, offer, renewal, token, mails, work, db, pool } = await offered();
  await db.update(renewalsTable).set({ price: '1999999.00' });
  await offer(renewal.id);

  const right = await post(`/d/${token}`, { what: 'new-link', to: 'evil@evil.example', name: 'Evil' });
  const wrong = await post(`/d/${'x'.repeat(43)}`, { what: 'new-link' });
  await work();

  expect(bare(right)).toEqual(bare(wrong));
  expect((await pool.query('select recipient from outbox')).rows).toEqual([{ recipient: 'ravi@acme.example' }]);
  const [mail] = await mails('ravi@acme.example');
  const own = newLinkIn(mail?.text);
  expect((await get(`/d/${own}`)).statusCode).toBe(200);
});

test('who is no contact any more gets no new link, and at most three a day are mailed', async () => {
  const { post, offer, renewal, token, mails, work, db } = await offered();
  await db.update(renewalsTable).set({ price: '1999999.00' });
  await offer(renewal.id);

  for (let i = 0; i < 5; i += 1) await post(`/d/${token}`, { what: 'new-link' }, `10.0.0.${i}`);
  await work();
  expect(await mails('ravi@acme.example')).toHaveLength(3);

  await db.delete(throttlesTable);
  await db.delete(contactsTable);
  await post(`/d/${token}`, { what: 'new-link' });
  await work();
  expect(await mails('ravi@acme.example')).toHaveLength(3);
});

test('passed on to a colleague: a link of their own, a mail, an audit entry; once for a form', async () => {
  const { get, post, fieldsOf, decide, token, mails, db, decisions, customerId } = await offered();
  const fields = {
    ...fieldsOf((await get(`/d/${token}`)).body),
    ...{ what: 'forward', to_name: 'Nisha', to_address: ' Nisha@Acme.example ', name: 'Ravi I.' },
  };

  const answers = await Promise.all(Array.from({ length: 5 }, () => post(`/d/${token}`, fields)));

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(303));
  const got = await mails('nisha@acme.example');
  expect(got).toHaveLength(1);
  expect(got[0]?.text).toContain('Ravi I. (ravi@acme.example) asks you to decide');
  const links = await db.select().from(decisionLinksTable).orderBy(decisionLinksTable.id);
  expect(links).toMatchObject([{ forwardedFromId: null }, { recipient: 'nisha@acme.example', forwardedFromId: 1 }]);
  expect(await db.select().from(auditLogTable).where(eq(auditLogTable.action, 'offer_forwarded'))).toMatchObject([
    { actor: 'ravi@acme.example (by link, Ravi I.)', actorId: null, subject: 'customer', subjectId: customerId },
  ]);
  await decide(newLinkIn(got[0]?.text), { choice: 'renew', name: 'Nisha' });
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

describe('a link that was passed on', () => {
  async function passedOn() {
    const desk = await offered();
    const { get, post, fieldsOf, token, mails } = desk;
    const pass = async (own: string, to_address: string) => {
      const fields = { what: 'forward', to_name: 'Nisha', to_address };
      return (await post(`/d/${own}`, { ...fieldsOf((await get(`/d/${own}`)).body), ...fields })).statusCode;
    };
    const linkOf = async (address: string) => newLinkIn((await mails(address)).at(-1)?.text);
    const nishas = async () => {
      await pass(token, 'nisha@acme.example');
      return linkOf('nisha@acme.example');
    };
    const revoke = async (recipient: string) => {
      const [link] = await desk.db.select().from(decisionLinksTable).where(eq(decisionLinksTable.recipient, recipient));
      desk.turn('2026-11-01T07:00:00Z');
      const admin = await desk.as({ email: 'root@desk.example', role: 'ADMIN' });
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
    expect((await get(`/d/${newLinkIn(mail?.text)}`)).statusCode).toBe(200);
    expect((await get(`/d/${link}`)).statusCode).toBe(404);
  });

  test('opens nothing once that is revoked which it came from', async () => {
    const { get, nishas, revoke, token } = await passedOn();
    const link = await nishas();
    expect((await get(`/d/${link}`)).statusCode).toBe(200);
    await revoke('ravi@acme.example');
    for (const one of [token, link]) expect((await get(`/d/${one}`)).statusCode).toBe(404);
  });

  test('gets a new one to another version of the same offer, and to no later offer', async () => {
    const { nishas, askNew, mails, offer, renewal, add, db, customerId } = await passedOn();
    const link = await nishas();
    await db.update(renewalsTable).set({ price: '1999999.00' });
    await offer(renewal.id);
    await askNew(link);
    expect(await mails('nisha@acme.example')).toHaveLength(2);
    const other = await add({ domain: 'later.example' });
    await db.update(renewalsTable).set({ customerId, state: 'open' }).where(eq(renewalsTable.id, other.id));
    await offer(other.id);
    await db.update(renewalsTable).set({ state: 'closed', closedBecause: 'renewed' }).where(eq(renewalsTable.id, renewal.id)); // prettier-ignore
    await askNew(link);
    expect(await mails('nisha@acme.example')).toHaveLength(2);
    expect((await mails('ravi@acme.example')).at(-1)?.text).toContain('later.example');
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

test('a customer who now buys through a reseller is not asked by the links of before', async () => {
  const { get, linkFor, token, db, customerId } = await offered();
  const company = { name: 'Rita', companyName: 'Resellers', email: 'rita@reseller.example' };
  const [made] = await db.insert(resellersTable).values(company).returning();
  await db.update(customersTable).set({ resellerId: made?.id }).where(eq(customersTable.id, customerId));

  expect((await get(`/d/${token}`)).statusCode).toBe(404);
  expect((await get(`/d/${await linkFor('rita@reseller.example', 'Rita')}`)).statusCode).toBe(200);
});

test('the link of who is no person of the customer any more, or a viewer, opens nothing', async () => {
  const { get, token, db, ravi, linkFor } = await offered();
  const nisha = await linkFor('nisha@acme.example', 'Nisha');
  await db
    .update(contactsTable)
    .set({ roles: ['viewer'] })
    .where(eq(contactsTable.id, ravi.id));
  expect((await get(`/d/${token}`)).statusCode).toBe(404);
  expect((await get(`/d/${nisha}`)).statusCode).toBe(200);
  await db.delete(contactsTable).where(eq(contactsTable.name, 'Nisha'));
  expect((await get(`/d/${nisha}`)).statusCode).toBe(404);
});

test('requests are counted by link and by address; past that the page asks to wait', async () => {
  const { get, post, token } = await offered();
  for (let i = 0; i < 120; i += 1) expect((await get(`/d/${token}`, 'HEAD')).statusCode).toBe(200);

  const late = await get(`/d/${token}`);
  expect(late.statusCode).toBe(429);
  expect(late.headers['retry-after']).toMatch(/^\d+$/);
  expect(late.headers['content-type']).toContain('text/html');

  let last = 0;
  for (let i = 0; i < 200; i += 1) last = (await get(`/d/wrong-${i}`)).statusCode;
  expect(last).toBe(429);
  expect((await post('/d/another', {}, '10.9.9.9')).statusCode).toBe(404);
});

test('what is no form is told so as a page', async () => {
  const { app, token } = await offered();

  const answer = await app.inject({
    method: 'POST',
    url: `/d/${token}`,
    payload: 'x'.repeat(20_000),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

  expect(answer.statusCode).toBe(413);
  expect(answer.headers['content-type']).toContain('text/html');
  expect(answer.body).toContain('That did not work');
});

test('the quote is a link on the page: the same bytes as were mailed, for who has the link alone', async () => {
  const { get, token, app, first } = await offered({ env: { BUSINESS_LEGAL_NAME: 'Test Desk Private Limited' } });
  expect((await get(`/d/${token}`)).body).toMatch(/href="\?quote=pdf">Quote 2026-\d{6}, version 1 \(PDF\)/);

  const quote = await app.inject({ method: 'GET', url: `/d/${token}?quote=pdf` });

  expect([quote.statusCode, quote.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(quote.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  expect(documentHashOf(quote.rawPayload)).toBe(first?.documentHash);
  expect((await get(`/d/${token.slice(1)}x?quote=pdf`)).statusCode).toBe(404);
});
