import { access } from '@desk/contract/access';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { send } from './client.ts';

const asked: Record<string, string>[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  asked.length = 0;
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(headers);
    return Promise.resolve(new Response('{"menu":[]}', { status: 200 }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const marked = () => asked.map((headers) => 'X-Unattended' in headers);

test('a call says so when nobody has touched the page for a minute, and no longer once somebody has', async () => {
  window.dispatchEvent(new Event('keydown'));
  await send(access.menu, {});
  vi.advanceTimersByTime(61_000);
  await send(access.menu, {});
  window.dispatchEvent(new Event('pointermove'));
  await send(access.menu, {});
  expect(marked()).toEqual([false, true, false]);
});
