import { boards } from '@desk/contract/boards';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { boardRow, MONTH } from '../../parts/testing/board.ts';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { RenewalMemberDashboardScreen } from './renewal-member-dashboard.screen.tsx';

const byReseller = answering(boards.ownResellerCount, {
  domain: [
    { key: 'Kaveri Cloud', count: 4 },
    { key: '', count: 2 },
  ],
});
const byStatus = answering(boards.ownStatusCount, {
  flags: [
    { key: 'Lost', count: 5 },
    { key: '', count: 1 },
  ],
});
const list = answering(boards.ownList, { domains: [boardRow()], total: 1 });

const open = (...answers: Parameters<typeof showAt>[2][]) =>
  showAt(`/home?month=${MONTH}`, <RenewalMemberDashboardScreen />, ...answers, byReseller, byStatus, list);

test('two tables count what is one’s own in the month: by status, and by reseller', async () => {
  const { screen, sent } = open();

  const monthly = await screen.findByLabelText('Monthly Dashboard', { selector: 'table' });
  const resellers = await screen.findByLabelText('Reseller Dashboard', { selector: 'table' });
  expect(monthly.textContent).toBe('MonthlyShareCount■Lost83 %5No confirmation status17 %1Total6');
  expect(resellers.textContent).toBe('ResellerShareCountKaveri Cloud67 %4Sold directly33 %2Total6');
  expect(sent.map(({ body }) => body)).toEqual([{ month: MONTH }, { month: MONTH }]);
});

test('each count opens its own domains', async () => {
  const { screen, user, sent } = open();
  for (const count of [
    '5 domains: Lost',
    '1 domain: No confirmation status',
    '4 domains: Kaveri Cloud',
    '2 domains: Sold directly',
  ]) {
    await user.click(await screen.findByLabelText(`Open ${count}`));
    await screen.findByText('acme.example');
    await user.click(screen.getByText('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }

  const asked = sent.filter(({ path }) => path === boards.ownList.path).map(({ body }) => body);
  expect(asked).toEqual([
    { comment: 'Lost', month: MONTH, page: 1 },
    { comment: '', month: MONTH, page: 1 },
    { reseller: 'Kaveri Cloud', month: MONTH, page: 1 },
    { reseller: '', month: MONTH, page: 1 },
  ]);
});

test('one table that fails hides not the other', async () => {
  const { screen } = open(answering(boards.ownStatusCount, () => refusing(500)));

  await screen.findByText('Could not fetch data. Please contact your Administrator.');
  await screen.findByLabelText('Open 4 domains: Kaveri Cloud');
});
