import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FilterPills } from './filter-pills.tsx';
import { SelectPill } from './pills.tsx';

const NAMES = ['Zone', 'Flag', 'Segment', 'Status', 'Reseller', 'Company'];
const PILL = 100;
let room = 0;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(PILL);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => room);
});
afterEach(() => vi.restoreAllMocks());

function Filters({ onClear }: { onClear?: () => void }) {
  const [values, set] = useState<Record<string, string>>({});
  const pills = NAMES.map((name): [string, ReactNode] => [
    name,
    <SelectPill
      key={name}
      label={name}
      value={values[name] ?? ''}
      options={['one', 'two']}
      onChange={(value) => set((was) => ({ ...was, [name]: value }))}
    />,
  ]);
  return (
    <FilterPills pills={Object.fromEntries(pills)} isSet={(name) => (values[name] ?? '') !== ''} onClear={onClear} />
  );
}

const inLine = () => [...document.querySelectorAll<HTMLElement>('[data-pill]')].map(({ dataset }) => dataset['pill']);

test('pills for which the line has no room stand under More filters; one that is set there stands in the line afterwards', async () => {
  room = 520;
  const user = userEvent.setup();
  render(<Filters />);
  expect(inLine()).toEqual(NAMES.slice(0, 4));

  await user.click(screen.getByText('More filters'));
  await user.selectOptions(screen.getByLabelText('Company'), 'two');
  // Nothing moves while one chooses.
  expect(inLine()).toEqual(NAMES.slice(0, 4));
  await user.keyboard('{Escape}');

  expect(document.activeElement?.textContent).toBe('More filters');
  expect(inLine()).toContain('Company');
  expect(screen.getByLabelText('Remove filter Company: two')).toBeDefined();
});

test('where there is room for all of them, nothing stands under More filters', () => {
  room = 1200;
  render(<Filters />);

  expect(inLine()).toEqual(NAMES);
  expect(screen.queryByText('More filters')).toBeNull();
});

test('what clears all of them has its place in the line, whatever else it clears', () => {
  room = 520;
  render(<Filters onClear={() => undefined} />);

  expect(inLine()).toEqual(NAMES.slice(0, 3));
});
