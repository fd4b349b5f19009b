import { LicenceBand } from '@desk/contract/words/lists';
import { LICENCE_BANDS, licencesOf, RENEWAL_SORTS, renewals } from '@desk/contract/renewals';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { deskWith } from './testing/desk-with.ts';

test('Renewal Data comes in pages of ten with the total, each row once, in every order', async () => {
  const { asha } = await deskWith(
    ...Array.from({ length: 23 }, (_, i) => ({
      company: `Company ${i % 3}`,
      seats: i % 4 === 0 ? null : i % 5,
      renewsOn: `2027-04-0${1 + (i % 2)}`,
      renewal: { price: i % 6 === 0 ? null : `${i % 7}.00` },
    })),
  );
  for (const sort of RENEWAL_SORTS) {
    for (const direction of ['asc', 'desc'] as const) {
      const pages = await Promise.all([1, 2, 3, 4].map((page) => asha.calls(renewals.all, { page, sort, direction })));
      expect(pages.map(({ reply }) => [reply.customer.length, reply.total])).toEqual([
        [10, 23],
        [10, 23],
        [3, 23],
        [0, 23],
      ]);
      const rows = pages.flatMap(({ reply }) => reply.customer);
      expect(new Set(rows.map((row) => row.renewal_id)).size).toBe(23);
      const compare = (one: string | number | null, other: string | number | null) => {
        if (one === null || other === null) return Number(one !== null) - Number(other !== null);
        return one < other ? -1 : Number(one > other);
      };
      const values = rows.map((row) => row[sort]);
      const sorted = values.toSorted(compare);
      expect(values, `${sort} ${direction}`).toEqual(direction === 'asc' ? sorted : sorted.toReversed());
    }
  }
});

test('by price each currency stands for itself: dollars are never between rupees', async () => {
  const priced = (domain: string, price: string, currency: string) => ({ domain, renewal: { price, currency } });
  const { asha } = await deskWith(
    priced('dear.example', '150000.00', 'INR'),
    priced('abroad.example', '1200.00', 'USD'),
    priced('cheap.example', '900.00', 'INR'),
    priced('far.example', '30.00', 'USD'),
  );
  const inOrder = async (direction: 'asc' | 'desc') =>
    (await asha.calls(renewals.all, { sort: 'price', direction })).reply.customer.map((row) => row.domain_name);

  const upwards = ['cheap.example', 'dear.example', 'far.example', 'abroad.example'];
  expect(await inOrder('asc')).toEqual(upwards);
  expect(await inOrder('desc')).toEqual(upwards.toReversed());
});

test.each([
  ['%', ['a%b.example']],
  ['_', ['a_b.example']],
  ['\\', ['a\\b.example']],
  ['A%B', ['a%b.example']],
  ['.*', []],
  ["'", []],
  ['AXB', ['axb.example']],
  ['b.ex', ['a%b.example', 'a_b.example', 'a\\b.example', 'axb.example']],
])('a search for %j finds only domains that hold just that', async (domain, found) => {
  const { asha } = await deskWith(
    { domain: 'a%b.example' },
    { domain: 'a_b.example' },
    { domain: 'a\\b.example' },
    { domain: 'axb.example' },
  );
  const { reply } = await asha.calls(renewals.all, { domain });
  expect(reply.customer.map((row) => row.domain_name)).toEqual(found);
});

test('filters hold together: month, days, member, nobody, licences, segment, zone, flag, agreement', async () => {
  const { desk, asha, made } = await deskWith(
    { renewsOn: '2027-04-10', seats: 99, renewal: { segment: 'SMB' } },
    { renewsOn: '2027-04-11', seats: 100, renewal: { segment: 'SMB', zone: 'North' } },
    { renewsOn: '2027-05-01', seats: null, renewal: { segment: 'Micro', licensedSeats: 1000, highlightCase: 'Red' } },
    { renewsOn: '2027-05-31', seats: null, renewal: { segment: null, agreementStatus: 'Signed' } },
  );
  await desk.db
    .update(renewalsTable)
    .set({ assignedToId: asha.id })
    .where(eq(renewalsTable.id, made[0]?.id ?? 0));
  const cases: [object, string[]][] = [
    [{ month: '2027-04' }, ['d0.example', 'd1.example']],
    [{ start_date: '2027-04-11', end_date: '2027-05-01' }, ['d1.example', 'd2.example']],
    [{ assigned_to: 'ASHA@desk.example' }, ['d0.example']],
    [{ assigned_to: '' }, ['d1.example', 'd2.example', 'd3.example']],
    [{ assigned_to: 'nobody@desk.example' }, []],
    [{ licence: '< 99' }, ['d0.example', 'd3.example']],
    [{ licence: '100-300' }, ['d1.example']],
    [{ licence: '1000+' }, ['d2.example']],
    [{ segment: 'SMB', month: '2027-04', licence: '100-300', domain: 'D1' }, ['d1.example']],
    [{ licence: '100-300,1000+' }, ['d1.example', 'd2.example']],
    [{ licence: '100-300,1000+', segment: 'SMB' }, ['d1.example']],
    [{ zone: 'North' }, ['d1.example']],
    [{ zone: 'none', flag: 'Red' }, ['d2.example']],
    [{ flag: 'none' }, ['d0.example', 'd1.example', 'd3.example']],
    [{ agreement: 'Signed' }, ['d3.example']],
    [{ agreement: 'none', licence: '< 99' }, ['d0.example']],
    [{ segment: 'SMB', month: '2027-05' }, []],
    [{ domain: '' }, ['d0.example', 'd1.example', 'd2.example', 'd3.example']],
  ];
  for (const [filter, found] of cases) {
    const { reply } = await asha.calls(renewals.all, filter);
    expect({ filter, found: reply.customer.map((row) => row.domain_name), total: reply.total }).toEqual({
      filter,
      found,
      total: found.length,
    });
  }
});

test('the total follows every write', async () => {
  const { desk, asha, made } = await deskWith({}, {});
  const total = async () => (await asha.calls(renewals.all, { assigned_to: '' })).reply.total;
  expect(await total()).toBe(2);
  await asha.calls(renewals.setAssignee, { renewalid: made[0]?.id ?? 0, emailid: asha.email });
  expect(await total()).toBe(1);
  await makeRenewal(desk.db, { domain: 'more.example' });
  expect(await total()).toBe(2);
});

test('every count of licences lies in exactly one band', () => {
  fc.assert(
    fc.property(fc.option(fc.nat(3000), { nil: null }), fc.option(fc.nat(3000), { nil: null }), (seats, used) => {
      const count = licencesOf({ number_of_seats: seats, licensed_seats: used });
      const bands = LicenceBand.options.filter(
        (band) => count >= LICENCE_BANDS[band][0] && count <= LICENCE_BANDS[band][1],
      );
      expect(bands).toHaveLength(1);
    }),
  );
});

test('the database puts every renewal into the band of its count', async () => {
  const counts = [null, 0, 1, 98, 99, 100, 101, 299, 300, 301, 998, 999, 1000, 1001, 50_000];
  const { asha } = await deskWith(...counts.map((seats) => ({ seats })));
  const found = await Promise.all(LicenceBand.options.map((licence) => asha.calls(renewals.all, { licence })));
  expect(found.map(({ reply }) => reply.total)).toEqual([5, 4, 3, 3]);
});

test('My Renewal Domains shows the caller only their own, in pages of twenty', async () => {
  const { desk, asha } = await deskWith(...Array.from({ length: 25 }, () => ({})));
  const ravi = await desk.as({ email: 'ravi@desk.example', name: 'Ravi', role: 'RMEMBER' });
  await desk.db.update(renewalsTable).set({ assignedToId: asha.id });
  await desk.db.update(renewalsTable).set({ assignedToId: ravi.id }).where(eq(renewalsTable.domainName, 'd7.example'));

  const mine = await asha.calls(renewals.mine, {});
  expect([mine.reply.domains.length, mine.reply.total]).toEqual([20, 24]);
  const his = await ravi.calls(renewals.mine, {});
  expect([his.reply.domains.map((row) => row.domain_name), his.reply.total]).toEqual([['d7.example'], 1]);
  const others = await ravi.calls(renewals.mine, { assigned_to: asha.email });
  expect([others.reply.domains, others.reply.total]).toEqual([[], 0]);
});
