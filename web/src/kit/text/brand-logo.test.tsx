import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  delete document.documentElement.dataset['mark'];
  vi.resetModules();
});
const draw = async () => {
  cleanup();
  const { BrandLogo } = await import('./brand-logo.tsx');
  return render(<BrandLogo />).container;
};

test('without a logo the initial of the name stands there', async () => {
  const container = await draw();
  expect([container.textContent, container.querySelector('img')]).toEqual(['R', null]);
});

test('a logo is a picture without words; one that cannot be loaded gives way to the initial', async () => {
  document.documentElement.dataset['mark'] = '/brand-mark';
  const container = await draw();
  const picture = container.querySelector('img') as HTMLElement;
  expect([picture.getAttribute('src'), picture.getAttribute('alt')]).toEqual(['/brand-mark', '']);

  fireEvent.error(picture);

  expect(container.textContent).toBe('R');
});
