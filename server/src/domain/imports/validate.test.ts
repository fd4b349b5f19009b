import { expect, test } from 'vitest';
import { typedRows } from '../../platform/files/columns/typed-rows.ts';
import { renewalDateColumns, subscriptionColumns } from './columns.ts';
import { validate } from './validate.ts';
import type { Known, KnownSubscription } from './known.ts';
import { validateRenewalDate } from './renewal-dates.ts';
import { validateSubscription } from './subscriptions.ts';

const TODAY = '2026-06-15';
const NOTHING: Known = {
  subscriptions: [],
  ids: [],
  domains: [],
  customers: [],
  contacts: [],
  resellers: [],
  billed: [],
  currency: 'INR',
};
const HEADER = ['Domain', 'Company Name', 'Subscription Id', 'SKU', 'Plan'];
const ACME = ['acme.example', 'Acme', 'S-1', 'Vault', 'ANNUAL'];

const table = (header: string[], lines: string[][]) => ({
  kind: 'csv' as const,
  header,
  rows: lines.map((cells, at) => ({ line: at + 2, cells })),
});
async function subscriptions(names: string[], ...lines: string[][]) {
  const rows = await typedRows(table([...HEADER, ...names], lines), subscriptionColumns, TODAY);
  return (await validate(rows, NOTHING, validateSubscription)).map(({ row }) => row);
}
async function renewalDates(known: Known, header: string[], ...lines: string[][]) {
  const rows = await typedRows(table(header, lines), renewalDateColumns, TODAY);
  return (await validate(rows, known, validateRenewalDate)).map(({ row }) => row);
}

test.each<[string, string[], string[], string, string]>([
  ['a formula', [], ['=1+1.example', ...ACME.slice(1)], 'Domain', 'A formula is not taken. Enter the plain value'],
  ['a blank cell', [], ['acme.example', '', ...ACME.slice(2)], 'Company Name', 'Company Name is missing'],
  ['an old date', ['Renewal Date'], [...ACME, '01-04-2020'], 'Renewal Date', 'The date lies more than a year back'],
  [
    'an unknown plan',
    [],
    [...ACME.slice(0, 4), 'YEARLY'],
    'Plan',
    'Enter one of: ANNUAL, ANNUAL_YEARLY_PAY, FLEXIBLE, TRIAL, FREE',
  ],
  [
    'a stranger as reseller',
    ['Reseller Email'],
    [...ACME, 'who@reseller.example'],
    'Reseller Email',
    'No reseller has this e-mail address',
  ],
  [
    'a contact without an address',
    ['Contact Name'],
    [...ACME, 'Anjali'],
    'Contact Name',
    'A contact needs an e-mail address or a phone number',
  ],
  [
    'a term that starts after it ends',
    ['Term Start', 'Renewal Date'],
    [...ACME, '02-04-2027', '01-04-2027'],
    'Term Start',
    'The term starts after its renewal date',
  ],
])('%s makes the line wrong', async (_what, names, cells, column, reason) => {
  expect(await subscriptions(names, cells)).toMatchObject([{ line: 2, verdict: 'wrong', column, reason }]);
});

test('every wrong cell of a line is told', async () => {
  expect(await subscriptions(['Seats', 'Renewal Date'], [...ACME, '2.5', '31-02-2027'])).toEqual([
    {
      ...{ line: 2, verdict: 'wrong', subject: 'acme.example', column: 'Seats, Renewal Date' },
      reason: 'Seats: Enter a whole number from 0 to 1,000,000. Renewal Date: There is no such day',
    },
  ]);
});

test('lines of one file that contradict each other are told with the first of them', async () => {
  const names = ['Contact Email', 'Contact Phone'];
  const line = (id: string, company: string, phone: string) => [
    'acme.example',
    company,
    id,
    'Vault',
    'ANNUAL',
    'anjali@acme.example',
    phone,
  ];

  const rows = await subscriptions(
    names,
    line('S-1', 'Acme', '9876543210'),
    line('S-1', 'Acme', ''),
    line('S-2', 'Akme', ''),
    line('S-3', 'Acme', '9000000000'),
    line('S-4', 'Acme', '9876543210'),
  );

  expect(rows.map(({ verdict, column, reason }) => [verdict, column, reason])).toEqual([
    ['new', null, 'Without a Renewal Date no renewal is opened'],
    ['wrong', 'Subscription Id', 'The same subscription is in line 2'],
    ['wrong', 'Company Name', 'Line 2 says otherwise: Acme'],
    ['wrong', 'Contact Phone', 'Line 2 says otherwise: 9876543210'],
    ['new', null, 'Without a Renewal Date no renewal is opened'],
  ]);
});

const known = (id: number, domain: string, more: Partial<KnownSubscription> = {}): KnownSubscription => ({
  ...{ id, domain, externalId: `S-${id}`, customerId: 1, source: 'file', live: true, skuName: 'Vault', skuId: 'Vault' },
  ...{ planName: 'ANNUAL', status: 'ACTIVE', numberOfSeats: 5, maximumSeats: null, licensedSeats: null },
  ...{ termStart: null, ownRenewalDate: null, price: null, currency: 'INR', margin: null },
  ...more,
});

test('a renewal date for something unknown or ambiguous is wrong', async () => {
  const two = [known(1, 'two.example'), known(2, 'two.example')];
  const desk: Known = { ...NOTHING, subscriptions: two, ids: [{ externalId: 'S-1', subscriptionId: 1 }] };
  const day = '01-06-2027';

  const rows = await renewalDates(
    desk,
    ['Subscription Id', 'Domain', 'Renewal Date'],
    ['S-9', '', day],
    ['', 'two.example', day],
    ['', 'none.example', day],
    ['', '', day],
    ['S-1', 'one.example', day],
  );

  expect(rows.map(({ line, column, reason }) => [line, column, reason])).toEqual([
    [2, 'Subscription Id', 'No subscription has this id'],
    [3, 'Domain', 'This domain has 2 subscriptions. Enter the Subscription Id'],
    [4, 'Domain', 'No subscription is known for this domain'],
    [5, 'Subscription Id', 'Subscription Id or Domain is missing'],
    [6, 'Domain', 'The subscription belongs to two.example'],
  ]);
});

test('a domain whose other subscriptions have ended names the one that lives', async () => {
  const desk: Known = {
    ...NOTHING,
    subscriptions: [known(1, 'two.example', { live: false }), known(2, 'two.example')],
  };

  const rows = await renewalDates(
    desk,
    ['Domain', 'Renewal Date'],
    ['two.example', '01-06-2027'],
    ['two.example', '01-07-2027'],
  );

  expect(rows.map(({ verdict, column, reason }) => [verdict, column, reason])).toEqual([
    ['changed', null, 'Renewal Date none → 01-06-2027'],
    ['wrong', 'Domain', 'The same subscription is in line 2'],
  ]);
});
