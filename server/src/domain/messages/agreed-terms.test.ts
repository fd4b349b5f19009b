import { RenewalStatus } from '@desk/contract/words/lists';
import { announcementOf } from '@desk/contract/rules/announcements';
import { expect, test } from 'vitest';
import { agreedOf, priceWords, type Columns } from './agreed-terms.ts';

const renewal: Columns = {
  state: 'open',
  confirmation_status: null,
  ...{ instruction: null, wanted: null, wantedSeats: null },
  skuName: 'Business Starter',
  plannedSku: null,
  seats: 25,
  renewedLicences: null,
  price: '30000.00',
  currency: 'USD',
  pricePerUser: null,
  upto20: null,
  above20: null,
};

test.each([
  [null, 'asks'],
  ['In Discussion', 'asks'],
  ['Extension', 'asks'],
  ['Mid Term Upgrade', 'asks'],
  ['Confirmation Received', 'tells'],
  ['Partial Upgrade', 'tells'],
  ['Confirmation received for flex', 'tells'],
  ['Upgrade', 'tells'],
  ['Lost', 'none'],
  ['Moved to O365', 'none'],
  ['Move To Axima', 'none'],
  ['Suspended', 'none'],
] as const)('of a renewal that is %s a message %s', (confirmation_status, announcement) => {
  const nothingWanted = { confirmation_status, instruction: null, wanted: null };
  expect(announcementOf({ state: 'open', ...nothingWanted })).toBe(announcement);
  expect(announcementOf({ state: 'closed', ...nothingWanted })).toBe('none');
});

test('every status of the specification has its announcement', () => {
  const message = RenewalStatus.options.map((confirmation_status) =>
    announcementOf({ state: 'open', confirmation_status, instruction: null, wanted: null }),
  );
  expect(message.filter((one) => one === 'asks')).toHaveLength(3);
  expect(message.filter((one) => one === 'tells')).toHaveLength(4);
  expect(message.filter((one) => one === 'none')).toHaveLength(4);
});

test('until it is decided the present plan, licences and price are told, whatever was noted', () => {
  const noted = {
    ...renewal,
    confirmation_status: 'Mid Term Upgrade',
    renewedLicences: 40,
    plannedSku: 'Business Plus',
  };

  expect(agreedOf(noted)).toMatchObject({ skuName: 'Business Starter', seats: 25, price: '30000.00' });
});

test('what is set at the provider is told, whatever the status says, and an end is not announced', () => {
  const set = {
    ...renewal,
    confirmation_status: 'In Discussion',
    instruction: 'verified',
    wanted: 'renew',
    wantedSeats: 40,
  } as const;
  expect(announcementOf(set)).toBe('tells');
  expect(agreedOf(set)).toMatchObject({ seats: 40, price: null });
  expect(agreedOf({ ...set, renewedLicences: 25, confirmation_status: 'Partial Upgrade' })).toMatchObject({
    seats: 40,
  });
  const flexible = { ...set, wanted: 'flexible', wantedSeats: null } as const;
  expect(agreedOf(flexible)).toMatchObject({ seats: null, price: null });
  expect(announcementOf({ ...set, wanted: 'end' })).toBe('none');
  expect(announcementOf({ ...set, instruction: 'draft' })).toBe('asks');
});

test('once it is decided the wished plan and licences are told, and no price that was for others', () => {
  const decided = { ...renewal, confirmation_status: 'Partial Upgrade' };

  expect(agreedOf(decided)).toMatchObject({ skuName: 'Business Starter', seats: 25, price: '30000.00' });
  expect(agreedOf({ ...decided, renewedLicences: 40 })).toMatchObject({ seats: 40, price: null });
  expect(agreedOf({ ...decided, plannedSku: 'Business Plus' })).toMatchObject({
    skuName: 'Business Plus',
    price: null,
  });
});

test('a price is told as it was agreed, in its currency', () => {
  const decided = { ...renewal, confirmation_status: 'Partial Upgrade', renewedLicences: 40 };

  expect(priceWords(agreedOf(renewal))).toBe('USD 30,000.00');
  expect(priceWords(agreedOf({ ...renewal, price: '300000.00' }))).toBe('USD 300,000.00');
  expect(priceWords(agreedOf({ ...renewal, price: '300000.00', currency: 'INR' }))).toBe('INR 3,00,000.00');
  expect(priceWords(agreedOf(decided))).toBeNull();
  expect(priceWords(agreedOf({ ...decided, pricePerUser: '60.00' }))).toBe('USD 60.00 per licence');
  expect(priceWords(agreedOf({ ...decided, upto20: '60.00', above20: '55.00' }))).toBe(
    'USD 60.00 for each of the first 20 licences, USD 55.00 for each one above',
  );
});
