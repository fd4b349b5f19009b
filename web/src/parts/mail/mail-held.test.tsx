import type { Role } from '@desk/contract/call';
import { mailLog, type MailSwitch } from '@desk/contract/mail-log';
import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { answering, refusing, show } from '../../testing/show.tsx';
import { HeldNotice } from './held-notice.tsx';
import { MailHeldChip } from './mail-held-chip.tsx';
import { brand } from '../testing/brand.ts';

const open: MailSwitch = { held: false, since: null, by: null, waiting: 0 };
const held: MailSwitch = { held: true, since: '2026-11-21T08:35:00Z', by: 'asha@desk.example', waiting: 12 };

const signIn = (role: Role, routes: readonly string[] = []) =>
  storeSession({
    user: 'ravi@desk.example',
    token: { login_token: 'x', exp: 4e9 },
    menu: routes.map((to_route, at) => ({ menu_id: at + 1, menu_name: to_route, to_route })),
    role,
  });

afterEach(() => {
  vi.useRealTimers();
});

/** The top bar and a dialog that sends, on one page; `now` is how the switch stands. */
function put(start: MailSwitch) {
  const now = { standing: start };
  const shown = show(
    <>
      <MailHeldChip />
      <HeldNotice />
    </>,
    brand,
    answering(mailLog.state, () => now.standing),
  );
  const asked = () => shown.sent.filter(({ path }) => path === mailLog.state.path).length;
  return { ...shown, now, asked };
}

test('while messages are held all staff see it, and whoever sends is told that it will wait', async () => {
  signIn('RMEMBER', ['my_renewal_domain']);
  const { screen } = put(held);

  const chip = await screen.findByText('Messages are held');

  expect(chip.closest('a')).toBeNull();
  expect(chip.parentElement?.title).toBe('Held since 21 Nov 2026, 14:05 by asha@desk.example');
  expect(screen.getByText(/^Outgoing messages are held since 21 Nov 2026, 14:05 by asha@desk\.example\./)).toBeTruthy();
});

test('who may let them go is led to the switch', async () => {
  signIn('ADMIN', ['mail_log']);
  const { screen } = put(held);

  const chip = await screen.findByRole('link', { name: 'Messages are held' });

  expect(chip.getAttribute('href')).toBe('/home/mail_log');
});

test('the whole app asks once, and again when messages are told of; many at once are one', async () => {
  signIn('ADMIN');
  const { screen, emit, now, asked } = put(open);
  await waitFor(() => expect(asked()).toBe(1));
  expect(screen.queryByText('Messages are held')).toBeNull();
  now.standing = held;

  for (let message = 0; message < 20; message += 1) emit('mail', { kind: 'mail' });

  await screen.findByText('Messages are held');
  expect(asked()).toBe(2);
  now.standing = open;

  emit('mail', { kind: 'mail' });

  await waitFor(() => expect(screen.queryByText('Messages are held')).toBeNull());
  expect(screen.queryByText(/What you send now waits/)).toBeNull();
});

test('how the switch stands is asked for again every half minute, though nobody tells of it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  signIn('ADMIN');
  const { screen, now } = put(open);
  await screen.findAllByRole('status');
  now.standing = held;

  await vi.advanceTimersByTimeAsync(30_000);

  await screen.findByText('Messages are held');
});

test.each([
  ['customers', () => signIn('CUSTOMER', ['map_domain'])],
  ['those who are not signed in', () => undefined],
])('%s never ask', async (_who, arrive) => {
  arrive();
  const { screen, asked } = put(held);

  await screen.findAllByRole('status');

  expect(asked()).toBe(0);
});

test('nothing is said while it is not known', async () => {
  signIn('ADMIN');
  const { screen, sent } = show(
    <MailHeldChip />,
    answering(mailLog.state, () => refusing(0)),
  );

  await waitFor(() => expect(sent).not.toEqual([]));

  expect(screen.queryByText('Messages are held')).toBeNull();
});
