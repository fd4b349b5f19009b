import { checks } from '@desk/contract/checks';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing } from '../../testing/show.tsx';
import { checkRun, openChecker, rowsOf, run } from './testing/checks.tsx';

test('the newest files are listed and opened, also those of colleagues', async () => {
  const { screen, user, address, bodies } = openChecker(
    'domain_checker',
    '',
    answering(checks.runs, {
      runs: [checkRun({ kind: 'domains', state: 'running', checked: 20, finished_at: null })],
    }),
    run({ kind: 'domains' }),
  );
  const grid = await screen.findByRole('grid', { name: 'The last 10 files' });
  await within(grid).findByText('domains.csv');
  expect(rowsOf(grid)).toEqual([
    ['domains.csv', '▲running', '20 of 40', '21 Nov 2026, 14:05', 'asha@desk.example', 'N/A'],
  ]);
  expect(bodies(checks.runs)).toEqual([{ kind: 'domains' }]);

  await user.click(within(grid).getByRole('button', { name: 'domains.csv' }));

  await screen.findByRole('region', { name: 'domains.csv' });
  expect(address()).toBe('/home?run=31');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'domains.csv' }));

  await user.click(screen.getByRole('button', { name: 'Close' }));

  await waitFor(() => expect(screen.queryByRole('region', { name: 'domains.csv' })).toBeNull());
  expect(screen.getByRole('grid', { name: 'The last 10 files' }).contains(document.activeElement)).toBe(true);
});

test('the check of the other screen is not found here', async () => {
  const { screen } = openChecker('mx_records', '?run=31', run({ kind: 'domains' }));

  await screen.findByText('No Data Present');
});

test('no file was checked yet', async () => {
  const { screen } = openChecker('mx_records', '');

  await screen.findByText('No file was checked yet.');
});

test('a check that is not kept any more says so and can be closed', async () => {
  const { screen, user, address } = openChecker(
    'mx_records',
    '?run=30',
    answering(checks.run, () => refusing(404)),
  );
  await screen.findByText('No Data Present');
  expect(screen.getByText('There is no such check here. Checks are kept for 30 days.')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Close' }));

  await waitFor(() => expect(address()).toBe('/home'));
});
