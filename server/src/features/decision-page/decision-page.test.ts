import { gzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { instructionsTable } from '../../platform/db/tables/instructions.ts';
import { decisionLinksTable } from '../../platform/db/tables/offers.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { renewalCommentsTable, renewalsTable } from '../../platform/db/tables/renewals.ts';
import { offered } from './testing/offered.ts';

test('the page shows what renews, what happens by itself, until when, and what can be chosen; nothing from elsewhere', async () => {
  const { get, token } = await offered();

  const { statusCode, headers, body } = await get(`/d/${token}`);

  expect(statusCode).toBe(200);
  for (const words of [
    'Your licences renew on 2 December 2026',
    'Please decide by Monday',
    'If you do nothing, it renews for a year with the 522 seats in use, billed yearly. The other 225 end.',
    '522 used',
    '747 bought',
    'Renew all 747 seats',
    '₹20,51,262 for the year',
    'You save ₹5,13,502',
    'value="560"',
    'Asha Rao calls you',
    'Forward to a colleague',
  ])
    expect(body).toContain(words);
  expect(headers).toMatchObject({
    ...{ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' },
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; base/,
    ) as string,
  });
  expect(headers['set-cookie']).toBeUndefined();
  expect(body).not.toMatch(/<script|style="|https?:/);
  expect(gzipSync(body).length).toBeLessThan(40_000);
});

test.each([
  ['ends', 'Your licences end on 2 December 2026'],
  ['suspended', 'Your licences are suspended on 2 December 2026'],
  ['flexible', 'Your term ends on 2 December 2026'],
] as const)('of what %s by itself the heading says so', async (ifNobodyActs, heading) => {
  const { get, token } = await offered({ renewal: { subscription: { ifNobodyActs } } });
  expect((await get(`/d/${token}`)).body).toContain(`<h1>${heading}</h1>`);
});

test('once it is decided the heading says what was decided, and the page what it comes to', async () => {
  const { get, decide, token } = await offered();
  await decide(token, { choice: 'change', seats: '560' });
  const { body } = await get(`/d/${token}`);
  expect(body).toContain('₹15,37,760 for the year, plus tax.');
  await decide(token, { choice: 'do_not_renew', reason: 'Price Issue' });
  expect((await get(`/d/${token}`)).body).toContain('<h1>Your licences end on 2 December 2026</h1>');
  // No name of an object's own is anything that was done.
  expect((await get(`/d/${token}?done=constructor`)).statusCode).toBe(200);
});

test('who renews what they have renews what they were shown', async () => {
  const { get, post, fieldsOf, token, db, decisions } = await offered();
  const page = (await get(`/d/${token}`)).body;
  const seen = /name="seen" value="([^"]+)"/.exec(page)?.[1] ?? '';
  await db.update(subscriptionsTable).set({ numberOfSeats: 800 });
  const fields = { ...fieldsOf(page), seen, choice: 'renew' };
  const refused = await post(`/d/${token}`, fields);
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('The number of seats has changed since this page was loaded');
  expect(await decisions()).toEqual([]);
  await db.update(subscriptionsTable).set({ numberOfSeats: 747 });
  expect((await post(`/d/${token}`, fields)).statusCode).toBe(303);
});

/** All that is in the database but what counts requests. */
async function contents(pool: { query: (text: string) => Promise<{ rows: unknown[] }> }) {
  const { rows } = (await pool.query(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('throttles', 'decision_links') order by 1`,
  )) as { rows: { name: string }[] };
  const all: unknown[] = [];
  for (const { name } of rows) all.push(name, (await pool.query(`select t::text from ${name} t order by 1`)).rows);
  return all;
}

test('who follows every link of the page, with GET and HEAD, changes nothing but the count of openings', async () => {
  const { get, token, pool, db } = await offered();
  const before = await contents(pool);
  const paths = new Set([`/d/${token}`]);

  for (const path of paths) {
    const { body } = await get(path);
    await get(path, 'HEAD');
    for (const [, href = ''] of body.matchAll(/href="([^"]+)"/g))
      if (!href.startsWith('data:')) paths.add(href.startsWith('?') ? `/d/${token}${href}` : href);
  }

  expect(await contents(pool)).toEqual(before);
  expect(await db.select().from(decisionLinksTable)).toMatchObject([
    { openings: 1, openedAt: expect.any(Date) as Date, usedAt: null, revokedAt: null },
  ]);
});

test('with three taps another number of seats is wished: a decision, an instruction, a comment, a mail', async () => {
  const { decide, token, decisions, db, mails, mailRows, asha, get, first, announced, renewal } = await offered();

  const { statusCode, headers } = await decide(token, { choice: 'change', seats: '560' });

  expect([statusCode, headers.location]).toEqual([303, `/d/${token}?done=decided`]);
  expect(await decisions()).toMatchObject([
    {
      ...{ accountId: null, linkId: 1, name: 'Ravi Iyer', ip: '127.0.0.1', userAgent: 'Phone' },
      ...{ decision: 'change', seats: 560, planName: null, renewalId: renewal.id },
    },
  ]);
  expect(await db.select().from(instructionsTable)).toMatchObject([
    {
      ...{
        outcome: 'renew',
        seats: 560,
        source: 'customer',
        state: 'draft',
        requestedById: null,
        requestedByLinkId: 1,
      },
      approvalReasons: expect.arrayContaining(['fall', 'value']) as string[],
    },
  ]);
  const [comment] = await db.select().from(renewalCommentsTable);
  expect(comment).toMatchObject({
    ...{ comment: 'Customer: change at renewal to 560 seats.', updatedBy: 'ravi@acme.example (by link, Ravi Iyer)' },
  });
  expect(await db.select().from(renewalsTable)).toMatchObject([{ confirmationStatus: 'In Discussion' }]);
  const [mail] = await mails('ravi@acme.example');
  expect(mail?.subject).toBe('Test Desk: we have your decision about acme.example');
  expect(mail?.text).toContain('Change at renewal to 560 seats');
  expect(mail?.text).toContain(`http://desk.example/d/${token}`);
  // The key to the offer is in the mail, and nowhere in the database.
  expect(await mailRows('ravi@acme.example')).toMatchObject([{ body: null, letter: null, offerId: first?.id }]);
  const [toMember] = await mails(asha.email);
  expect(toMember?.text).toContain('Ravi Iyer said so by the link that ravi@acme.example has');
  expect(announced).toEqual([{ kind: 'month', month: '2026-12' }]);
  const entries = await db
    .select()
    .from(auditLogTable)
    .where(eq(auditLogTable.subject, 'renewal'))
    .orderBy(auditLogTable.id);
  expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['customer_decided', null],
    ['instruction_proposed', null],
  ]);
  const page = (await get(`/d/${token}?done=decided`)).body;
  expect(page).toContain('Decided: Change at renewal to 560 seats.');
  expect(page).toContain('By Ravi Iyer on 1 November 2026');
  expect(page).not.toContain('name="choice"');
});

test('fifty of one form at once are one decision, and one mail', async () => {
  const { get, post, fieldsOf, token, decisions, mails } = await offered();
  const fields = { ...fieldsOf((await get(`/d/${token}`)).body), choice: 'change', seats: '560' };

  const answers = await Promise.all(Array.from({ length: 50 }, () => post(`/d/${token}`, fields)));

  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([303]));
  expect(await decisions()).toHaveLength(1);
  expect(await mails('ravi@acme.example')).toHaveLength(1);
});

test('a form that comes again after another decision is not heard twice', async () => {
  const { get, post, fieldsOf, decide, token, decisions } = await offered();
  const fields = { ...fieldsOf((await get(`/d/${token}`)).body), choice: 'renew' };
  await post(`/d/${token}`, fields);
  await decide(token, { choice: 'talk' });

  expect((await post(`/d/${token}`, fields)).statusCode).toBe(303);

  expect((await decisions()).map(({ decision }) => decision)).toEqual(['renew', 'talk']);
  // To talk is no decision: until when, and what comes without one, stands there still.
  expect((await get(`/d/${token}`)).body).toMatch(/<b>Asked: [^]*Please decide by[^]*If you do nothing, /);
});

test('until the last safe day it can be changed: the newer decision takes the place of the older one', async () => {
  const { decide, get, token, decisions, db, renewal } = await offered();
  await decide(token, { choice: 'do_not_renew', reason: 'Price Issue' });
  const page = (await get(`/d/${token}?change=${renewal.id}`)).body;
  expect(page).toContain('name="choice"');

  await decide(token, { choice: 'renew' });

  expect((await decisions()).map(({ decision }) => decision)).toEqual(['do_not_renew', 'renew']);
  const wishes = await db.select().from(instructionsTable).orderBy(instructionsTable.id);
  expect(wishes.map(({ outcome, state }) => [outcome, state])).toEqual([
    ['end', 'superseded'],
    ['renew', 'draft'],
  ]);
});

test('after the last safe day the page reads, and names the telephone; nothing is decided', async () => {
  const { decide, get, turn, token, decisions } = await offered({ env: { BUSINESS_PHONE: '+91 22 5550 0100' } });
  const page = (await get(`/d/${token}`)).body;
  turn('2026-11-30T18:31:00Z');

  const late = await get(`/d/${token}`);
  expect(late.statusCode).toBe(200);
  expect(late.body).toContain('The last day to decide was 30 November 2026.');
  expect(late.body).toContain('href="tel:+912255500100"');
  expect(late.body).not.toContain('<form');
  expect(page).toContain('<form');
  const answer = await decide(token, { choice: 'renew', key: 'a'.repeat(22), version: '1' });
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain('This can no longer be decided here.');
  expect(await decisions()).toEqual([]);
});

test.each([
  [{ choice: 'change', seats: '500', comment: 'My words' }, '522 people use a seat. Choose 522 or more'],
  [{ choice: 'change', seats: 'many' }, 'Enter a whole number of seats'],
  [{ choice: 'do_not_renew' }, 'Choose a reason'],
  [{ choice: 'payment' }, 'Choose the payment'],
  [{}, 'Choose what should happen'],
  [{ choice: 'renew', name: '' }, 'Enter your name'],
  [{ choice: 'renew', version: '7' }, 'Our offer has changed'],
  [{ choice: 'renew', key: 'x' }, 'Please load the page again'],
] as const)('%j is refused in words, keeps what was typed, and writes nothing', async (typed, message) => {
  const { decide, token, decisions } = await offered();

  const { statusCode, body } = await decide(token, typed);

  expect(statusCode).toBe(422);
  expect(body).toContain(message);
  expect(body).toContain('role="alert"');
  if ('seats' in typed) expect(body).toContain(`value="${typed.seats}"`);
  if ('comment' in typed) expect(body).toContain('My words</textarea>');
  if ('choice' in typed) expect(body).toMatch(new RegExp(String.raw`value="${typed.choice}"[^>]*checked`));
  expect(await decisions()).toEqual([]);
});

test('Business editions end at 300 users; who has more already may keep or reduce them', async () => {
  const business = { sku: 'Google Workspace Business Standard', seats: 250 };
  const small = await offered({
    renewal: { ...business, renewal: { licensedSeats: 200 }, subscription: { licensedSeats: 200 } },
  });
  const refused = await small.decide(small.token, { choice: 'change', seats: '301' });
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('needs Enterprise');
  expect((await small.decide(small.token, { choice: 'change', seats: '300' })).statusCode).toBe(303);

  const large = await offered({ renewal: { ...business, seats: 747 } });
  expect((await large.decide(large.token, { choice: 'change', seats: '560' })).statusCode).toBe(303);
});
