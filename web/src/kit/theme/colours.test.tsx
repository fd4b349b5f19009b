import { act } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { show } from '../../testing/show.tsx';
import { COLOURS, followColours, useColours } from './colours.ts';

function Chooser() {
  const [colours, choose] = useColours();
  return COLOURS.map((one) => (
    <button key={one} type="button" aria-pressed={one === colours} onClick={() => choose(one)}>
      {one}
    </button>
  ));
}
const onPage = () => document.documentElement.dataset['colours'];
const forgetColours = () => document.documentElement.removeAttribute('data-colours');
const pressed = (screen: ReturnType<typeof show>['screen']) =>
  screen.getByRole('button', { pressed: true }).textContent;

test('the page has the colours of the system until others are chosen, and keeps those for the next page', async () => {
  onTestFinished(forgetColours);
  const { screen, user } = show(<Chooser />);
  expect((await screen.findByRole('button', { pressed: true })).textContent).toBe('system');
  expect(onPage()).toBeUndefined();

  await user.click(screen.getByText('dark'));
  expect(onPage()).toBe('dark');
  expect(pressed(screen)).toBe('dark');

  forgetColours();
  followColours();
  expect(onPage()).toBe('dark');

  await user.click(screen.getByText('system'));
  expect(onPage()).toBeUndefined();
});

test('colours that are chosen in another tab are shown in this one; what is no choice is none', async () => {
  onTestFinished(forgetColours);
  followColours();
  const { screen } = show(<Chooser />);
  await screen.findByRole('button', { pressed: true });
  const storeElsewhere = (value: string) =>
    act(() => {
      localStorage.setItem('desk:colours', value);
      window.dispatchEvent(new StorageEvent('storage', { key: 'desk:colours', newValue: value }));
    });

  storeElsewhere('light');
  expect(onPage()).toBe('light');
  expect(pressed(screen)).toBe('light');
  storeElsewhere('"><script>');
  expect(onPage()).toBeUndefined();
  expect(pressed(screen)).toBe('system');
});
