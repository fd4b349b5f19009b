import { checks, type CheckRun } from '@desk/contract/checks';
import { waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { answering, refusing } from '../../testing/show.tsx';
import { acme, checkRun, counts, openChecker, rowsOf, run } from './testing/checks.tsx';

// jsdom has none of these.
URL.createObjectURL = () => 'blob:file';
HTMLAnchorElement.prototype.click = () => undefined;

afterEach(() => {
  vi.useRealTimers();
});

test('a finished check says what it was, and shows its lines in the order of the file', async () => {
  const { screen, bodies } = openChecker('mx_records', '?run=31', run());

  const part = within(await screen.findByRole('region', { name: 'domains.csv' }));

  expect(part.getByText('Finished on 21 Nov 2026, 14:08: 40 lines checked.')).toBeTruthy();
  expect(part.queryByRole('progressbar')).toBeNull();
  expect(
    rowsOf(part.getByRole('grid', { name: 'Lines of domains.csv' })).map(([domain, status, , , , line, written]) => [
      line,
      written,
      domain,
      status,
    ]),
  ).toEqual([
    ['2', 'http://acme.example', 'acme.example', '●Google Workspace'],
    ['3', 'tara.example', 'tara.example', '◆Microsoft 365'],
  ]);
  expect(part.getByText('1–15 of 40')).toBeTruthy();
  expect(bodies(checks.run)).toEqual([{ run_id: 31, page: 1 }]);
});

test('each status has its count in words and sign, and filters the lines', async () => {
  const { screen, user, bodies, address } = openChecker('mx_records', '?run=31', run());
  const bar = within(await screen.findByRole('toolbar', { name: 'Lines by status' }));
  expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'All 40',
    '●Google Workspace 30',
    '▲Google Workspace beside other servers 4',
    '◆Microsoft 365 4',
    '■No answer 2',
  ]);

  await user.click(bar.getByRole('button', { name: 'Google Workspace, 30' }));

  await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'tara.example' })).toBeNull());
  expect(address()).toBe('/home?run=31&status=google');
  expect(bodies(checks.run).at(-1)).toEqual({ run_id: 31, page: 1, status: 'google' });
  expect(bar.getByRole('button', { name: 'Google Workspace, 30' }).getAttribute('aria-pressed')).toBe('true');

  await user.click(bar.getByRole('button', { name: 'All, 40' }));

  await screen.findByRole('rowheader', { name: 'tara.example' });
});

test('the counts are one stop of the keyboard, and the arrows walk them', async () => {
  const { screen, user } = openChecker('mx_records', '?run=31', run());
  const bar = within(await screen.findByRole('toolbar', { name: 'Lines by status' }));
  bar.getByRole('button', { name: 'All, 40' }).focus();

  await user.keyboard('{ArrowRight}{ArrowRight}{Enter}');

  expect(document.activeElement).toBe(bar.getByRole('button', { name: 'Google Workspace beside other servers, 4' }));
  expect(document.activeElement?.getAttribute('aria-pressed')).toBe('true');
  expect(bar.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
});

test('a check under way is followed: how many lines, how many of them failed, each quarter aloud', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let checked = 14;
  const { screen } = openChecker(
    'mx_records',
    '?run=31',
    answering(checks.run, () => ({
      run: checkRun({ state: 'running', finished_at: null, checked }),
      counts,
      domains: [acme],
      total: checked,
    })),
  );
  const part = within(await screen.findByRole('region', { name: 'domains.csv' }));
  const bar = part.getByRole<HTMLProgressElement>('progressbar', { name: 'Check of domains.csv' });
  expect([bar.value, bar.max]).toEqual([14, 40]);
  expect(part.getByText('14 of 40 checked, 2 without an answer')).toBeTruthy();
  expect(part.getByText('25 % checked').closest('[role=status]')).toBeTruthy();
  checked = 21;

  await vi.advanceTimersByTimeAsync(2000);

  await part.findByText('50 % checked');
  expect(bar.value).toBe(21);
});

test('news of checks is shown at once, and a finished one is not asked about again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  storeSession({ user: 'asha@desk.example', token: { login_token: 'x', exp: 4e9 }, menu: [], role: 'ADMIN' });
  let state: CheckRun['state'] = 'running';
  const { screen, emit, bodies } = openChecker(
    'mx_records',
    '?run=31',
    answering(checks.run, () => ({ run: checkRun({ state }), counts, domains: [acme], total: 1 })),
  );
  await screen.findByRole('progressbar');
  state = 'done';

  emit('checks', { kind: 'checks' });

  await screen.findByText(/^Finished on/);
  const asked = bodies(checks.run).length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(bodies(checks.run)).toHaveLength(asked);
});

test('a check is cancelled after a question, and what is checked stays', async () => {
  let state: CheckRun['state'] = 'running';
  const { screen, user, bodies } = openChecker(
    'mx_records',
    '?run=31',
    answering(checks.run, () => ({ run: checkRun({ state, checked: 20 }), counts, domains: [acme], total: 20 })),
    answering(checks.cancel, () => {
      state = 'cancelled';
      return {};
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Cancel check' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Cancel this check?' }));
  await user.click(question.getByRole('button', { name: 'Keep checking' }));
  expect(bodies(checks.cancel)).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'Cancel check' }));
  await user.click(
    within(screen.getByRole('alertdialog', { name: 'Cancel this check?' })).getByRole('button', {
      name: 'Cancel check',
    }),
  );

  await screen.findByText('Cancelled on 21 Nov 2026, 14:08: 20 of 40 lines were checked.');
  expect(bodies(checks.cancel)).toEqual([{ run_id: 31 }]);
  expect(screen.getByRole('rowheader', { name: 'acme.example' })).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'domains.csv' }));
});

test('a check that was over before it could be cancelled says so', async () => {
  const { screen, user } = openChecker(
    'mx_records',
    '?run=31',
    run({ state: 'running' }),
    answering(checks.cancel, () => refusing(409)),
  );
  await user.click(await screen.findByRole('button', { name: 'Cancel check' }));

  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel check' }));

  await screen.findByText('This check is over already.');
});

test('a check that is done without Google says so', async () => {
  const error = 'Google did not answer for long.';
  const { screen } = openChecker('mx_records', '?run=31', run({ state: 'done', checked: 40, error }));

  await screen.findByText(error);
});

test('a failed check says why, and keeps what it found', async () => {
  const { screen } = openChecker('mx_records', '?run=31', run({ state: 'failed', checked: 20, error: 'Out of disk.' }));

  const message = await screen.findByText(/^The check failed on 21 Nov 2026, 14:08 after 20 of 40 lines/);

  expect(message.getAttribute('role')).toBe('alert');
  expect(message.textContent).toContain('Out of disk.');
  expect(screen.getByRole('rowheader', { name: 'tara.example' })).toBeTruthy();
});

test('all lines are exported, or those of the chosen status, with their number', async () => {
  const { screen, user, bodies } = openChecker(
    'mx_records',
    '?run=31&status=google',
    run(),
    answering(checks.exportRun, {}),
  );

  await user.click(await screen.findByRole('button', { name: 'Export all (40)' }));
  await screen.findByText('Exported 40 rows to export_data.csv');
  await user.click(screen.getByRole('button', { name: 'Export filtered (30)' }));

  await screen.findByText('Exported 30 rows to export_data.csv');
  expect(bodies(checks.exportRun)).toEqual([{ run_id: 31 }, { run_id: 31, status: 'google' }]);
});

test('the counts keep their places, whichever is more', async () => {
  const more = [...counts].reverse();
  const { screen } = openChecker(
    'mx_records',
    '?run=31&status=zoho',
    answering(checks.run, { run: checkRun(), counts: more, domains: [], total: 0 }),
  );

  const bar = within(await screen.findByRole('toolbar', { name: 'Lines by status' }));

  expect(bar.getAllByRole('button').map(({ ariaLabel }) => ariaLabel)).toEqual([
    'All, 40',
    'Google Workspace, 30',
    'Google Workspace beside other servers, 4',
    'Microsoft 365, 4',
    'Zoho Mail, 0',
    'No answer, 2',
  ]);
});

test('while the server is away during a check, the numbers are said to be old', async () => {
  let isDown = false;
  const { screen, emit } = openChecker(
    'mx_records',
    '?run=31',
    answering(checks.run, () =>
      isDown ? refusing(0) : { run: checkRun({ state: 'running', checked: 14 }), counts, domains: [acme], total: 14 },
    ),
  );
  await screen.findByRole('progressbar');
  isDown = true;

  emit('checks', { kind: 'checks' });

  const messages = await screen.findByText('The server does not answer: these numbers are not current.');
  expect(messages.getAttribute('role')).toBe('status');
  expect(screen.getByText('14 of 40 checked, 2 without an answer')).toBeTruthy();
});

test('while the server is away the screen says so and tries again', async () => {
  let isDown = true;
  const { screen, user } = openChecker(
    'mx_records',
    '?run=31',
    answering(checks.run, () => (isDown ? refusing(0) : { run: checkRun(), counts, domains: [acme], total: 40 })),
    answering(checks.runs, () => refusing(0)),
  );
  await screen.findByText('Could not fetch this check.');
  await screen.findByText('Could not fetch the files');
  isDown = false;

  await user.click(screen.getByRole('button', { name: 'Retry' }));

  await screen.findByRole('region', { name: 'domains.csv' });
});
