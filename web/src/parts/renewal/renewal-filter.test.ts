import { LicenceBand } from '@desk/contract/words/lists';
import { expect, test } from 'vitest';
import {
  isServerFilter,
  matchRenewal,
  matchTile,
  missingDomains,
  NO_FILTER,
  renewalSearch,
  serverFilter,
  TILES,
} from './renewal-filter.ts';
import { renewalRow } from '../testing/renewal.ts';

const nothing = NO_FILTER;

test('every licence count lies in exactly one band', () => {
  for (const count of [0, 1, 98, 99, 100, 101, 299, 300, 301, 998, 999, 1000, 1001, 25_000]) {
    const row = renewalRow({ number_of_seats: count });
    const bands = LicenceBand.options.filter((size) => matchRenewal({ ...nothing, size })(row));
    expect(bands, `${count} licences`).toHaveLength(1);
  }
});

test('a flexible plan is sized by its licensed seats', () => {
  const row = renewalRow({ number_of_seats: null, licensed_seats: 450 });

  expect(matchRenewal({ ...nothing, size: '301-999' })(row)).toBe(true);
  expect(matchRenewal({ ...nothing, size: '< 99' })(row)).toBe(false);
});

test('the search is a part of the domain or of the company, in any case', () => {
  const match = matchRenewal({ ...nothing, q: ' ACME' });

  expect(match(renewalRow({ domain_name: 'my-acme.example', company_name: 'Beta' }))).toBe(true);
  expect(match(renewalRow({ domain_name: 'other.example', company_name: 'Acme' }))).toBe(true);
  expect(match(renewalRow({ domain_name: 'other.example', company_name: 'Beta' }))).toBe(false);
  const words = matchRenewal({ ...nothing, q: 'tara textiles Pvt. Ltd' });
  expect(words(renewalRow({ company_name: 'Tara Textiles Pvt. Ltd.' }))).toBe(true);
});

test.each([
  'www.acme',
  'www.acme.example',
  'https://www.acme.example/contact?a=b',
  'HTTP://Acme.Example',
  'asha@acme.example',
  'acme.example.',
])('%s finds its domain', (q) => {
  const rows = [renewalRow({ domain_name: 'acme.example' }), renewalRow({ domain_name: 'tara.example' })];
  expect(rows.filter(matchRenewal({ ...nothing, q }))).toEqual([rows[0]]);
});

test('addresses in a pasted list are their domains, in the form in which the desk keeps them', () => {
  const q = 'https://www.acme.example/ भारत.example gone.example';
  const rows = [renewalRow({ domain_name: 'acme.example' }), renewalRow({ domain_name: 'xn--h2brj9c.example' })];
  expect(rows.filter(matchRenewal({ ...nothing, q }))).toEqual(rows);
  expect(missingDomains(q, rows)).toEqual(['gone.example']);
});

test('several domains are looked for exactly, and those that are not there are named', () => {
  const q = 'Acme.example, tara.example; gone.example';
  const rows = [
    renewalRow(),
    renewalRow({ domain_name: 'tara.example' }),
    renewalRow({ domain_name: 'not-acme.example' }),
  ];

  expect(rows.filter(matchRenewal({ ...nothing, q })).map((row) => row.domain_name)).toEqual([
    'acme.example',
    'tara.example',
  ]);
  expect(missingDomains(q, rows)).toEqual(['gone.example']);
});

test('all seats above 99 are three bands together', () => {
  const rows = [40, 120, 450, 1200].map((number_of_seats) => renewalRow({ number_of_seats }));
  const match = matchRenewal({ ...nothing, size: '100-300,301-999,1000+' });

  expect(rows.filter(match)).toEqual(rows.slice(1));
  expect(serverFilter({ ...nothing, size: '100-300,1000+' })).toEqual({ licence: '100-300,1000+' });
});

test('what an address says of the bands is these, each once in their order, or nothing', () => {
  for (const size of ['', '1000+', '< 99,1000+']) expect(renewalSearch.size.parse(size)).toBe(size);
  for (const size of ['1000+,< 99', '2000', '1000+,1000+', undefined]) expect(renewalSearch.size.parse(size)).toBe('');
});

test('who was not spoken to for some days is untouched; who never was is so for any number of them', () => {
  const day = 86_400_000;
  const contactedAgo = (days: number | undefined) =>
    renewalRow({
      followup_comments: 'Sent offers',
      ...(days !== undefined && { followed_up_at: new Date(Date.now() - days * day).toISOString() }),
    });
  const [today, week, fortnight, unknown, never] = [
    contactedAgo(0),
    contactedAgo(7),
    contactedAgo(14),
    contactedAgo(undefined),
    renewalRow(),
  ];
  const found = (contact: '' | '7' | '14' | '30' | 'never') =>
    [today, week, fortnight, unknown, never].filter(matchRenewal({ ...nothing, contact }));

  expect(found('7')).toEqual([week, fortnight, unknown, never]);
  expect(found('14')).toEqual([fortnight, unknown, never]);
  expect(found('30')).toEqual([unknown, never]);
  expect(found('never')).toEqual([never]);
});

test('nobody is a choice of its own among the assignees', () => {
  const rows = [renewalRow({ assigned_to: 'asha@desk.example' }), renewalRow({ assigned_to: null })];

  expect(rows.filter(matchRenewal({ ...nothing, assigned: 'none' }))).toEqual([rows[1]]);
  expect(rows.filter(matchRenewal({ ...nothing, assigned: 'asha@desk.example' }))).toEqual([rows[0]]);
  expect(serverFilter({ ...nothing, assigned: 'none' })).toEqual({ assigned_to: '' });
});

test.each([
  ['zone', 'North', { zone: 'North' }],
  ['flag', 'Red', { highlight_case: 'Red' }],
  ['status', 'In Discussion', { confirmation_status: 'In Discussion' }],
  ['agreement', 'Signed', { agreement_status: 'Signed' }],
  ['reseller', 'Y', { resellerType: 'Y' }],
  ['notified', 'failed', { notification: 'failed' }],
  ['company', ' beta ', { company_name: 'Beta Works' }],
] as const)('the filter %s: %s finds what has it, alone', (name, value, has) => {
  const rows = [renewalRow(), renewalRow({ ...has })];

  expect(rows.filter(matchRenewal({ ...nothing, [name]: value }))).toEqual([rows[1]]);
});

test.each(['zone', 'flag', 'status', 'agreement', 'notified'] as const)('what has no %s can be looked for', (name) => {
  const full = {
    ...({ zone: 'West', highlight_case: 'Green', confirmation_status: 'Lost' } as const),
    ...({ agreement_status: 'N/A', notification: 'sent' } as const),
  };
  const rows = [renewalRow(full), renewalRow()];

  expect(rows.filter(matchRenewal({ ...nothing, [name]: 'none' }))).toEqual([rows[1]]);
});

test.each([
  [{}, ['undecided', 'unassigned']],
  [{ assigned_to: 'asha@desk.example', confirmation_status: 'In Discussion' }, ['undecided']],
  [{ assigned_to: 'asha@desk.example', confirmation_status: 'Upgrade' }, ['confirmed']],
  [{ assigned_to: 'asha@desk.example', closed_because: 'renewed', confirmation_status: 'Lost' }, ['confirmed']],
  [{ assigned_to: 'asha@desk.example', confirmation_status: 'Moved to O365' }, ['left']],
  [{ assigned_to: 'asha@desk.example', closed_because: 'ended' }, ['left']],
  [{ assigned_to: 'asha@desk.example', confirmation_status: 'Suspended' }, []],
  [{ closed_because: 'passed', renewal_date: '2020-01-01' }, ['undecided', 'unassigned']],
  [{ if_nobody_acts: 'shrinks', seats_if_nobody_acts: 74 }, ['undecided', 'losing', 'unassigned']],
  [{ if_nobody_acts: 'shrinks', instruction: 'verified', wanted: 'renew' }, ['confirmed', 'unassigned']],
  [{ if_nobody_acts: 'ends', instruction: 'draft', wanted: 'renew' }, ['undecided', 'losing', 'unassigned']],
  [{ if_nobody_acts: 'renews', seats_if_nobody_acts: 120 }, ['undecided', 'unassigned']],
] as const)('%o is counted as %o', (change, tiles) => {
  expect(TILES.filter((tile) => matchTile(tile)(renewalRow(change)))).toEqual(tiles);
});

test('what only the browser can filter by is not sent to the server', () => {
  expect(isServerFilter({ ...nothing, q: 'acme', size: '< 99', segment: 'SMB', assigned: 'none' })).toBe(true);
  expect(isServerFilter({ ...nothing, q: 'a.example b.example' })).toBe(false);
  for (const other of [
    { contact: '7' },
    { status: 'none' },
    { tile: 'left' },
    { company: 'acme' },
    { notified: 'none' },
  ] as const)
    expect(isServerFilter({ ...nothing, ...other })).toBe(false);
});
