import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { lazyPart, loadCode } from './load-code.ts';

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;
const draw = (Part: typeof Greeting) =>
  render(
    <Suspense fallback="Loading">
      <Part name="Asha" />
    </Suspense>,
  );

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
