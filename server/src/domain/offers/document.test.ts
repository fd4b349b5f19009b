import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textOfPdf } from '../../platform/files/pdf/testing/read-text.ts';
import type { OfferLine } from '../../platform/db/tables/offers.ts';
import { documentHashOf, offerDocument } from './document.ts';
import type { OfferContent } from './document-text.ts';
import { ISSUER, OFFER, offerLine } from './testing/offer.ts';

/** Everything that an offer can have in it. */
const EVERYTHING: OfferContent = {
  ...OFFER,
  addressee: { company: 'श्री कृष्ण ट्रेडर्स (Shri Krishna Traders) Pvt Ltd', gstin: '29ABCDE1234F1Z5' },
  lines: [
    offerLine(),
    offerLine({ plan: 'ANNUAL_YEARLY_PAY', usedSeats: null, unitPrice: '136.9863' }),
    offerLine({ plan: 'FLEXIBLE', product: 'Cloud Identity Premium', unitPrice: null, amount: null }),
  ],
};

test('documents that were sent stay the same: who changes how they are drawn makes them others, and cannot send them again', async () => {
  expect(documentHashOf(await offerDocument(EVERYTHING, ISSUER))).toBe(
    '5262b43c71643b1092c9f7e1bd4b4f9bdb4766fc2729bc25b6a6cd961012d0e3',
  );
});

const words = fc.string({
  unit: fc.constantFrom(...Array.from('aZé9 .-₹&<(ßЖशर्ि'), '語', '\u200d', '\n'),
  minLength: 1,
  maxLength: 60,
});
const day = fc.date({ min: new Date('2026-01-01'), max: new Date('2035-12-31'), noInvalidDate: true });
const isoDay = day.map((at) => at.toISOString().slice(0, 10));
const amount = fc.integer({ min: 0, max: 10 ** 11 }).map((cents) => (cents / 100).toFixed(2));
const lines: fc.Arbitrary<OfferLine> = fc.record({
  renewalId: fc.nat(),
  domain: words,
  product: words,
  plan: fc.oneof(fc.constantFrom('ANNUAL', 'FLEXIBLE'), words),
  from: isoDay,
  to: isoDay,
  seats: fc.nat(99_999),
  usedSeats: fc.option(fc.nat(99_999)),
  unitPrice: fc.option(amount),
  amount: fc.option(amount),
});
const offers: fc.Arbitrary<OfferContent> = fc.record({
  customerId: fc.nat(),
  version: fc.integer({ min: 1, max: 99 }),
  lines: fc.array(lines, { minLength: 1, maxLength: 12 }),
  currency: fc.constantFrom('INR', 'USD', 'AED'),
  total: fc.option(amount),
  addressee: fc.record({ company: words, gstin: fc.option(words) }),
  validUntil: isoDay,
  createdAt: day,
});

test('the same offer is the same bytes, whatever was drawn between', async () => {
  await fc.assert(
    fc.asyncProperty(offers, offers, async (offer, other) => {
      const document = await offerDocument(offer, ISSUER);
      await offerDocument(other, ISSUER);
      const again = await offerDocument(structuredClone(offer), ISSUER);
      expect(again.equals(document)).toBe(true);
    }),
    { numRuns: 25 },
  );
}, 60_000);

test('another line, price, addressee or business is another document', async () => {
  const hash = async (offer: OfferContent, issuer = ISSUER) => documentHashOf(await offerDocument(offer, issuer));
  const hashes = await Promise.all([
    hash(OFFER),
    hash({ ...OFFER, lines: [offerLine({ seats: 126 })] }),
    hash({ ...OFFER, total: '1242000.01' }),
    hash({ ...OFFER, version: 3 }),
    hash({ ...OFFER, addressee: { company: 'Acme Pvt Ltd', gstin: null } }),
    hash({ ...OFFER, validUntil: '2026-11-27' }),
    hash(OFFER, { ...ISSUER, gstin: '29AAPFU0939F1ZR' }),
  ]);
  expect(new Set(hashes).size).toBe(hashes.length);
});

test('it shows who offers what to whom, until when, and at which price', async () => {
  const [page = []] = textOfPdf(await offerDocument(OFFER, ISSUER));
  for (const text of [
    'Northwind Cloud',
    'Northwind Cloud Services Private Limited',
    'GSTIN 27AAPFU0939F1ZV',
    '2026-000123, version 2',
    'Acme Pvt Ltd',
    'GSTIN 29ABCDE1234F1Z5',
    '20 Nov 2026',
    '26 Nov 2026',
    'acme.example',
    'Google Workspace Business Standard',
    'Annual, paid monthly',
    '1 Dec 2026',
    'to 30 Nov 2027',
    '125',
    '98',
    '₹9,936.00',
    '₹12,42,000.00',
    'plus GST as applicable',
    'Page 1 of 1',
  ])
    expect(page).toContain(text);
});

test('a company has its own script, and a sign that no font has is a question mark', async () => {
  const company = 'कृष्ण Café №語';
  const [page = []] = textOfPdf(await offerDocument({ ...OFFER, addressee: { company, gstin: null } }, ISSUER));
  expect(page).toContain('कृष्ण');
  expect(page.join('')).toContain(' Café №?');
});

test('forty lines go over pages, each with the head of its columns, and none is lost or drawn below the page', async () => {
  const forty = Array.from({ length: 40 }, (_, at) => offerLine({ domain: `line-${at}.example` }));
  const pages = textOfPdf(await offerDocument({ ...OFFER, lines: forty }, ISSUER));
  expect(pages).toHaveLength(4);
  for (const [at, page] of pages.entries()) {
    expect(page).toContain('Price per seat');
    expect(page).toContain(`Page ${at + 1} of 4`);
  }
  expect(pages.flat().filter((text) => text.startsWith('line-'))).toEqual(forty.map(({ domain }) => domain));
});

test('names as long as they come are wrapped, and cut where they would fill the page', async () => {
  const domain = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.example`;
  const offer = {
    ...OFFER,
    lines: [offerLine({ domain, product: 'word '.repeat(400) })],
    addressee: { company: 'Word '.repeat(2_000), gstin: null },
  };
  const pages = textOfPdf(await offerDocument(offer, ISSUER));
  expect(pages).toHaveLength(1);
  expect(pages.flat().join('')).toContain(domain);
  expect(pages.flat().filter((text) => text.endsWith('…'))).toHaveLength(2);
});
