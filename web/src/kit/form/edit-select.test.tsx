import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { EditSelect } from './edit-select.tsx';

async function shown() {
  const onCommit = vi.fn();
  const { screen } = show(
    <EditSelect label="Zone" value="North" options={['North', 'West', 'South']} onCommit={onCommit} />,
  );
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Zone' });
  /** What a browser does when a letter or an arrow key changes a native select. */
  const byKey = (key: string, value: string) => {
    fireEvent.keyDown(select, { key });
    fireEvent.change(select, { target: { value } });
  };
  return { select, onCommit, byKey };
}

test('a choice made with the pointer is saved at once', async () => {
  const { select, onCommit } = await shown();
  fireEvent.pointerDown(select);
  fireEvent.change(select, { target: { value: 'West' } });
  expect(onCommit.mock.calls).toEqual([['West']]);
});

test('choosing with the keyboard saves once, on leaving, however many choices were passed', async () => {
  const { select, onCommit, byKey } = await shown();
  byKey('ArrowDown', 'West');
  byKey('ArrowDown', 'South');
  expect(onCommit).not.toHaveBeenCalled();
  expect(select.dataset['draft']).toBe('true');
  fireEvent.blur(select);
  expect(onCommit.mock.calls).toEqual([['South']]);
});

test('Enter saves once, although the focus leaves the cell with it', async () => {
  const { select, onCommit, byKey } = await shown();
  byKey('s', 'South');
  fireEvent.keyDown(select, { key: 'Enter' });
  fireEvent.blur(select);
  expect(onCommit.mock.calls).toEqual([['South']]);
});

test('Escape takes the choice back and saves nothing', async () => {
  const { select, onCommit, byKey } = await shown();
  byKey('s', 'South');
  fireEvent.keyDown(select, { key: 'Escape' });
  fireEvent.blur(select);
  expect(select.value).toBe('North');
  expect(onCommit).not.toHaveBeenCalled();
});
