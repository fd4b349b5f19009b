import { access } from '@desk/contract/access';
import { call, WORKBOOK } from '@desk/contract/call';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { download, send } from './client.ts';
import { readEvent } from './event-stream.ts';
import { takeMissed } from './first-request.ts';
import { NO_ANSWER, Refused } from './refused.ts';
import {
  clearSession,
  onSessionEnded,
  readSession,
  rememberAddress,
  storeSession,
  takeAddress,
  type Session,
} from './session.ts';

const asha: Session = {
  user: 'asha@resell.example',
  token: { login_token: 'secret-1', exp: 1_800_000_000 },
  menu: [{ menu_id: 1, menu_name: 'Renewals', to_route: 'get_monthly_renewal' }],
  role: 'ADMIN',
};
const list = call({ path: '{provider}_domains/', audience: 'staff', body: z.object({}), reply: z.object({}) });
const write = call({
  path: 'zone/',
  audience: 'staff',
  body: z.object({}),
  reply: z.object({}),
  refusals: { 404: 'Failed to Update Zone. Please try refreshing the page' },
  writes: true,
});

const server = vi.fn<typeof fetch>();
const answer = (status: number, body: unknown) =>
  server.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }));
const sentHeaders = () => new Headers(server.mock.lastCall?.[1]?.headers);

beforeEach(() => {
  server.mockReset();
  vi.stubGlobal('fetch', server);
  localStorage.clear();
  sessionStorage.clear();
});

test('a signed-in call carries the token, a write a key of its own', async () => {
  storeSession(asha);
  answer(200, {});
  await send(write, {});
  expect(server.mock.lastCall?.[0]).toBe('/api/zone/');
  expect(sentHeaders().get('authorization')).toBe('secret-1');
  expect(sentHeaders().get('x-requested-with')).toBe('XMLHttpRequest');
  const first = sentHeaders().get('idempotency-key');
  answer(200, {});
  await send(write, {});
  expect(sentHeaders().get('idempotency-key')).not.toBe(first);
});

const day = call({
  path: 'day/',
  audience: 'staff',
  body: z.object({ scope: z.string() }),
  reply: z.object({ first: z.optional(z.boolean()) }),
});
/** As `first/main.ts` has sent it. */
const sentFirst = (sent: Partial<NonNullable<Window['firstRequest']>>) => {
  const response = Promise.resolve(new Response('{"first":true}'));
  window.firstRequest = {
    path: 'day/',
    body: '{"scope":"mine"}',
    token: 'secret-1',
    at: Date.now(),
    response,
    ...sent,
  };
};

test('what was asked for before the scripts were there is not asked for again, but only once and for just that', async () => {
  storeSession(asha);
  sentFirst({});
  expect(await send(day, { scope: 'mine' })).toEqual({ first: true });
  expect(server).not.toHaveBeenCalled();
  answer(200, {});
  expect(await send(day, { scope: 'mine' })).toEqual({});
  for (const other of [{ body: '{}' }, { token: 'secret-0' }, { at: Date.now() - 6_000 }, { path: 'other/' }]) {
    sentFirst(other);
    answer(200, {});
    expect(await send(day, { scope: 'mine' })).toEqual({});
  }
  window.firstRequest = undefined;
});

test('of an answer that lay there for a while the page may have missed a change, which is told once', async () => {
  storeSession(asha);
  sentFirst({});
  await send(day, { scope: 'mine' });
  expect(takeMissed()).toBe(false);
  sentFirst({ at: Date.now() - 2_000 });
  await send(day, { scope: 'mine' });
  expect([takeMissed(), takeMissed()]).toEqual([true, false]);
});

test('a first request that found nobody, or was refused, is like any other', async () => {
  storeSession(asha);
  sentFirst({ response: Promise.reject(new TypeError('no network')) });
  await expect(send(day, { scope: 'mine' })).rejects.toThrow(NO_ANSWER);
  sentFirst({ response: Promise.resolve(new Response('{}', { status: 403 })) });
  await expect(send(day, { scope: 'mine' })).rejects.toMatchObject({ status: 403 });
});

test('a path with the brand in it is filled from the settings of the installation, asked for once', async () => {
  const brand = {
    brand_name: 'Indus Cloud',
    brand_slug: 'indus',
    directory_product_name: 'JumpCloud',
    directory_product_slug: 'jumpcloud',
    today: '2026-11-21',
  };
  answer(200, brand);
  answer(200, {});
  await send(list, {});
  answer(200, {});
  await send(list, {});
  expect(server.mock.calls.map(([address]) => address)).toEqual([
    '/api/brand/',
    '/api/indus_domains/',
    '/api/indus_domains/',
  ]);
});

test('a refusal speaks in the words of the contract and keeps the whole answer', async () => {
  answer(404, { message: 'gone', errors: [{ line: 2 }] });
  const refused = await send(write, {}).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({
    status: 404,
    message: 'Failed to Update Zone. Please try refreshing the page',
    body: { message: 'gone', errors: [{ line: 2 }] },
  });
});

test('a status without words of its own speaks in those of the server, and a broken answer in plain ones', async () => {
  answer(400, { message: 'Choose a month' });
  await expect(send(write, {})).rejects.toThrow('Choose a month');
  server.mockResolvedValueOnce(new Response('<html>Bad gateway</html>', { status: 502 }));
  await expect(send(write, {})).rejects.toThrow('Something went wrong. Please try again after some time..!');
});

test('no answer at all is said as such', async () => {
  server.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(send(write, {})).rejects.toMatchObject({ status: 0, message: NO_ANSWER });
});

test('a 401 ends the session it belongs to; that of a login or of an older session ends nothing', async () => {
  const ended = vi.fn();
  const stop = onSessionEnded(ended);
  storeSession(asha);
  answer(401, { message: 'x' });
  await expect(send(access.adminLogin, { email: 'a@b.example', password: 'x', otp: '123456' })).rejects.toThrow();
  server.mockImplementationOnce(() => {
    storeSession({ ...asha, token: { login_token: 'secret-2', exp: asha.token.exp } });
    return Promise.resolve(new Response('{}', { status: 401 }));
  });
  await expect(send(write, {})).rejects.toThrow();
  expect(ended).not.toHaveBeenCalled();
  answer(401, { message: 'x' });
  await expect(send(write, {})).rejects.toThrow();
  expect(ended).toHaveBeenCalledOnce();
  stop();
});

test('a download is handed to the browser under the name of the contract', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  URL.createObjectURL = () => 'blob:here';
  URL.revokeObjectURL = () => undefined;
  answer(200, {});
  const file = call({
    path: 'export/',
    audience: 'staff',
    body: z.object({}),
    reply: z.object({}),
    download: 'data.csv',
  });
  expect(await download(file, {}, 'csv')).toBe('data.csv');
  expect(sentHeaders().get('accept')).toBeNull();
  answer(200, {});
  expect(await download(file, {}, 'xlsx')).toBe('data.xlsx');
  expect(sentHeaders().get('accept')).toBe(WORKBOOK);
  expect(saved).toEqual(['data.csv', 'data.xlsx']);
});

test('a call without an answer ends after a minute, also in the midst of one; a file may take its time', async () => {
  const waiting = new AbortController();
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(waiting.signal);
  const ends = (signal: AbortSignal | null | undefined) =>
    new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
  server.mockImplementationOnce((_, init) => ends(init?.signal));
  const silent = send(write, {});
  server.mockImplementationOnce((_, init) => {
    const response = new Response('{}');
    vi.spyOn(response, 'text').mockImplementation(() => ends(init?.signal));
    return Promise.resolve(response);
  });
  const halting = send(write, {});
  await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(2));
  waiting.abort();
  for (const one of [silent, halting]) await expect(one).rejects.toMatchObject({ status: 0, message: NO_ANSWER });
  expect(limit.mock.calls).toEqual([[60_000], [60_000]]);

  server.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(download(write, {}, 'csv')).rejects.toMatchObject({ status: 0 });
  expect(server.mock.lastCall?.[1]?.signal).toBeUndefined();
  limit.mockRestore();
});

test('the session in the storage is read back whole, or not at all', () => {
  storeSession(asha);
  expect(readSession()).toEqual(asha);
  expect(readSession()).toBe(readSession());
  localStorage.setItem('token', '{"login_token":7}');
  expect(readSession()).toBeUndefined();
  clearSession();
  // Not who was signed in, only by which login.
  expect(Object.entries(localStorage)).toEqual([['desk:entrance', '/adminpanel']]);
});

test('the remembered address is for the same user and for once; nobody else finds drafts of that user', () => {
  rememberAddress(asha.user, '/home/get_monthly_renewal?page=2');
  sessionStorage.setItem('desk:draft:comment-1', '{}');
  expect(takeAddress('ravi@resell.example')).toBeUndefined();
  expect(Object.entries(sessionStorage)).toEqual([['desk:owner', 'ravi@resell.example']]);
  rememberAddress(asha.user, '/home/get_monthly_renewal?page=2');
  expect(takeAddress(asha.user)).toBe('/home/get_monthly_renewal?page=2');
  expect(takeAddress(asha.user)).toBeUndefined();
});

test('a server event is read with its name and data; a heartbeat is none', () => {
  expect(readEvent('event: month\ndata: {"month":\ndata: "2026-11"}')).toEqual({
    name: 'month',
    data: '{"month":\n"2026-11"}',
  });
  expect(readEvent(': still here')).toBeUndefined();
});
