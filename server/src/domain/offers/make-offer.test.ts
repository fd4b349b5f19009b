import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { decisionLinksTable, offerRenewalsTable, offersTable } from '../../platform/db/tables/offers.ts';
import { renewalDecisionsTable } from '../../platform/db/tables/renewal-decisions.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { textOfPdf } from '../../platform/files/pdf/testing/read-text.ts';
import { testServer } from '../../testing/server.ts';
import { makeLink } from './links.ts';
import { documentHashOf } from './document.ts';
import { makeOffer } from './make-offer.ts';
import { DocumentDiffers, documentOfOffer } from './read-document.ts';

const NOW = new Date('2026-11-01T06:00:00Z');

async function open() {
  const desk = await testServer({ now: () => NOW });
  const { db, services } = desk;
  const asha = await desk.as();
  const own = { renewal: { price: '100.00' } };
  const a = await makeRenewal(db, { ...own, domain: 'a.example', renewsOn: '2026-12-02' });
  const b = await makeRenewal(db, { ...own, domain: 'b.example', renewsOn: '2026-12-02' });
  const far = await makeRenewal(db, { ...own, domain: 'far.example', renewsOn: '2027-03-01' });
  const { customerId } = a;
  await db.update(renewalsTable).set({ customerId });
  const offer = (...renewalIds: number[]) =>
    db.transaction((tx) => makeOffer(tx, services, { customerId, renewalIds, createdById: asha.id }));
  const current = async () =>
    (await db.select().from(offersTable).orderBy(offersTable.id))
      .filter(({ replacedAt }) => replacedAt === null)
      .map(({ version, lines }) => [version, ...lines.map(({ domain }) => domain)]);
  return { ...desk, a, b, far, customerId, offer, current, asha };
}

test('an offer has a line for each subscription, its hash, its audit entry, and is not made twice', async () => {
  const { offer, a, b, db } = await open();

  const made = await offer(b.id, a.id);

  expect(made).toMatchObject({
    ...{ version: 1, currency: 'INR', total: '200.00', validUntil: '2026-12-02', replacedAt: null },
    ...{ addressee: { company: 'Acme Pvt Ltd', gstin: null }, createdAt: NOW },
    documentHash: expect.stringMatching(/^[\da-f]{64}$/) as string,
  });
  expect(made?.lines.map(({ domain }) => domain)).toEqual(['a.example', 'b.example']);
  expect(await db.$count(offerRenewalsTable)).toBe(2);
  expect(await db.select().from(auditLogTable).where(eq(auditLogTable.action, 'offer_made'))).toHaveLength(1);
  expect((await offer(a.id, b.id))?.id).toBe(made?.id);
  expect((await offer(a.id))?.id).toBe(made?.id);
});

test('what was offered and can be decided stands in the next version too; terms that end apart have offers apart', async () => {
  const { offer, current, a, b, far, db } = await open();
  const first = await offer(a.id);
  const token = await db.transaction((tx) =>
    makeLink(tx, first?.id ?? 0, { address: 'ravi@acme.example', name: 'Ravi', contactId: null }),
  );
  expect(token).toMatch(/^[\w-]{43}$/);

  await offer(far.id);
  expect(await current()).toEqual([
    [1, 'a.example'],
    [2, 'far.example'],
  ]);
  await offer(a.id, b.id);
  expect(await current()).toEqual([
    [2, 'far.example'],
    [3, 'a.example', 'b.example'],
  ]);
  expect(await db.select().from(decisionLinksTable)).toMatchObject([{ revokedAt: expect.any(Date) as Date }]);
  await expect(
    db.transaction((tx) => makeLink(tx, first?.id ?? 0, { address: 'x@acme.example', name: 'X', contactId: null })),
  ).rejects.toThrow('not current');
});

test('a new price makes another version; of what is decided the price stays', async () => {
  const { offer, a, b, db, asha } = await open();
  await offer(a.id, b.id);
  const decided = { renewalId: a.id, accountId: asha.id, decision: 'renew' } as const;
  await db.insert(renewalDecisionsTable).values(decided);
  await db.update(renewalsTable).set({ price: '150.00' });

  const next = await offer(b.id);

  expect(next?.lines.map(({ domain, amount }) => [domain, amount])).toEqual([
    ['a.example', '100.00'],
    ['b.example', '150.00'],
  ]);
  expect((await offer(b.id))?.id).toBe(next?.id);
});

test('nothing is offered of what is closed, over, of somebody else, or too late', async () => {
  const { offer, a, b, db, far, customerId } = await open();
  await db.update(renewalsTable).set({ state: 'closed', closedBecause: 'renewed' }).where(eq(renewalsTable.id, a.id));
  await db.update(renewalsTable).set({ termEnd: '2026-10-31' }).where(eq(renewalsTable.id, b.id));
  const other = await makeRenewal(db, { domain: 'other.example', renewsOn: '2026-12-02' });

  expect(await offer(a.id, b.id, other.id)).toBeUndefined();
  expect(await offer()).toBeUndefined();
  expect((await offer(far.id, a.id))?.lines).toHaveLength(1);
  expect(other.customerId).not.toBe(customerId);
});

test('many at once make one offer', async () => {
  const { offer, a, b, db } = await open();

  const made = await Promise.all(Array.from({ length: 8 }, () => offer(a.id, b.id)));

  expect(new Set(made.map((one) => one?.id)).size).toBe(1);
  expect(await db.$count(offersTable)).toBe(1);
});

test('who is called otherwise since makes another version, and the quote that was sent is made again as it was', async () => {
  const { offer, a, db, services } = await open();
  const [sent, later] = [services.config, { ...services.config, BUSINESS_LEGAL_NAME: 'Acme Cloud LLP' }];

  const made = await offer(a.id);
  Object.assign(services, { config: later });

  const quote = await documentOfOffer(db, later, made?.id ?? 0);
  expect(documentHashOf(quote)).toBe(made?.documentHash);
  expect(textOfPdf(quote).flat().join(' ')).not.toContain('Acme Cloud LLP');
  const again = await offer(a.id);
  expect(again?.version).toBe(2);
  expect(
    textOfPdf(await documentOfOffer(db, sent, again?.id ?? 0))
      .flat()
      .join(' '),
  ).toContain('Acme Cloud LLP');
  expect((await offer(a.id))?.version).toBe(2);
});

test('an offer from before the business was kept with it is the same while the business is', async () => {
  const { offer, a, db, services } = await open();
  const made = await offer(a.id);
  await db.update(offersTable).set({ issuer: null });

  expect((await offer(a.id))?.id).toBe(made?.id);
  expect(documentHashOf(await documentOfOffer(db, services.config, made?.id ?? 0))).toBe(made?.documentHash);
  const later = { ...services.config, BUSINESS_LEGAL_NAME: 'Acme Cloud LLP' };
  await expect(documentOfOffer(db, later, made?.id ?? 0)).rejects.toThrow(DocumentDiffers);
});
