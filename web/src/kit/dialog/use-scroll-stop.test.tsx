import { useRef, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { useScrollStop } from './use-scroll-stop.ts';

const buttons = (inside: ParentNode) => [...inside.querySelectorAll('button')];

function Region() {
  const region = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState(false);
  useScrollStop(region, buttons);
  return (
    <>
      <div ref={region} data-testid="region">
        A long text{more && <button>Copy</button>}
      </div>
      <button onClick={() => setMore(true)}>More</button>
    </>
  );
}

/** jsdom lays nothing out: every element is as high as it is told. */
function heightOf(content: number): void {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(content);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(100);
}
afterEach(() => vi.restoreAllMocks());

test('what scrolls and has no stop of its own is one, as long as that is so', async () => {
  heightOf(300);
  const { screen, user } = show(<Region />);
  const region = await screen.findByTestId('region');
  region.append('and more');
  await expect.poll(() => region.getAttribute('tabindex')).toBe('0');
  await user.click(screen.getByRole('button', { name: 'More' }));
  await expect.poll(() => region.getAttribute('tabindex')).toBe(null);
});

test('what fits is no stop', async () => {
  heightOf(100);
  const { screen } = show(<Region />);
  const region = await screen.findByTestId('region');
  region.append('and more');
  await new Promise((resolve) => setTimeout(resolve));
  expect(region.getAttribute('tabindex')).toBe(null);
});
