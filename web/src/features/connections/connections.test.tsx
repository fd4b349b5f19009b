import { connections, type Connection } from '@desk/contract/connections';
import { within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { brand } from '../../parts/testing/brand.ts';
import { answering, refusing, show } from '../../testing/show.tsx';
import { ConnectionsScreen } from './connections.screen.tsx';

const google: Connection = {
  service: 'google',
  configured: true,
  state: 'done',
  started_at: '2026-11-21T20:40:00Z',
  finished_at: '2026-11-21T20:43:00Z',
  started_by: null,
  read: 655,
  changed: 12,
  skipped: 0,
  attempts: 1,
  error: null,
  done_at: '2026-11-21T20:43:00Z',
  next_run: '2026-11-22T20:40:00Z',
};
const crm: Connection = {
  ...google,
  service: 'crm_contacts',
  state: 'failed',
  error: 'Zoho refused the token.',
  done_at: '2026-11-19T21:10:00Z',
};
const books: Connection = {
  ...google,
  service: 'books',
  state: 'running',
  finished_at: null,
  started_by: 'asha@desk.example',
  read: 200,
};
const desk: Connection = {
  ...google,
  service: 'desk',
  configured: false,
  state: null,
  started_at: null,
  finished_at: null,
  done_at: null,
  next_run: null,
};

const FOUR = answering(connections.all, { connections: [google, crm, books, desk] });

function open(...answers: Parameters<typeof show>[1][]) {
  const shown = show(<ConnectionsScreen />, ...answers);
  const section = async (name: string) => within(await shown.screen.findByRole('region', { name }));
  return { ...shown, section };
}

afterEach(() => {
  vi.useRealTimers();
});

test('rows that could not be read are told beside those that were', async () => {
  const { section } = open(answering(connections.all, { connections: [{ ...google, skipped: 2 }] }));
  const part = await section('Google subscriptions');
  expect(part.getByText(/12 new or changed, 2 not readable and left as they were\.$/)).toBeTruthy();
});

test('a service that was read tells when, how much, what was new, and when it is read again', async () => {
  const { section } = open(FOUR);

  const part = await section('Google subscriptions');

  expect(part.getByText('Finished on 22 Nov 2026, 02:13: 655 subscriptions read, 12 new or changed.')).toBeTruthy();
  expect(part.getByText('The next sync starts by itself on 23 Nov 2026, 02:10.')).toBeTruthy();
});

test('a failed run says why, and when one last ended well', async () => {
  const { section } = open(FOUR);

  const part = await section('Zoho CRM contacts');

  expect(part.getByRole('alert').textContent).toBe('The sync of 22 Nov 2026, 02:13 failed. Zoho refused the token.');
  expect(
    part.getByText(/^The last one that went well ended on 20 Nov 2026, 02:40\. The next sync starts/),
  ).toBeTruthy();
});

test('a running one is followed: who started it, and what is read so far', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let read = 200;
  const { section } = open(answering(connections.all, () => ({ connections: [{ ...books, read }] })));
  const part = await section('Zoho Books');
  expect(part.getByText('Started on 22 Nov 2026, 02:10 by asha@desk.example.')).toBeTruthy();
  expect(part.getByText('200 contacts and invoices read so far')).toBeTruthy();
  expect(part.getByRole('progressbar', { name: 'Zoho Books' })).toBeTruthy();
  read = 400;

  await vi.advanceTimersByTimeAsync(2000);

  expect(await part.findByText('400 contacts and invoices read so far')).toBeTruthy();
});

test('while nothing runs, a run that somebody else starts is seen after half a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let state: Connection['state'] = 'done';
  const { section, bodies } = open(answering(connections.all, () => ({ connections: [{ ...google, state }] })));
  const part = await section('Google subscriptions');
  state = 'running';
  await vi.advanceTimersByTimeAsync(10_000);
  expect(bodies(connections.all)).toHaveLength(1);

  await vi.advanceTimersByTimeAsync(20_000);

  expect(await part.findByText('running')).toBeTruthy();
});

test('news of a sync is shown at once', async () => {
  storeSession({ user: 'asha@desk.example', token: { login_token: 'x', exp: 4e9 }, menu: [], role: 'ADMIN' });
  let read = 655;
  const { section, emit } = open(answering(connections.all, () => ({ connections: [{ ...google, read }] })));
  const part = await section('Google subscriptions');
  read = 656;

  emit('sync', { kind: 'sync' });

  expect(await part.findByText(/656 subscriptions read/)).toBeTruthy();
});

test('a service that is not configured says so and cannot be run', async () => {
  const { section } = open(FOUR);

  const part = await section('Zoho Desk');

  expect(part.getByText('not configured')).toBeTruthy();
  expect(part.getByText('No sync has run yet. No sync is scheduled: Zoho Desk is not configured.')).toBeTruthy();
  expect(part.queryByRole('button')).toBeNull();
});

test('the directory product goes by its own name', async () => {
  const jumpcloud: Connection = { ...google, service: 'directory_product', read: 41, changed: 3 };
  const { section } = open(answering(connections.all, { connections: [jumpcloud] }), brand);

  const part = await section('JumpCloud');

  expect(part.getByText('Finished on 22 Nov 2026, 02:13: 41 organisations read, 3 new or changed.')).toBeTruthy();
  expect(part.getByRole('button', { name: 'Run now: JumpCloud' })).toBeTruthy();
});

test('Run now starts one service, and its place tells that it waits', async () => {
  let state: Connection['state'] = 'done';
  const { section, user, bodies } = open(
    answering(connections.all, () => ({ connections: [{ ...google, state }, crm] })),
    answering(connections.run, () => {
      state = 'queued';
      return {};
    }),
  );
  const part = await section('Google subscriptions');

  await user.click(part.getByRole('button', { name: 'Run now: Google subscriptions' }));

  expect(await part.findByText('Waiting to start since 22 Nov 2026, 02:10.')).toBeTruthy();
  expect(bodies(connections.run)).toEqual([{ service: 'google' }]);
});

test.each([
  [409, 'A sync is already running.'],
  [503, 'This service is not configured.'],
] as const)('a run that is refused with %s is told in words', async (status, text) => {
  const { section, screen, user } = open(
    FOUR,
    answering(connections.run, () => refusing(status)),
  );
  const part = await section('Zoho Books');

  await user.click(part.getByRole('button', { name: 'Run now: Zoho Books' }));

  expect(await screen.findByText(text)).toBeTruthy();
});

test('connections that cannot be fetched are tried again', async () => {
  let isDown = true;
  const { screen, user, section } = open(
    answering(connections.all, () => (isDown ? refusing(0) : { connections: [google] })),
  );
  await screen.findByText('Could not fetch the connections.');
  isDown = false;

  await user.click(screen.getByRole('button', { name: 'Retry' }));

  await section('Google subscriptions');
  expect(screen.queryByText('Could not fetch the connections.')).toBeNull();
});

test('a sync that ended well, but not last night, is overdue', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T21:00:00Z'), toFake: ['Date'] });
  const { screen } = show(<ConnectionsScreen />, answering(connections.all, { connections: [google] }), brand);
  await screen.findByText(/^Finished on/);
  expect(screen.queryByText(/overdue/i)).toBeNull();

  vi.setSystemTime(Date.parse('2026-11-23T00:00:00Z'));
  const later = show(<ConnectionsScreen />, answering(connections.all, { connections: [google] }), brand);
  await later.screen.findByText(/overdue/i);
});
