import type { Role } from '@desk/contract/call';
import { crmTasks } from '@desk/contract/crm-tasks';
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answering, show } from '../testing/show.tsx';
import { useServerEvent } from './events.ts';
import { useCall } from './hooks.ts';
import { storeSession } from './session.ts';

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
  const { screen, tell } = show(<Tasks />, growing);
  await screen.findByText('1 tasks');

  tell('licences', { kind: 'licences' });
  tell('crm', { kind: 'crm' });
  await screen.findByText('2 tasks');

  tell('crm', { kind: 'crm' });
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
