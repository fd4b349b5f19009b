import { act } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { Tabs } from './tabs.tsx';

const tabs = { one: 'One', two: 'Two', three: 'Three', four: 'Four', five: 'Five' };
afterEach(() => {
  vi.restoreAllMocks();
});

test('what is typed in a tab stays when a phone is turned', async () => {
  const listeners = new Set<() => void>();
  let matches = false;
  const list = {
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  };
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ ...list, media, matches }) as never);
  const { screen, user } = show(
    <Tabs label="About it" tabs={tabs} value="one" onChange={() => undefined}>
      <input aria-label="Words" />
    </Tabs>,
  );
  await screen.findByRole('tabpanel', { name: 'One' });
  await user.type(screen.getByLabelText('Words'), 'half a sent');

  matches = true;
  act(() => {
    for (const listener of listeners) listener();
  });

  expect(screen.getByRole('combobox', { name: 'About it' })).toBeTruthy();
  expect(screen.queryByRole('tabpanel')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Words').value).toBe('half a sent');
});
