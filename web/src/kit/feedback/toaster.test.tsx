import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { dismissAll, toast } from './toast.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

test('the live regions stand empty from the start; what is done is polite, what failed interrupts', () => {
  const { screen } = show(<p>page</p>);
  expect(screen.getByRole('status').textContent).toBe('');
  expect(screen.getByRole('alert').textContent).toBe('');

  act(() => {
    toast('done', 'Zone Updated Successfully');
    toast('failed', 'Failed to send OTP');
  });

  expect(screen.getByRole('status').textContent).toContain('Zone Updated Successfully');
  expect(screen.getByRole('alert').textContent).toContain('Failed to send OTP');
});

test('a success goes by itself after six seconds, a failure stays until it is dismissed', () => {
  const { screen } = show(<p>page</p>);
  act(() => {
    toast('done', 'Saved');
    toast('failed', 'Broken');
  });
  act(() => void vi.advanceTimersByTime(7000));
  expect(screen.queryByText('Saved')).toBeNull();
  act(() => screen.getByRole('button', { name: 'Dismiss' }).click());
  expect(screen.queryByText('Broken')).toBeNull();
});

test('the same text counts up instead of piling up, and no more than three successes stand at once', () => {
  const { screen } = show(<p>page</p>);
  act(() => {
    for (const text of ['one', 'two', 'two', 'three', 'four']) toast('done', text);
  });
  expect(screen.getByRole('status').textContent).toContain('two (2 times)');
  expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(3);
  expect(screen.queryByText('one')).toBeNull();
});

test('what comes later takes no failure away, and what can be undone goes after what cannot', () => {
  const { screen } = show(<p>page</p>);
  act(() => {
    dismissAll();
    toast('failed', 'Not saved');
    toast('done', 'Approved', { undo: () => undefined });
    for (const text of ['one', 'two', 'three']) toast('done', text);
  });
  expect(screen.getByRole('status').textContent).toContain('Approved');
  expect(screen.queryByText('two')).toBeNull();
  act(() => {
    for (const text of ['A failed', 'B failed', 'C failed']) toast('failed', text);
  });
  const failed = ['Not saved', 'A failed', 'B failed', 'C failed'];
  for (const text of failed) expect(screen.getByRole('alert').textContent).toContain(text);
  // What was just done is seen, however much has failed.
  act(() => toast('done', 'Saved'));
  expect(screen.getByText('Saved')).toBeTruthy();
});

test('Retry tries again and takes the message away', () => {
  const retry = vi.fn();
  const { screen } = show(<p>page</p>);
  act(() => toast('failed', 'Broken', { retry }));
  act(() => screen.getByRole('button', { name: 'Retry' }).click());
  expect(retry).toHaveBeenCalledOnce();
  expect(screen.queryByText('Broken')).toBeNull();
});
