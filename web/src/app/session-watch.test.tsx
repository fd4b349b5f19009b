import { access } from '@desk/contract/access';
import type { Role } from '@desk/contract/call';
import { act, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NO_ANSWER } from '../api/refused.ts';
import { clearSession, readSession, storeSession, takeAddress } from '../api/session.ts';
import { answering, refusing, showAt, slowly } from '../testing/show.tsx';
import { SessionWatch } from './session-watch.tsx';

const START = Date.parse('2026-11-21T09:00:00Z');
const inSeconds = (seconds: number) => Math.floor((START + seconds * 1000) / 1000);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const standing = (exp: number) => answering(access.checkSession, () => reply(exp));
const reply = (exp: number) => ({
  email: 'asha@resell.example',
  role: 'ADMIN' as const,
  firstLogin: false,
  exp,
  routes: [],
});

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

type Answers = Parameters<typeof showAt>[2][];
const watched = (exp: number, ...answers: Answers) => watchedAs('ADMIN', exp, ...answers);
async function watchedAs(role: Role, exp: number, ...answers: Answers) {
  storeSession({ user: 'asha@resell.example', token: { login_token: 't', exp }, menu: [], role });
  const shown = showAt('/home/get_monthly_renewal?page=2', <SessionWatch />, ...answers);
  await pass(10);
  return shown;
}

test('the session is asked after every 50 seconds, and its end follows what the server says', async () => {
  const { sent } = await watched(inSeconds(3600), standing(inSeconds(7200)));
  await pass(49_000);
  expect(sent).toHaveLength(0);
  await pass(1_000);
  expect(sent.map(({ path, body }) => [path, body])).toEqual([['check_session/', {}]]);
  expect(readSession()?.token.exp).toBe(inSeconds(7200));
});

test('two minutes before the end it asks, and staying on extends the session', async () => {
  const { screen, sent } = await watched(inSeconds(130), standing(inSeconds(3600)));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await pass(12_000);
  expect(screen.getByRole('alertdialog', { name: 'Your session ends in 2 minutes' })).toBeTruthy();
  act(() => screen.getByRole('button', { name: 'Stay signed in' }).click());
  await pass(100);
  expect(sent.at(-1)?.body).toEqual({ extend: true });
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test.each([
  [
    'ADMIN',
    /^Comments, messages and offers .* are kept in this tab\. .* rules and settings .* are not: save them first\.$/,
  ],
  ['CUSTOMER', 'What you typed is kept in this tab.'],
] as const)('%s reads what is kept in the tab, and what is not', async (role, words) => {
  const { screen } = await watchedAs(role, inSeconds(110), standing(inSeconds(110)));
  await pass(2_000);
  expect(screen.getByText(words)).toBeTruthy();
});

test('staying on that gets no answer says so, and the question stays; while it is asked for it is not asked again', async () => {
  const { answer, arrives } = slowly(refusing(0));
  const silent = answering(access.checkSession, ({ extend }) => (extend === true ? answer() : refusing(0)));
  const { screen, sent } = await watched(inSeconds(110), silent);
  await pass(2_000);
  const stay = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Stay signed in' });
  act(() => stay().click());
  await pass(100);
  expect(stay().disabled).toBe(true);
  fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'Escape' });
  arrives();
  await pass(100);

  expect(sent.filter(({ body }) => (body as { extend?: boolean }).extend === true)).toHaveLength(1);
  expect(screen.getByText(NO_ANSWER)).toBeTruthy();
  expect(stay().disabled).toBe(false);
});

test('once the session is over the way leads to /logout, and the address is kept for the next login', async () => {
  const { address } = await watched(inSeconds(5), standing(inSeconds(5)));
  await pass(6_000);
  expect(address()).toBe('/logout?ended=1');
  expect(takeAddress('asha@resell.example')).toBe('/home/get_monthly_renewal?page=2');
});

test.each(['ADMIN', 'CUSTOMER'] as const)('the session of a suspended account (%s) ends the same way', async (role) => {
  const gone = answering(access.checkSession, () => refusing(401));
  const { address } = await watchedAs(role, inSeconds(3600), gone);
  await pass(50_500);
  expect(address()).toBe('/logout?ended=1');
});

test('a check without an answer ends nothing', async () => {
  const silent = answering(access.checkSession, () => refusing(0));
  const { address } = await watched(inSeconds(3600), silent);
  await pass(101_000);
  expect(address()).toBe('/home/get_monthly_renewal?page=2');
});

test('logging out in another tab logs out here', async () => {
  const { address } = await watched(inSeconds(3600), standing(inSeconds(3600)));
  act(() => clearSession());
  await pass(100);
  expect(address()).toBe('/logout');
});
