import { boards, type BoardCount } from '@desk/contract/boards';
import { cleanup, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { businessMonth } from '../../kit/text/clock.ts';
import { boardRow, boardRows, MONTH, pageOf } from '../../parts/testing/board.ts';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { RenewalDashboardScreen } from './renewal-dashboard.screen.tsx';

type Answers = Parameters<typeof showAt>[2][];

const counts = (of: Record<string, number>): BoardCount[] => Object.entries(of).map(([key, count]) => ({ key, count }));
const COUNTS = [
  answering(boards.teamCount, { domains: counts({ 'asha@desk.example': 142, '': 3 }) }),
  answering(boards.segmentCount, { segments: counts({ SMB: 72, Micro: 1, Education: 0, '': 72 }) }),
  answering(boards.agreementCount, { aggrements: counts({ Signed: 140, '': 5 }) }),
  answering(boards.flagCount, { flags: counts({ Green: 140, '': 5 }) }),
  answering(boards.statusCount, { flags: counts({ 'In Discussion': 1234, '': 5 }) }),
];
const PANELS = ['Renewal Team Domain', 'Segment Dashboard', 'Agreement Status', 'Flag Status', 'Monthly Dashboard'];

/** Answers that are given come before the counts that are always there. */
function open(...answers: Answers) {
  const shown = showAt(`/home?month=${MONTH}`, <RenewalDashboardScreen />, ...answers, ...COUNTS);
  const dialog = async () => within(await shown.screen.findByRole('dialog'));
  return { ...shown, dialog };
}
const panel = (title: string) =>
  within(
    [...document.querySelectorAll('h2')].find((h2) => h2.textContent === title)?.closest('section') as HTMLElement,
  );
const wordsOf = (table: HTMLElement) =>
  [...table.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent));

test('five panels count the month of the address, each with shares and a total', async () => {
  const { screen, bodies } = open();

  await waitFor(() => expect(screen.getAllByRole('table')).toHaveLength(5));
  expect([...document.querySelectorAll('h2')].map((title) => title.textContent)).toEqual(PANELS);
  expect(wordsOf(screen.getByLabelText('Segment Dashboard', { selector: 'table' }))).toEqual([
    ['Segment', 'Share', 'Count'],
    ['SMB', '50 %', '72'],
    ['Micro', '< 1 %', '1'],
    ['Education', '', '0'],
    ['No segment', '50 %', '72'],
    ['Total', '', '145'],
  ]);
  const bars = screen.getByLabelText('Segment Dashboard', { selector: 'table' }).querySelectorAll('rect');
  expect(bars[0]?.getAttribute('width')).toBe(String((72 / 145) * 100));
  expect(bodies(boards.flagCount)).toEqual([{ month: MONTH }]);
});

test('without a month in the address it is the present one; another one is asked for and stands in the address', async () => {
  const { screen, user, sent, address } = showAt('/home', <RenewalDashboardScreen />, ...COUNTS);
  await screen.findByText('142');
  expect(sent[0]?.body).toEqual({ month: businessMonth() });

  await user.click(screen.getByLabelText('Next month'));

  await waitFor(() => expect(sent).toHaveLength(10));
  const next = sent[9]?.body as { month: string };
  expect(next.month > businessMonth()).toBe(true);
  expect(address()).toBe(`/home?month=${next.month}`);
});

test('a count says what it opens; none is text and cannot be pressed', async () => {
  const { screen } = open();

  await screen.findByLabelText('Open 72 domains: SMB');
  expect(screen.getByLabelText('Open 1 domain: Micro')).toBeTruthy();
  expect(screen.getByLabelText('Open 3 domains: Not assigned')).toBeTruthy();
  expect(screen.getByLabelText('Open 5 domains: No agreement status')).toBeTruthy();
  expect(screen.getByLabelText('Open 5 domains: No flag')).toBeTruthy();
  expect(screen.getByLabelText('Open 1,234 domains: In Discussion')).toBeTruthy();
  expect(screen.queryByLabelText(/Education/)).toBeNull();
});

test('the counts of a panel are one tab stop, walked with the arrows', async () => {
  const { screen, user } = open();
  await waitFor(() => expect(screen.getAllByRole('table')).toHaveLength(5));
  const stops = () =>
    [...document.querySelectorAll('section button')].filter((one) => (one as HTMLElement).tabIndex === 0);
  expect(stops()).toHaveLength(5);

  screen.getByLabelText('Open 72 domains: SMB').focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(screen.getByLabelText('Open 1 domain: Micro'));
  await user.keyboard('{End}');

  expect(document.activeElement).toBe(screen.getByLabelText('Open 72 domains: No segment'));
  expect(stops()).toHaveLength(5);
});

test('one panel that fails hides no other, and is tried again by itself', async () => {
  let tries = 0;
  const { screen, user, sent } = open(
    answering(boards.flagCount, () => (++tries === 1 ? refusing(500) : { flags: counts({ Red: 9 }) })),
  );
  await screen.findByText('Could not fetch data. Please contact your Administrator.');
  await waitFor(() => expect(screen.getAllByRole('table')).toHaveLength(4));

  await user.click(panel('Flag Status').getByText('Retry'));

  expect(document.activeElement).toBe(panel('Flag Status').getByRole('heading'));
  await screen.findByLabelText('Open 9 domains: Red');
  expect(sent).toHaveLength(6);
});

test('what a colleague changes in the month is counted anew', async () => {
  storeSession({ user: 'asha@desk.example', token: { login_token: 'x', exp: 4e9 }, menu: [], role: 'ADMIN' });
  let red = 1;
  const { screen, emit } = open(answering(boards.flagCount, () => ({ flags: counts({ Red: red }) })));
  await screen.findByLabelText('Open 1 domain: Red');
  red = 2;

  emit('month', { kind: 'month', month: MONTH });

  await screen.findByLabelText('Open 2 domains: Red');
});

test('a month without renewals says so in each panel', async () => {
  const none = counts({});
  const { screen } = open(
    answering(boards.teamCount, { domains: none }),
    answering(boards.segmentCount, { segments: counts({ SMB: 0 }) }),
    answering(boards.agreementCount, { aggrements: none }),
    answering(boards.flagCount, { flags: none }),
    answering(boards.statusCount, { flags: none }),
  );

  await waitFor(() => expect(screen.getAllByText('No Data Present')).toHaveLength(5));
});

test('a segment opens its domains, fifteen on a page, found by a part of their name, the total in the title', async () => {
  const rows = boardRows(16);
  const { screen, user, bodies, dialog } = open(
    answering(boards.segmentList, (body) => {
      const { page, total } = pageOf(rows, body);
      return { domains: page, total };
    }),
  );
  await user.click(await screen.findByLabelText('Open 72 domains: SMB'));
  const list = await dialog();
  await list.findByText('SMB, Nov 2026 (16 domains)');
  expect(list.getByText('1–15 of 16')).toBeTruthy();

  await user.click(list.getByLabelText('Next page'));
  await list.findByText('a15.example');
  await user.type(list.getByLabelText('Search domain or company'), 'a3');

  await list.findByText('SMB, Nov 2026 (1 domain)');
  expect(bodies(boards.segmentList)).toEqual([
    { segment_name: 'SMB', month: MONTH, page: 1 },
    { segment_name: 'SMB', month: MONTH, page: 2 },
    { segment_name: 'SMB', month: MONTH, search: 'a3', page: 1 },
  ]);
});

test('a row of the list tells what is to be known before a call', async () => {
  const { screen, user, dialog } = open(
    answering(boards.segmentList, {
      domains: [boardRow({ assigned_to: null, segments: null, renewal_date: '1999-11-21' })],
      total: 1,
    }),
  );

  await user.click(await screen.findByLabelText('Open 72 domains: No segment'));
  const list = await dialog();

  const row = (await list.findByText('acme.example')).closest('tr');
  const cells = [...(row?.querySelectorAll('th, td') ?? [])].map((cell) => cell.textContent);
  expect(cells.slice(0, 2)).toEqual(['acme.example', 'Acme Tools']);
  expect(cells[2]).toMatch(/^21-11-1999 \d+ days late$/);
  expect(cells.slice(3)).toEqual([
    ...[
      '120',
      'N/A',
      '▲In Discussion',
      '●Green',
      '●Signed',
      'Annual, paid monthly',
      'Google Workspace Business Plus',
      'N/A',
    ],
  ]);
});

test('agreement, flag and status open the domains of their key, the empty one too', async () => {
  const row = [boardRow()];
  const { screen, user, bodies } = open(
    answering(boards.segmentList, { domains: row, total: 1 }),
    answering(boards.agreementList, { aggrements: row, total: 1 }),
    answering(boards.flagList, { flags: row, total: 1 }),
    answering(boards.statusList, { domains: row, total: 1 }),
  );
  for (const [count, title] of [
    ['Open 72 domains: No segment', 'No segment, Nov 2026 (1 domain)'],
    ['Open 140 domains: Signed', 'Signed, Nov 2026 (1 domain)'],
    ['Open 5 domains: No flag', 'No flag, Nov 2026 (1 domain)'],
    ['Open 1,234 domains: In Discussion', 'In Discussion, Nov 2026 (1 domain)'],
  ] as const) {
    await user.click(await screen.findByLabelText(count));
    await screen.findByText(title);
    await screen.findByText('acme.example');
    await user.click(screen.getByText('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.getAttribute('aria-label')).toBe(count);
  }

  expect(bodies(boards.segmentList)).toEqual([{ segment_name: '', month: MONTH, page: 1 }]);
  expect(bodies(boards.agreementList)).toEqual([{ aggrement: 'Signed', month: MONTH, page: 1 }]);
  expect(bodies(boards.flagList)).toEqual([{ flag: '', month: MONTH, page: 1 }]);
  expect(bodies(boards.statusList)).toEqual([{ comment: 'In Discussion', month: MONTH, page: 1 }]);
});

test('a list stands in the address: it can be shared, and closing it goes back to the board of its month', async () => {
  const answers = [answering(boards.segmentList, { domains: [boardRow()], total: 1 })];
  const { screen, user, address } = open(...answers);
  await user.click(await screen.findByLabelText('Next month'));
  await user.click(await screen.findByLabelText('Open 72 domains: SMB'));
  await screen.findByText('acme.example');
  expect(address()).toBe('/home?month=2026-12&list=segment%3ASMB');

  await user.click(screen.getByText('Close'));
  await waitFor(() => expect(address()).toBe('/home?month=2026-12'));
  cleanup();

  const shared = showAt(`/home?month=${MONTH}&list=segment:`, <RenewalDashboardScreen />, ...answers, ...COUNTS);
  await shared.screen.findByText('No segment, Nov 2026 (1 domain)');
  expect(shared.screen.getAllByRole('dialog')).toHaveLength(1);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(shared.address()).toBe(`/home?month=${MONTH}`));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
});

test('a list that cannot be fetched says so and is tried again', async () => {
  let tries = 0;
  const { screen, user, dialog } = open(
    answering(boards.flagList, () => (++tries === 1 ? refusing(500) : { flags: [boardRow()], total: 1 })),
  );
  await user.click(await screen.findByLabelText('Open 140 domains: Green'));
  const list = await dialog();
  await list.findByText('No Domain Present or Could not fetch Domains');

  await user.click(list.getByText('Try again'));

  await list.findByText('acme.example');
});
