import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, renderHook, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyPart, loadCode, usePreloaded } from './load-code.ts';

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;
const draw = (Part: typeof Greeting) =>
  render(
    <Suspense fallback="Loading">
      <Part name="Asha" />
    </Suspense>,
  );

afterEach(() => void vi.useRealTimers());

test('what is opened next is fetched once the page has stood for a second and waits for no answer; not for a page that was left', async () => {
  vi.useFakeTimers();
  const queries = new QueryClient();
  const parts = [{ preload: vi.fn() }, { preload: vi.fn() }];
  const open = () =>
    renderHook(() => usePreloaded(parts), {
      wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
    });
  const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const times = () => parts.map(({ preload }) => preload.mock.calls.length);

  open().unmount();
  await later(5_000);
  let answer: (month: string) => void = () => undefined;
  const month = new Promise<string>((done) => (answer = done));
  void queries.query({ queryKey: ['month'], queryFn: () => month });
  open();
  await later(5_000);
  expect(times()).toEqual([0, 0]);
  answer('here');
  await later(999);
  await later(5_000);
  expect(times()).toEqual([1, 1]);
});

test('code is fetched when it is first drawn', async () => {
  const load = vi.fn(() => Promise.resolve(Greeting));
  draw(lazyPart(load));
  expect(screen.getByText('Loading')).toBeTruthy();
  await screen.findByText('Hello Asha');
  expect(load).toHaveBeenCalledOnce();
});

test('code that was fetched ahead is drawn at once', async () => {
  const Part = lazyPart(() => Promise.resolve(Greeting));
  await Part.preload();
  draw(Part);
  expect(screen.getByText('Hello Asha')).toBeTruthy();
});

test('a fetch ahead that fails is tried again where it is drawn', async () => {
  const load = vi.fn(() => Promise.resolve(Greeting)).mockRejectedValueOnce(new Error('away'));
  const Part = lazyPart(load);
  await Part.preload();
  draw(Part);
  await screen.findByText('Hello Asha');
});

test('code that is missing after a reload as well is told, whatever else was fetched meanwhile', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  const missing = () => loadCode(() => Promise.reject(new Error('blocked')));
  sessionStorage.setItem('desk:reloaded-for-code', JSON.stringify(Date.now()));
  await loadCode(() => Promise.resolve('the layout'));

  await expect(missing()).rejects.toThrow('The code of this page was not loaded.');
});
