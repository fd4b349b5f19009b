import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayInWords, documentName, documentText, moneyInWords } from './document-text.ts';
import { ISSUER, OFFER, offerLine } from './testing/offer.ts';

test.each([
  ['1242000.00', 'INR', '₹12,42,000.00'],
  ['999', 'INR', '₹999.00'],
  ['12345678.5', 'INR', '₹1,23,45,678.50'],
  ['0', 'INR', '₹0.00'],
  ['136.9863', 'INR', '₹136.9863'],
  ['136.90000', 'INR', '₹136.90'],
  ['-500', 'INR', '-₹500.00'],
  ['1234567.89', 'USD', '$1,234,567.89'],
  ['1234567', 'AED', 'AED 1,234,567.00'],
])('%s %s is written %s', (amount, currency, text) => {
  expect(moneyInWords(amount, currency)).toBe(text);
});

test('nothing of an amount is lost, however large', () => {
  const amounts = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 0, max: 99 }));
  fc.assert(
    fc.property(amounts, fc.constantFrom('INR', 'USD', 'AED'), ([whole, part], currency) => {
      const amount = `${whole}.${String(part).padStart(2, '0')}`;
      expect(moneyInWords(amount, currency).replaceAll(/[^\d.]/g, '')).toBe(amount);
    }),
  );
});

test('a day is written so that no country reads another one', () => {
  expect(dayInWords('2027-04-01')).toBe('1 Apr 2027');
});

test('the number is that of the customer and the year, and the version tells its offers apart', () => {
  expect(documentText(OFFER, ISSUER).number).toBe('2026-000123, version 2');
  expect(documentName(OFFER, ISSUER)).toBe('quote-2026-000123-v2.pdf');
  // The last evening of the year in UTC is the new year of the business.
  const late = { ...OFFER, createdAt: new Date('2026-12-31T20:00:00Z') };
  expect(documentText(late, ISSUER)).toMatchObject({ number: '2027-000123, version 2', date: '1 Jan 2027' });
});

test('a line without a price says so, and so does the total', () => {
  const unpriced = offerLine({ unitPrice: null, amount: null });
  const some = documentText({ ...OFFER, lines: [offerLine(), unpriced], total: null }, ISSUER);
  expect(some.lines.map(({ unitPrice, amount }) => [unitPrice, amount])).toEqual([
    ['₹9,936.00', '₹12,42,000.00'],
    ['', 'price on request'],
  ]);
  expect(some.total).toBe('on request');
  expect(some.notes.join(' ')).toContain('price on request');
  expect(documentText(OFFER, ISSUER)).toMatchObject({ total: '₹12,42,000.00' });
  expect(documentText(OFFER, ISSUER).notes.join(' ')).not.toContain('request');
});

test('a tax is named and never computed; outside of rupees it is not GST', () => {
  expect(documentText(OFFER, ISSUER).tax).toBe('plus GST as applicable');
  expect(documentText({ ...OFFER, currency: 'AED' }, ISSUER).tax).toBe('plus taxes as applicable');
});

test('what the business has not entered is left out', () => {
  const { from } = documentText(OFFER, { ...ISSUER, legalName: null, gstin: null, address: null });
  expect(from).toEqual([]);
});
