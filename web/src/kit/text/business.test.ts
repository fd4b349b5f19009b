import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const html = document.documentElement;
beforeEach(() => vi.resetModules());
afterEach(() => vi.useRealTimers());

/** The kit as it reads a page of that business; the browser of the tests stands in Kathmandu. */
async function kitOf(timeZone: string, currency: string) {
  Object.assign(html.dataset, { timeZone, currency });
  const [clock, format] = [await import('./clock.ts'), await import('./format.ts')];
  return { ...clock, ...format };
}

test.each([
  ['Pacific/Auckland', '2027-01-01', '2027-01', '01 Jan 2027, 00:30'],
  ['America/Los_Angeles', '2026-12-31', '2026-12', '31 Dec 2026, 03:30'],
  ['Asia/Kolkata', '2026-12-31', '2026-12', '31 Dec 2026, 17:00'],
])('today, the month and an instant are those of %s', async (timeZone, today, month, words) => {
  const at = '2026-12-31T11:30:00Z';
  vi.useFakeTimers({ now: Date.parse(at) });
  const kit = await kitOf(timeZone, 'INR');

  expect([kit.businessDay(), kit.businessMonth(), kit.instant(at)]).toEqual([today, month, words]);
});

test('a day with a clock change has the hours of its zone', async () => {
  const { instant } = await kitOf('America/Los_Angeles', 'USD');

  expect([instant('2026-03-08T09:59:00Z'), instant('2026-03-08T10:00:00Z')]).toEqual([
    '08 Mar 2026, 01:59',
    '08 Mar 2026, 03:00',
  ]);
});

test('amounts that name no currency are in that of the business, and stand first in sums', async () => {
  const { money, number, crore, sums } = await kitOf('Pacific/Auckland', 'NZD');

  expect([money('1234567.5'), number(1_234_567), crore(12_345_678)]).toEqual([
    'NZ$1,234,567.5',
    '1,234,567',
    'NZ$12,345,678',
  ]);
  const amounts = [
    { amount: '150000', currency: 'INR' },
    { amount: '2', currency: 'NZD' },
  ];
  expect(sums(amounts)).toBe('NZ$2 + ₹1,50,000');
});

test.each([
  ['+91 22 5550 0100', 'call us on +91 22 5550 0100'],
  [undefined, 'call us'],
])('whom to call is told where there is a number: %s', async (phone, words) => {
  if (phone === undefined) delete html.dataset['phone'];
  else html.dataset['phone'] = phone;
  expect((await import('./business.ts')).callUs).toBe(words);
});

test('a page that names no business is not drawn in a wrong one', async () => {
  delete html.dataset['timeZone'];
  await expect(import('./clock.ts')).rejects.toThrow('The page does not name its time zone, currency and brand.');
});
