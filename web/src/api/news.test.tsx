import type { Role } from '@desk/contract/call';
import { crmTasks } from '@desk/contract/crm-tasks';
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answering, show } from '../testing/show.tsx';
import { useServerEvent } from './events.ts';
import { useCall } from './hooks.ts';
import { clearSession, storeSession } from './session.ts';

const signIn = (role: Role) =>
  storeSession({ user: 'asha@desk.example', token: { login_token: 'x', exp: 4e9 }, menu: [], role });

function Tasks() {
  const { data } = useCall(crmTasks.all, {});
  return <p>{data && `${String(data.total)} tasks`}</p>;
}

test('what is on screen is asked for again when the server tells that it is old, and for no other news', async () => {
  signIn('ADMIN');
  let total = 0;
  const growing = answering(crmTasks.all, () => ({ task: [], total: (total += 1) }));
  const { screen, emit } = show(<Tasks />, growing);
  await screen.findByText('1 tasks');

  emit('licences', { kind: 'licences' });
  emit('crm', { kind: 'crm' });
  await screen.findByText('2 tasks');

  emit('crm', { kind: 'crm' });
  await screen.findByText('3 tasks');
});

test('what was told while the line was down is made up for when it is back', async () => {
  signIn('ADMIN');
  let total = 0;
  const growing = answering(crmTasks.all, () => ({ task: [], total: (total += 1) }));
  const { screen, hangUp } = show(<Tasks />, growing);
  await screen.findByText('1 tasks');

  hangUp();

  await screen.findByText('2 tasks');
});

test.each([
  ['ADMIN', 1],
  ['CUSTOMER', 0],
] as const)('for news the server is asked by %s %i times: it tells customers nothing', (role, times) => {
  signIn(role);
  globalThis.fetch = vi.fn<typeof fetch>(() => new Promise(() => undefined));

  renderHook(() => {
    useServerEvent('crm', vi.fn());
  });

  expect(globalThis.fetch).toHaveBeenCalledTimes(times);
});

test('the stream ends with the session, and whoever logs in next has one of their own', async () => {
  signIn('ADMIN');
  const asked: { token: string | null; signal: AbortSignal | null | undefined }[] = [];
  globalThis.fetch = vi.fn<typeof fetch>((_, init) => {
    asked.push({ token: new Headers(init?.headers).get('Authorization'), signal: init?.signal });
    return new Promise(() => undefined);
  });
  renderHook(() => {
    useServerEvent('crm', vi.fn());
  });
  clearSession();
  expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true]);

  storeSession({ user: 'meera@desk.example', token: { login_token: 'y', exp: 4e9 }, menu: [], role: 'ADMIN' });
  await expect.poll(() => asked.map(({ token }) => token)).toEqual(['x', 'y']);
});

test('a page that the browser puts to sleep lets go of the stream, and makes up for what it missed', () => {
  signIn('ADMIN');
  const signals: (AbortSignal | null | undefined)[] = [];
  globalThis.fetch = vi.fn<typeof fetch>((_, init) => {
    signals.push(init?.signal);
    return new Promise(() => undefined);
  });
  const received = vi.fn();
  renderHook(() => {
    useServerEvent('crm', received);
  });
  document.dispatchEvent(new Event('freeze'));
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  document.dispatchEvent(new Event('resume'));
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
  expect(received.mock.calls).toEqual([[undefined]]);
});
