import { renewals } from '@desk/contract/renewals';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renewalRow } from '../../parts/testing/renewal.ts';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { MyRenewalsScreen } from './my-renewals.screen.tsx';
import { RenewalDataScreen } from './renewal-data.screen.tsx';

const acme = renewalRow({ zone: 'North', segments: 'SMB' });
const members = answering(renewals.members, { members: [], former: [] });
const EMPTY = 'No Domain Present or Could not fetch Domains';

type Answers = Parameters<typeof showAt>[2][];
const bodiesOf = (sent: readonly { path: string; body: unknown }[], call: { path: string }) =>
  sent.filter(({ path }) => path === call.path).map(({ body }) => body);
const openAll = (search: string, ...answers: Answers) =>
  showAt(`/home?${search}`, <RenewalDataScreen />, ...answers, members);
const openMine = (search: string, ...answers: Answers) =>
  showAt(`/home?${search}`, <MyRenewalsScreen />, ...answers, members);

test('Renewal Data asks the server for one page with all filters and the order', async () => {
  const { screen, sent } = openAll(
    'cols=zone&q=acme&month=2026-11&start=2026-11-01&end=2026-11-30&page=3&sort=-price',
    answering(renewals.all, { customer: [acme], total: 21 }),
  );

  await screen.findByText('21–21 of 21');
  expect(bodiesOf(sent, renewals.all)).toEqual([
    {
      decided: 'undecided',
      domain: 'acme',
      month: '2026-11',
      start_date: '2026-11-01',
      end_date: '2026-11-30',
      page: 3,
      sort: 'price',
      direction: 'desc',
    },
  ]);
});

test('each filter that holds has a chip that takes it away, a day as every other day is shown; Renewal Data has one button for all', async () => {
  const { screen, user, address } = openAll(
    'cols=zone&q=a.example+b.example&month=2026-11&start=2026-11-01&end=2027-01-31',
    answering(renewals.all, { customer: [acme], total: 1 }),
  );
  await screen.findByText('1–1 of 1');

  const chips = within(screen.getByRole('group', { name: 'Filters that hold' })).getAllByRole('button');
  expect(chips.map((chip) => chip.getAttribute('aria-label'))).toEqual([
    'Remove filter Search: 2 domains',
    'Remove filter Month: Nov 2026',
    'Remove filter From: 01-11-2026',
    'Remove filter To: 31-01-2027',
  ]);
  await user.click(screen.getByRole('button', { name: 'Remove filter Month: Nov 2026' }));
  await waitFor(() => expect(address()).not.toContain('month'));
});

test('an order that the server does not know is not asked for', async () => {
  const { screen, sent } = openMine('sort=zone', answering(renewals.mine, { domains: [acme], total: 1 }));
  await screen.findByText('1–1 of 1');
  expect(bodiesOf(sent, renewals.mine)).toEqual([{ decided: 'undecided', page: 1 }]);
});

test('days the wrong way round are told', async () => {
  const { screen } = openAll('start=2027-01-31&end=2026-11-01', answering(renewals.all, { customer: [], total: 0 }));
  await screen.findByText('The first day lies after the last one.');
});

test('Clear all of My Renewal Domains leaves what is shown of the decided ones', async () => {
  const { screen, user, address } = openMine(
    'q=acme&month=2026-11&decided=decided',
    answering(renewals.mine, { domains: [acme], total: 1 }),
  );
  await user.click(await screen.findByText('Clear all'));
  await waitFor(() => expect(address()).toBe('/home?decided=decided'));
});

test('Reset of Renewal Data is there before anything is filtered, and changes nothing then', async () => {
  const { screen, user, address } = openAll('cols=zone', answering(renewals.all, { customer: [acme], total: 1 }));
  await user.click(await screen.findByRole('button', { name: 'Reset' }));
  expect(address()).toBe('/home?cols=zone');
});

test('Reset takes all filters of Renewal Data away', async () => {
  const { screen, user, sent, address } = openAll(
    'cols=zone&q=acme&month=2026-11&start=2026-11-01',
    answering(renewals.all, { customer: [acme], total: 1 }),
  );

  await user.click(await screen.findByText('Reset'));

  await waitFor(() => expect(bodiesOf(sent, renewals.all).at(-1)).toEqual({ decided: 'undecided', page: 1 }));
  expect(address()).toBe('/home?cols=zone');
});

test.each([
  ['Renewal Data', openAll, renewals.all, answering(renewals.all, { customer: [acme], total: 1 })],
  ['My Renewal Domains', openMine, renewals.mine, answering(renewals.mine, { domains: [acme], total: 1 })],
] as const)(
  '%s opens on what is undecided; what was decided and all are one press away',
  async (_, open, call, rows) => {
    const { screen, user, sent, address } = open('cols=zone&month=2026-11', rows);
    await screen.findByText('1–1 of 1');

    await user.click(screen.getByLabelText('Decided'));
    await waitFor(() => expect(address()).toBe('/home?cols=zone&decided=decided&month=2026-11'));
    await user.click(screen.getByLabelText('All, with suspended'));
    await waitFor(() => expect(address()).toBe('/home?cols=zone&decided=all&month=2026-11'));
    await waitFor(() => expect(bodiesOf(sent, call)).toHaveLength(3));

    expect(bodiesOf(sent, call)).toEqual([
      { decided: 'undecided', month: '2026-11', page: 1 },
      { decided: 'decided', month: '2026-11', page: 1 },
      { month: '2026-11', page: 1 },
    ]);
  },
);

test('where nothing is undecided, all is one press away', async () => {
  const { screen, user, sent } = openMine('', answering(renewals.mine, { domains: [], total: 0 }));

  await user.click(await screen.findByText('Clear filters'));

  await waitFor(() => expect(bodiesOf(sent, renewals.mine).at(-1)).toEqual({ page: 1 }));
});

test('only columns that the server can sort by have a button for it', async () => {
  const { screen } = openAll('cols=zone,company_name,price', answering(renewals.all, { customer: [acme], total: 1 }));
  await screen.findByText('1–1 of 1');

  const sortable = [...document.querySelectorAll('thead button')].map((button) => button.textContent);
  expect(sortable).toEqual(['Customer Domain', 'Company Name', 'Price']);
});

test('a zone chosen on Renewal Data is saved at once, with the value that was there', async () => {
  const { screen, user, sent } = openAll(
    'cols=zone',
    answering(renewals.all, { customer: [acme], total: 1 }),
    answering(renewals.setZone, { version: 4 }),
  );

  await user.selectOptions(await screen.findByLabelText('Zone of acme.example'), 'South');

  await screen.findByText('Zone Updated Successfully');
  expect(bodiesOf(sent, renewals.setZone)).toEqual([{ zone: 'South', renewal_id: 7, was: 'North' }]);
  expect(screen.getByLabelText<HTMLSelectElement>('Zone of acme.example').value).toBe('South');
});

test('on My Renewal Domains the choice shows before it is saved, and goes back when it is refused', async () => {
  let answer: (reply: ReturnType<typeof refusing>) => void = () => undefined;
  const { screen, user } = openMine('cols=segments', answering(renewals.mine, { domains: [acme], total: 1 }));
  const pretended = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    input === `/api/${renewals.setSegment.path}`
      ? new Promise((resolve) => {
          answer = ({ status }) => resolve(new Response('{}', { status }));
        })
      : pretended(input, init);
  const segment = await screen.findByLabelText<HTMLSelectElement>('Segments of acme.example');

  await user.selectOptions(segment, 'Startup');
  expect(segment.value).toBe('Startup');
  answer(refusing(404));

  await screen.findByText('Failed to Update Segment. Please try refreshing the page');
  expect(screen.getByLabelText<HTMLSelectElement>('Segments of acme.example').value).toBe('SMB');
});

test('My Renewal Domains shows the total and pages of 20', async () => {
  const { screen, user, sent } = openMine(
    'cols=zone&month=2026-11',
    answering(renewals.mine, { domains: [acme], total: 45 }),
  );
  await screen.findByText('1–20 of 45');
  expect(screen.getByText('Total Domains').nextElementSibling?.textContent).toBe('45');

  await user.click(screen.getByLabelText('Page 3'));

  await waitFor(() =>
    expect(bodiesOf(sent, renewals.mine).at(-1)).toEqual({ decided: 'undecided', month: '2026-11', page: 3 }),
  );
});

test('flag, zone, agreement and several licence bands are pills that the server knows', async () => {
  const { screen, user, sent, address } = openMine(
    'decided=all&cols=zone',
    answering(renewals.mine, { domains: [acme], total: 1 }),
  );
  await screen.findByText('1–1 of 1');

  await user.selectOptions(screen.getByLabelText('Flag'), 'No flag');
  await user.selectOptions(screen.getByLabelText('Agreement'), 'Signed');
  await user.click(screen.getByText('+ Licence size'));
  await user.click(screen.getByLabelText('301-999'));
  await user.click(screen.getByLabelText('1000+'));

  await waitFor(() =>
    expect(bodiesOf(sent, renewals.mine).at(-1)).toEqual({
      ...{ page: 1, flag: 'none', agreement: 'Signed', licence: '301-999,1000+' },
    }),
  );
  await user.click(screen.getByText('Clear all'));
  await waitFor(() => expect(address()).toBe('/home?cols=zone&decided=all'));
});

test('a filter that finds nothing says so, and not that there is no domain', async () => {
  const { screen } = openMine('flag=Red', answering(renewals.mine, { domains: [], total: 0 }));

  await screen.findByText('No renewals match these filters.');
  expect(screen.queryByText(EMPTY)).toBeNull();
});

test('My Renewal Domains says that it loads, and that there is nothing', async () => {
  const { screen } = openMine('', answering(renewals.mine, { domains: [], total: 0 }));

  await screen.findByText('Loading Monthly Renewal Data');
  await screen.findByText(EMPTY);
});

test('a page that cannot be fetched says so with its reason', async () => {
  const { screen } = openMine(
    '',
    answering(renewals.mine, () => refusing(0)),
  );

  await screen.findByText(EMPTY);
  expect(screen.getByText(/The server did not answer/)).toBeDefined();
});
