import { ownRenewals } from '@desk/contract/own-renewals';
import type { InputOf } from '@desk/contract/call';
import { instructions } from '@desk/contract/renewal-work/instructions';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { documentHashOf } from '../../domain/offers/document.ts';
import { documentOfOffer } from '../../domain/offers/read-document.ts';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { customersTable, domainsTable, resellersTable } from '../../platform/db/tables/customers.ts';
import { instructionsTable } from '../../platform/db/tables/instructions.ts';
import { decisionLinksTable, offersTable } from '../../platform/db/tables/offers.ts';
import { outboxRenewalsTable } from '../../platform/db/tables/outbox.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { offered } from './testing/offered.ts';

type Decision = Omit<InputOf<typeof ownRenewals.decide>, 'renewal_id'>;

/** A customer who is offered one renewal, and Mira, whose domain it is in the portal. */
async function owned() {
  const desk = await offered();
  const { db, renewal } = desk;
  const mira = await desk.as({ email: 'mira@acme.example', name: 'Mira Sen', kind: 'customer' });
  const own = (domain: string, ownerId: number | null = mira.id) =>
    db.update(domainsTable).set({ ownerId }).where(eq(domainsTable.name, domain));
  await own('acme.example');
  /** The hash of the document of an offer, as it is made of what is stored. */
  const hashOf = async (offerId: number) => documentHashOf(await documentOfOffer(db, desk.services.config, offerId));
  return {
    ...{ ...desk, mira, own, hashOf, first: desk.first ?? expect.unreachable('it can be offered') },
    says: (decision: Decision, renewalId = renewal.id) =>
      mira.calls(ownRenewals.decide, { renewal_id: renewalId, ...decision }),
    offers: () => db.select().from(offersTable).orderBy(offersTable.id),
  };
}

test('who decides in the portal has it confirmed as who decides by link, with the quote as it was made', async () => {
  const { says, mails, mailRows, db, first, offers, renewal, hashOf } = await owned();

  expect((await says({ decision: 'change', seats: 560 })).status).toBe(200);

  const [mail, ...more] = await mails('mira@acme.example');
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Test Desk: we have your decision about acme.example');
  for (const words of [
    'Hello Mira Sen,',
    'Change at renewal to 560 seats, INR 15,37,760.00 for the term plus tax',
    'You can change it until 30-11-2026.',
    'Our quote is attached as it was made: what you decided is what counts.',
    'http://desk.example/home/my_renewals?q=acme.example',
  ])
    expect(mail?.text).toContain(words);
  const [row] = await mailRows('mira@acme.example');
  expect(row).toMatchObject({ purpose: 'notice', offerId: first.id });
  expect(await hashOf(first.id)).toBe(first.documentHash);
  // The offer stands as it was, and so do the links to it.
  expect(await offers()).toMatchObject([{ id: first.id, replacedAt: null }]);
  expect(await db.select().from(decisionLinksTable)).toMatchObject([{ revokedAt: null }]);
  // What is answered to it is the renewal's, and it is no notification of it.
  const about = await db
    .select()
    .from(outboxRenewalsTable)
    .where(eq(outboxRenewalsTable.messageId, row?.id ?? 0));
  expect(about).toMatchObject([{ renewalId: renewal.id, batch: 0 }]);
});

test('where nothing was offered yet, a quote is made of what they have', async () => {
  const { says, add, mailRows, mira, offers, own, db, hashOf } = await owned();
  const other = await add({ domain: 'b.example' });
  await own('b.example');

  await says({ decision: 'renew' }, other.id);

  const made = (await offers()).at(-1) ?? expect.unreachable('one was made');
  expect(made).toMatchObject({
    customerId: other.customerId,
    createdById: mira.id,
    lines: [{ renewalId: other.id, seats: 747 }],
  });
  expect(await mailRows('mira@acme.example')).toMatchObject([{ offerId: made.id }]);
  expect(await hashOf(made.id)).toBe(made.documentHash);
  const entries = await db
    .select()
    .from(auditLogTable)
    .where(eq(auditLogTable.action, 'offer_made'))
    .orderBy(auditLogTable.id);
  expect(entries.at(-1)).toMatchObject({ actor: 'mira@acme.example', subjectId: other.customerId });
});

test('without a price there is a quote, and no sum', async () => {
  const { says, add, mails, mailRows, own } = await owned();
  const other = await add({ domain: 'b.example', renewal: { price: null } });
  await own('b.example');

  await says({ decision: 'renew' }, other.id);

  expect((await mailRows('mira@acme.example'))[0]?.offerId).toBeGreaterThan(0);
  const [mail] = await mails('mira@acme.example');
  expect(mail?.text).toContain('renews on 02-12-2026: Renew as it is\n');
});

test("a quote in which other people's domains stand goes to nobody in the portal: the mail goes without it", async () => {
  const { says, add, offer, mails, mailRows, db, customerId, renewal, offers, own } = await owned();
  const other = await add({ domain: 'b.example' });
  await db.update(renewalsTable).set({ customerId });
  await offer(renewal.id, other.id);

  await says({ decision: 'renew' });
  expect(await mailRows('mira@acme.example')).toMatchObject([{ offerId: null }]);
  const [mail] = await mails('mira@acme.example');
  expect(mail?.text).toContain('Renew as it is');
  expect(mail?.text).not.toMatch(/quote|for the term/);
  expect(await offers()).toHaveLength(2);

  await own('b.example');
  await says({ decision: 'change', seats: 560 });
  expect((await mailRows('mira@acme.example')).at(-1)).toMatchObject({ offerId: (await offers()).at(-1)?.id });
  // Who wants to talk, or ends it, is quoted nothing.
  await says({ decision: 'talk' });
  expect((await mailRows('mira@acme.example')).at(-1)).toMatchObject({ offerId: null });
});

test('whose company buys through a reseller is told no price of theirs', async () => {
  const { says, mails, mailRows, db, offers, customerId } = await owned();
  const reseller = { name: 'Rita', companyName: 'North Ltd', email: 'rita@north.example' };
  const [through] = await db.insert(resellersTable).values(reseller).returning();
  await db.update(customersTable).set({ resellerId: through?.id }).where(eq(customersTable.id, customerId));
  const before = await offers();
  expect((await says({ decision: 'change', seats: 560 })).status).toBe(200);
  const [mail] = await mails('mira@acme.example');
  expect(mail?.text).toContain('Change at renewal to 560 seats');
  expect(mail?.text).not.toContain('INR');
  expect(await mailRows('mira@acme.example')).toMatchObject([{ offerId: null }]);
  expect(await offers()).toEqual(before);
});

test('whatever is decided is confirmed once; who says the same again gets nothing', async () => {
  const { says, mails } = await owned();
  const leaves = () => says({ decision: 'do_not_renew', reason: 'Price Issue' });

  await Promise.all(Array.from({ length: 8 }, leaves));
  await leaves();
  expect((await mails('mira@acme.example')).map(({ text }) => /Do not renew, Price Issue/.test(text))).toEqual([true]);

  await says({ decision: 'talk' });
  const all = await mails('mira@acme.example');
  expect(all).toHaveLength(2);
  expect(all[1]?.text).toContain('Talk to us before the renewal');
  expect(all[1]?.text).not.toContain('takes the place');
});

test('who has a link too hears of their own decision once, and the others are told', async () => {
  const { says, decide, linkFor, token, mails } = await owned();
  await linkFor('Mira@Acme.example', 'Mira');
  await decide(token, { choice: 'renew' });
  const heard = (await mails('Mira@Acme.example')).length + (await mails('mira@acme.example')).length;

  await says({ decision: 'change', seats: 600 });

  const own = [...(await mails('Mira@Acme.example')), ...(await mails('mira@acme.example'))];
  expect(own).toHaveLength(heard + 1);
  expect(own.at(-1)?.text).toContain('It takes the place of what Ravi Iyer decided before.');
  expect((await mails('ravi@acme.example')).at(-1)?.text).toContain(
    'mira@acme.example decided about what you were asked too',
  );
});

test('who decides as somebody else had, and is refused, is heard once more', async () => {
  const { says, decide, token, db, decisions, as } = await owned();
  const lives = () => db.select().from(instructionsTable).orderBy(instructionsTable.id);
  await decide(token, { choice: 'change', seats: '800' });
  await says({ decision: 'change', seats: 800 });
  await says({ decision: 'change', seats: 800 });
  const [made, ...more] = await lives();
  expect(more).toEqual([]);
  expect(await decisions()).toHaveLength(2);
  const vikram = await as({ email: 'vikram@desk.example', role: 'ADMIN' });
  const refusal = { instruction_id: made?.id ?? 0, reason: 'Call them first' };
  expect((await vikram.calls(instructions.refuse, refusal)).status).toBe(200);

  await says({ decision: 'change', seats: 800 });

  expect((await lives()).map(({ state, seats }) => [state, seats])).toEqual([
    ['refused', 800],
    ['draft', 800],
  ]);
  expect(await decisions()).toHaveLength(3);
});

test('what can be had is the same by both ways', async () => {
  const { says, decide, token, decisions } = await owned();

  const byLink = await decide(token, { choice: 'change', seats: '500' });
  const { status, reply } = await says({ decision: 'change', seats: 500 });

  expect([byLink.statusCode, status]).toEqual([422, 422]);
  expect(reply.message).toMatch(/^522 people use a seat/);
  expect(byLink.body).toContain(reply.message);
  expect(await decisions()).toEqual([]);
});
