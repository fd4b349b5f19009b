import { sync, type SyncRun } from '@desk/contract/sync';
import { within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answering, refusing, show } from '../../testing/show.tsx';
import { GoogleSyncPanel } from './google-sync.panel.tsx';

const run: SyncRun = {
  run_id: 7,
  state: 'done',
  started_by: 'asha@resell.example',
  started_at: '2026-11-21T08:35:00Z',
  finished_at: '2026-11-21T08:38:05Z',
  pages: 7,
  subscriptions: 655,
  created: 12,
  changed: 3,
  ended: 1,
  renewals_opened: 11,
  renewals_closed: 1,
  attempts: 1,
  error: null,
};
const nightly: SyncRun = { ...run, run_id: 6, started_by: null };
const standing = (newest: Partial<SyncRun>, next_run: string | null = '2026-11-21T20:40:00Z') =>
  answering(sync.runs, { runs: [{ ...run, ...newest }, nightly], next_run });
const quiet = answering(sync.runs, { runs: [], next_run: null });

afterEach(() => {
  vi.useRealTimers();
});

test('a finished sync tells what it did, when and how long it took, and when the next one starts', async () => {
  const { screen } = show(<GoogleSyncPanel />, standing({}));
  expect(
    await screen.findByText(
      'Finished on 21 Nov 2026, 14:08 after 3 min 5 s: 12 subscriptions created, 3 changed, 1 ended; 11 renewals opened, 1 closed.',
    ),
  ).toBeTruthy();
  expect(screen.getByText('The next sync starts by itself on 22 Nov 2026, 02:10.')).toBeTruthy();
  const [, first, second] = within(screen.getByRole('grid', { name: 'The last 10 syncs' })).getAllByRole('row');
  expect(first?.textContent).toContain('asha@resell.example3 min 5 s65512');
  expect(second?.textContent).toContain('the server');
});

test('a running sync says how much is read so far and is asked about again every 2 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let pages = 3;
  const running = answering(sync.runs, () => ({
    runs: [{ ...run, state: 'running' as const, finished_at: null, pages, subscriptions: pages * 100 }],
    next_run: null,
  }));
  const { screen } = show(<GoogleSyncPanel />, running);
  expect(await screen.findByText('3 pages and 300 subscriptions read so far')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Google sync' })).toBeTruthy();
  pages = 4;
  await vi.advanceTimersByTimeAsync(2000);
  expect(await screen.findByText('4 pages and 400 subscriptions read so far')).toBeTruthy();
  expect(screen.queryByText(/subscriptions read$/)).toBeNull();
  pages = 25;
  await vi.advanceTimersByTimeAsync(2000);
  expect((await screen.findByText('2,000 subscriptions read')).closest('[role=status]')).toBeTruthy();
});

test('a sync that waits for its next try says why', async () => {
  const { screen } = show(
    <GoogleSyncPanel />,
    standing({ state: 'queued', attempts: 2, finished_at: null, error: 'Google is busy.' }),
  );
  expect(await screen.findByText('Try 2 failed, the next one starts by itself. Google is busy.')).toBeTruthy();
});

test('a failed sync tells its reason and is started again by "Try again"', async () => {
  const { screen, user, sent } = show(
    <GoogleSyncPanel />,
    standing({ state: 'failed', error: 'The Google Reseller API is not configured.' }, null),
    answering(sync.start, { run_id: 8 }),
  );
  const message = await screen.findByText(
    'The sync of 21 Nov 2026, 14:08 failed. The Google Reseller API is not configured.',
  );
  expect(message.getAttribute('role')).toBe('alert');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(sent.filter(({ path }) => path === sync.runs.path)).toHaveLength(2));
  expect(sent.find(({ path }) => path === sync.start.path)?.body).toEqual({});
});

test('a second sync beside a running one is refused in words', async () => {
  const { screen, user } = show(
    <GoogleSyncPanel />,
    quiet,
    answering(sync.start, () => refusing(409)),
  );
  expect(await screen.findByText('No sync has run yet.')).toBeTruthy();
  expect(screen.getByText('No sync is scheduled: the Google Reseller API is not configured.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Sync now' }));
  expect(await screen.findByText('A sync is already running.')).toBeTruthy();
});

test('syncs that could not be loaded are not called none', async () => {
  const { screen } = show(
    <GoogleSyncPanel />,
    answering(sync.runs, () => refusing(0)),
  );
  expect(await screen.findByText('Could not fetch the syncs')).toBeTruthy();
  expect(screen.queryByText('No sync has run yet.')).toBeNull();
});
