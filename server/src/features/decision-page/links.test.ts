import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { throttlesTable } from '../../platform/db/tables/accounts.ts';
import { contactsTable, customersTable, resellersTable } from '../../platform/db/tables/customers.ts';
import { decisionLinksTable } from '../../platform/db/tables/offers.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { documentHashOf } from '../../domain/offers/document.ts';
import { linkIn } from './testing/link-in.ts';
import { offered } from './testing/offered.ts';

/** An answer without what is of the request alone. */
const bare = ({ statusCode, headers, body }: { statusCode: number; headers: object; body: string }) => ({
  statusCode,
  body,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'date')),
});

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
  const own = linkIn(mail?.text);
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

test('a customer who now buys through a reseller is not asked by the links of before', async () => {
  const { get, linkFor, token, db, customerId } = await offered();
  const company = { name: 'Rita', companyName: 'Resellers', email: 'rita@reseller.example' };
  const [made] = await db.insert(resellersTable).values(company).returning();
  await db.update(customersTable).set({ resellerId: made?.id }).where(eq(customersTable.id, customerId));

  expect((await get(`/d/${token}`)).statusCode).toBe(404);
  expect((await get(`/d/${await linkFor('rita@reseller.example', 'Rita')}`)).statusCode).toBe(200);
});

test('who decided through a reseller of before is named to no other', async () => {
  const { get, linkFor, decide, db, customerId, mails } = await offered();
  const people = [
    { name: 'Rita', companyName: 'North Ltd', email: 'rita@north.example' },
    { name: 'Tara', companyName: 'South Ltd', email: 'tara@south.example' },
  ];
  const [rita, tara] = await db.insert(resellersTable).values(people).returning();
  const goTo = (resellerId: number | undefined) =>
    db.update(customersTable).set({ resellerId }).where(eq(customersTable.id, customerId));
  await goTo(rita?.id);
  await decide(await linkFor('rita@north.example', 'Rita'), { choice: 'renew', name: 'Rita Sen' });
  await goTo(tara?.id);
  const own = await linkFor('tara@south.example', 'Tara');
  const { body } = await get(`/d/${own}`);
  expect(body).toContain('By Somebody on');
  expect(body).not.toContain('Rita');
  await decide(own, { choice: 'talk', name: 'Tara' });
  expect((await mails('tara@south.example')).at(-1)?.text).not.toContain('Rita');
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
  for (let i = 0; i < 240; i += 1) expect((await get(`/d/${token}`, 'HEAD')).statusCode).toBe(200);

  const late = await get(`/d/${token}`);
  expect(late.statusCode).toBe(429);
  expect(late.headers['retry-after']).toMatch(/^\d+$/);
  expect(late.headers['content-type']).toContain('text/html');

  // Who uses up one link leaves the others of an office as many again.
  expect((await get('/d/wrong')).statusCode).toBe(404);
  let last = 0;
  for (let i = 0; i < 400; i += 1) last = (await get(`/d/wrong-${i}`)).statusCode;
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
