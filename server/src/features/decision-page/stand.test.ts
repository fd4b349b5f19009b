import { ownRenewals } from '@desk/contract/own-renewals';
import { instructions } from '@desk/contract/renewal-work/instructions';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { domainsTable } from '../../platform/db/tables/customers.ts';
import { makeOffer } from '../../domain/offers/make-offer.ts';
import { instructionsTable as t } from '../../platform/db/tables/instructions.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { offered } from './testing/offered.ts';

async function opened(options: Parameters<typeof offered>[0] = {}) {
  const desk = await offered(options);
  const vikram = await desk.as({ email: 'vikram@desk.example', role: 'ADMIN' });
  const page = async () => (await desk.get(`/d/${desk.token}`)).body;
  /** One of us wants 560 seats of the next term, approved or as far as it is said. */
  const arrange = (more: Partial<typeof t.$inferInsert> = {}, renewalId = desk.renewal.id) =>
    desk.db.insert(t).values({
      ...{ renewalId, termEndsAt: new Date('2026-12-01T18:30:00Z'), outcome: 'renew', seats: 560, pay: 'yearly' },
      ...{ source: 'staff', requestedById: desk.asha.id, reason: 'Not for customers', approvalReasons: [] },
      ...{ state: 'verified', approvedById: vikram.id, approvedAt: new Date('2026-10-30T06:00:00Z') },
      ...more,
    });
  const wished = async () => (await desk.db.select().from(t).orderBy(t.id)).at(-1)?.id ?? 0;
  return { ...desk, vikram, page, arrange, wished };
}
const ASKED = 'What should happen?';

test('what was asked for says what becomes of it', async () => {
  const { decide, token, page, wished, vikram, db } = await opened();
  await decide(token, { choice: 'change', seats: '800' });
  const instruction_id = await wished();

  expect(await page()).toContain('We have it, and confirm it soon. <a href="?change=');
  expect(await page()).not.toContain(ASKED);

  expect((await vikram.calls(instructions.approve, { instruction_id })).status).toBe(200);
  expect(await page()).toContain('We have confirmed it, and it is being set.');

  await db.update(t).set({ state: 'verified' }).where(eq(t.id, instruction_id));
  expect(await page()).toContain('It is set for 2 December 2026.');
  expect(await page()).toContain('You can change it until Monday 30 November.');
});

test('what is refused is still to be decided: the page asks again, and says what comes by itself', async () => {
  const { decide, token, page, wished, vikram } = await opened();
  await decide(token, { choice: 'do_not_renew', reason: 'Price Issue' });
  expect(await page()).toContain('<h1>Your licences end on 2 December 2026</h1>');
  const refusal = { instruction_id: await wished(), reason: 'Call them first' };
  expect((await vikram.calls(instructions.refuse, refusal)).status).toBe(200);

  const shown = await page();
  for (const words of [
    '<h1>Your licences renew on 2 December 2026</h1>',
    'We could not confirm it as it is. Somebody of us gets in touch with you.',
    'Please decide by Monday 30 November.</b> If you do nothing, it renews for a year with the 522 seats in use',
    ASKED,
  ])
    expect(shown).toContain(words);
  expect(shown).not.toMatch(/Change it|You can change it|Call them first/);
});

test('what we have arranged is not to be decided: it stands as it is, and can be changed', async () => {
  const { page, arrange, decide, token, db, renewal } = await opened();
  await arrange();

  const shown = await page();
  for (const words of [
    '<h1>Your licences renew on 2 December 2026</h1>',
    '<b>Arranged for the next term:</b> 560 seats for a year, paid yearly, from 2 December 2026. It is set for 2 December 2026.',
    `<a href="?change=${renewal.id}">Change it</a>`,
    'You can change it until Monday 30 November.',
  ])
    expect(shown).toContain(words);
  expect(shown).not.toContain(ASKED);
  expect(shown).not.toMatch(/If you do nothing|Not for customers/);

  await db.update(t).set({ outcome: 'end', seats: null, pay: null });
  expect(await page()).toContain('<h1>Your licences end on 2 December 2026</h1>');

  await decide(token, { choice: 'renew' });
  expect(await page()).toContain('Decided: Renew as it is.');
});

test('a draft of ours is told to nobody', async () => {
  const { page, arrange } = await opened();
  await arrange({ state: 'draft', approvedById: null, approvedAt: null });

  expect(await page()).toContain(ASKED);
  expect(await page()).not.toContain('Arranged');
});

test('one press for all leaves as it is what we have arranged', async () => {
  const { add, offer, linkFor, renewal, arrange, get, post, fieldsOf, decisions, customerId, db } = await opened();
  const others = [await add({ domain: 'b.example' }), await add({ domain: 'c.example' })];
  await db.update(renewalsTable).set({ customerId });
  const made = await offer(renewal.id, ...others.map(({ id }) => id));
  const token = await linkFor('ravi@acme.example', 'Ravi Iyer', made?.id);
  await arrange();

  const { body } = await get(`/d/${token}`);
  expect(body).toContain('Renew all 2 as they are');
  const sent = await post(`/d/${token}`, { ...fieldsOf(body), line: 'all', choice: 'offered' });

  expect(sent.statusCode).toBe(303);
  expect((await decisions()).map(({ renewalId }) => renewalId).toSorted()).toEqual(
    others.map(({ id }) => id).toSorted(),
  );
});

test('who asks to talk after it was confirmed reads what stands until something else is decided', async () => {
  const { decide, token, page, wished, vikram, db, as, renewal } = await opened();
  const owner = await as({ email: 'mira@acme.example', kind: 'customer' });
  await db.update(domainsTable).set({ ownerId: owner.id });
  await decide(token, { choice: 'change', seats: '800' });
  const instruction_id = await wished();
  expect((await vikram.calls(instructions.approve, { instruction_id })).status).toBe(200);
  await db.update(t).set({ state: 'verified' }).where(eq(t.id, instruction_id));

  await decide(token, { choice: 'talk' });

  const shown = await page();
  expect(shown).toContain('<h1>Your licences renew on 2 December 2026</h1>');
  expect(shown).toContain('Arranged for the next term:</b> 800 seats for a year, paid yearly, from 2 December 2026.');
  expect(shown).not.toContain('If you do nothing, it');
  const [own] = (await owner.calls(ownRenewals.list, {})).reply.renewals;
  expect(own).toMatchObject({ renewal_id: renewal.id, wish: null, arranged: { seats: 800, state: 'set' } });
  // What somebody else had asked for who has the domain no more is theirs.
  await db.update(t).set({ requestedByLinkId: null, requestedById: vikram.id });
  expect((await owner.calls(ownRenewals.list, {})).reply.renewals[0]).toMatchObject({ arranged: null });
});

test('who decides what we had drafted already is told when that is refused', async () => {
  const { decide, token, page, arrange, wished, vikram } = await opened();
  await arrange({ state: 'draft', approvedById: null, approvedAt: null });
  await decide(token, { choice: 'change', seats: '560' });
  expect(await page()).toContain('We have it, and confirm it soon.');
  const refusal = { instruction_id: await wished(), reason: 'Call them first' };
  expect((await vikram.calls(instructions.refuse, refusal)).status).toBe(200);

  expect(await page()).toContain('We could not confirm it as it is.');
  expect(await page()).toContain(ASKED);
});

test('who agrees with what we arranged instead of their first wish reads that it is set', async () => {
  const { decide, token, page, arrange, db } = await opened();
  await decide(token, { choice: 'change', seats: '800' });
  await db.update(t).set({ state: 'superseded', finishedAt: new Date('2026-11-01T06:00:00Z') });
  await arrange();
  expect(await page()).toContain('Something else was arranged since.');

  await decide(token, { choice: 'change', seats: '560' });

  const shown = await page();
  expect(shown).toContain('Decided: Change at renewal to 560 seats.');
  expect(shown).toContain('It is set for 2 December 2026.');
  expect(shown).not.toMatch(/Something else|Arranged/);
});

test('another payment than was chosen is something else', async () => {
  const { decide, token, page, arrange, db } = await opened();
  await decide(token, { choice: 'change', seats: '800' });
  await db.update(t).set({ state: 'superseded', finishedAt: new Date('2026-11-01T06:00:00Z') });
  await arrange({ seats: 800, pay: 'monthly' });

  const shown = await page();
  expect(shown).toContain('Something else was arranged since.');
  expect(shown).toContain('Arranged for the next term:</b> 800 seats for a year, paid monthly');
});

test('who goes on as it is after another wish has nothing more to decide', async () => {
  const flexible = { planName: 'FLEXIBLE', numberOfSeats: null, ifNobodyActs: 'flexible', renewalType: null } as const;
  const { decide, token, page } = await opened({ renewal: { subscription: flexible } });
  await decide(token, { choice: 'change', seats: '600', payment: 'ANNUAL' });
  expect(await page()).toContain('We have it, and confirm it soon.');

  await decide(token, { choice: 'renew' });

  expect(await page()).toContain('Decided: Renew as it is.');
  expect(await page()).not.toMatch(/Something else|What should happen|Please decide/);
});

test('of a term that is settled no end and no renewal is promised that nobody knows of', async () => {
  const { decide, token, page, wished, vikram, db, renewal } = await opened();
  await decide(token, { choice: 'do_not_renew', reason: 'Price Issue' });
  const refusal = { instruction_id: await wished(), reason: 'Call them first' };
  expect((await vikram.calls(instructions.refuse, refusal)).status).toBe(200);
  const closed = { state: 'closed', closedBecause: 'renewed', closedAt: new Date('2026-11-02T06:00:00Z') } as const;
  await db.update(renewalsTable).set(closed).where(eq(renewalsTable.id, renewal.id));
  expect(await page()).toContain('<h1>Your term ends on 2 December 2026</h1>');
});

test('what was arranged in place of a refused wish stands first, with its sum', async () => {
  const { decide, token, page, arrange, wished, vikram } = await opened();
  await decide(token, { choice: 'change', seats: '800' });
  const refusal = { instruction_id: await wished(), reason: 'Call them first' };
  expect((await vikram.calls(instructions.refuse, refusal)).status).toBe(200);
  await arrange();

  const shown = await page();
  expect(shown).toMatch(/Arranged for the next term:<\/b> 560 seats [^<]*₹15,37,760 for the year, plus tax\..*Asked: /);
  expect(shown).not.toMatch(/Decided:|Somebody of us gets in touch|₹21,96/);
  expect(await (await opened()).page()).toContain('it goes as it does if you do nothing');
  const changing = (await page()).includes('Change it');
  expect(changing).toBe(false);
});

test('what has still to be done for what is arranged stands out', async () => {
  const { page, arrange, get, token, renewal } = await opened();
  await arrange({ seats: 500, state: 'blocked' });

  expect(await page()).toMatch(/<p class="note"> ?<b>Arranged for the next term:<\/b> 500 seats .* Free 22 seats /);
  const { body } = await get(`/d/${token}?change=${renewal.id}`);
  expect(body).toContain('until you decide, what is arranged stays as it is.');
});

test('what was offered in place of the present, and is arranged, costs what was offered', async () => {
  const { arrange, renewal, asha, db, services, customerId, linkFor, get } = await opened();
  const proposals = new Map([[renewal.id, { seats: 800, plan: null, unitPrice: '2500.00' }]]);
  const wanted = { customerId, renewalIds: [renewal.id], createdById: asha.id, proposals };
  const made = await db.transaction((tx) => makeOffer(tx, services, wanted));
  const token = await linkFor('ravi@acme.example', 'Ravi', made?.id);
  await arrange({ seats: 800 });

  expect((await get(`/d/${token}`)).body).toMatch(/Arranged for the next term:<\/b> 800 seats [^<]*₹20,00,000 for/);
});

test('what staff are about to ask for instead is not told as arranged', async () => {
  const { decide, token, page, arrange, db } = await opened();
  await decide(token, { choice: 'change', seats: '800' });
  await db.update(t).set({ state: 'superseded', finishedAt: new Date('2026-11-01T06:00:00Z') });
  await arrange({ state: 'draft', approvedById: null, approvedAt: null });

  expect(await page()).toContain('We look at it again. Somebody of us gets in touch with you.');
  expect(await page()).not.toContain('Something else was arranged');
});
