import { expect, test } from 'vitest';
import { addDays, addYears, dayInIndia, lastDayOfMonth, midnightInIndia } from './calendar.ts';
import { SKUS } from './skus.ts';
import { makeWorld } from './world.ts';
import type { WorldSubscription } from './types.ts';

const today = '2027-03-17';
const world = makeWorld({ today });
const all = world.customers.flatMap((customer) => customer.subscriptions);
const seatsOf = ({ seats }: WorldSubscription) => seats.numberOfSeats ?? seats.maximumNumberOfSeats ?? 0;
const isAnnual = ({ planName }: WorldSubscription) => planName.startsWith('ANNUAL');

test('the same wish gives the same world, another seed another one', () => {
  expect(makeWorld({ today })).toEqual(world);
  expect(makeWorld({ today, seed: 2 })).not.toEqual(world);
});

test('there are 500 customers and 30 resellers, and no two share a domain, an id or a phone number', () => {
  expect([world.customers.length, world.resellers.length]).toEqual([500, 30]);
  const companies = [...world.customers, ...world.resellers, ...world.foreignCustomers];
  const ids = [...world.customers, ...world.foreignCustomers].map((customer) => customer.customerId);
  const phones = [...world.customers.flatMap((customer) => customer.contacts), ...world.resellers].map((p) => p.phone);
  for (const values of [companies.map((c) => c.domain), ids, phones, all.map((s) => s.subscriptionId)]) {
    expect(new Set(values).size).toBe(values.length);
  }
});

test('every address is in a domain that cannot exist, and every phone and GST number has the Indian form', () => {
  for (const customer of world.customers) {
    expect(customer.domain).toMatch(/^[a-z-]+\.example$/);
    expect(customer.gstNumber).toMatch(/^\d{2}[A-Z]{5}\d{4}[A-Z]1Z[A-Z]$/);
    expect(customer.postalCode).toMatch(/^[1-9]\d{5}$/);
    expect(customer.alternateEmail.endsWith(`@${customer.domain}`)).toBe(false);
    for (const contact of customer.contacts) {
      expect(contact.email).toMatch(new RegExp(`^[a-z]+\\.[a-z]+@${customer.domain}$`));
      expect(contact.phone).toMatch(/^\+91[6-9]\d{9}$/);
    }
  }
});

test('customers have one to four contacts, live in all zones, and some come through a reseller of the world', () => {
  const counts = new Set(world.customers.map((customer) => customer.contacts.length));
  expect([...counts].sort()).toEqual([1, 2, 3, 4]);
  expect(new Set(world.customers.map((customer) => customer.zone))).toEqual(new Set(['North', 'West', 'South']));
  expect(new Set(world.customers.map((customer) => customer.segment)).size).toBe(7);
  const known = new Set(world.resellers.map((reseller) => reseller.resellerId));
  const through = world.customers.flatMap(({ resellerId }) => resellerId ?? []);
  expect(through.every((id) => known.has(id))).toBe(true);
  expect(through.length).toBeGreaterThan(150);
  expect(through.length).toBeLessThan(300);
});

test('each plan gives the seats that Google gives for it, and never more in use than bought', () => {
  for (const subscription of all) {
    const { seats } = subscription;
    expect('numberOfSeats' in seats).toBe(isAnnual(subscription));
    expect('maximumNumberOfSeats' in seats).toBe(!isAnnual(subscription));
    expect(seats.licensedNumberOfSeats).toBeGreaterThan(0);
    expect(seats.licensedNumberOfSeats).toBeLessThanOrEqual(seatsOf(subscription));
  }
});

test('all plans and all bands of size are there', () => {
  const plans = new Set(all.map((subscription) => subscription.planName));
  expect(plans).toEqual(new Set(['ANNUAL', 'ANNUAL_YEARLY_PAY', 'FLEXIBLE', 'TRIAL', 'FREE']));
  const inBand = (low: number, high: number) => all.filter((s) => seatsOf(s) >= low && seatsOf(s) <= high).length;
  for (const [low, high, least] of [
    [0, 98, 300],
    [100, 300, 60],
    [301, 999, 25],
    [1_000, 2_500, 12],
  ] as const) {
    expect(inBand(low, high)).toBeGreaterThan(least);
  }
});

test('a customer never has two subscriptions of one SKU, and only Cloud Identity is free', () => {
  for (const { subscriptions } of world.customers) {
    expect(new Set(subscriptions.map((s) => s.skuId)).size).toBe(subscriptions.length);
  }
  for (const subscription of all) {
    expect(subscription.planName === 'FREE').toBe(subscription.skuId === SKUS.cloudIdentity.skuId);
  }
});

test('annual plans have a term of one year, about 45 of them ending in the month of today, before and after it', () => {
  const ends = all.flatMap(({ term }) => term?.endsOn ?? []);
  const thisMonth = ends.filter((day) => day.startsWith('2027-03'));
  expect(thisMonth.length).toBeGreaterThan(38);
  expect(thisMonth.length).toBeLessThan(55);
  expect(thisMonth.some((day) => day < today) && thisMonth.some((day) => day > today)).toBe(true);
  expect(new Set(ends.map((day) => day.slice(0, 7))).size).toBeGreaterThanOrEqual(12);
  for (const subscription of all) {
    expect(subscription.term !== null).toBe(isAnnual(subscription));
    if (subscription.term) expect(addYears(subscription.term.endsOn, -1)).toBe(subscription.term.startsOn);
    expect(subscription.createdOn <= today).toBe(true);
    expect(subscription.createdOn >= '2022-03-01').toBe(true);
  }
});

test('what is suspended is so for some days and no longer than fifty, and nothing else has such a day', () => {
  for (const { status, suspensionReasons, suspendedOn, trialEndsOn, term, createdOn } of all) {
    expect(suspendedOn !== null).toBe(status === 'SUSPENDED');
    if (suspendedOn === null) continue;
    expect(suspendedOn >= createdOn && suspendedOn >= addDays(today, -50) && suspendedOn < today).toBe(true);
    if (suspensionReasons.includes('TRIAL_ENDED')) expect(suspendedOn).toBe(trialEndsOn);
    if (suspensionReasons.includes('RENEWAL_WITH_TYPE_CANCEL')) expect(suspendedOn).toBe(term?.endsOn);
  }
});

test('most commitments renew with the seats in use, as Google sets it where nobody chose', () => {
  const set = all.flatMap(({ renewalType }) => renewalType ?? []);
  const most = set.filter((renewalType) => renewalType.startsWith('RENEW_CURRENT_USERS')).length;
  expect(most).toBeGreaterThan(set.length * 0.45);
  for (const { planName, renewalType } of all) {
    if (renewalType?.endsWith('_PAY'))
      expect(renewalType.endsWith('_YEARLY_PAY')).toBe(planName === 'ANNUAL_YEARLY_PAY');
  }
});

test('some subscriptions are suspended, each with a reason, and some are billed offline', () => {
  for (const { status, suspensionReasons } of all) expect(status === 'SUSPENDED').toBe(suspensionReasons.length > 0);
  const reasons = new Set(all.flatMap((subscription) => subscription.suspensionReasons));
  expect(reasons).toContain('RESELLER_INITIATED');
  expect(reasons).toContain('TRIAL_ENDED');
  expect(all.some((subscription) => subscription.billingMethod === 'OFFLINE')).toBe(true);
});

test('a small world is a world too, and one without resellers sells directly', () => {
  const small = makeWorld({ today, customers: 4, resellers: 0 });
  expect(small.customers.map((customer) => customer.resellerId)).toEqual([null, null, null, null]);
});

test('years and months are counted by the calendar, in Indian days', () => {
  expect([addYears('2028-02-29', -1), addYears('2028-02-29', 4), addYears('2027-02-28', 1)]).toEqual([
    '2027-02-28',
    '2032-02-29',
    '2028-02-28',
  ]);
  expect(['2027-02-03', '2028-02-28', '2027-12-31', '2027-01-30'].map(lastDayOfMonth)).toEqual([
    '2027-02-28',
    '2028-02-29',
    '2027-12-31',
    '2027-01-31',
  ]);
  expect(new Date(midnightInIndia('2027-01-01')).toISOString()).toBe('2026-12-31T18:30:00.000Z');
  expect(dayInIndia(Date.parse('2026-12-31T18:29:59Z'))).toBe('2026-12-31');
});
