import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { toast } from './toast.ts';

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

test('the same text counts up instead of piling up, and no more than three stand at once', () => {
  const { screen } = show(<p>page</p>);
  act(() => {
    for (const text of ['one', 'two', 'two', 'three', 'four']) toast('failed', text);
  });
  expect(screen.getByRole('alert').textContent).toContain('two (2 times)');
  expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(3);
  expect(screen.queryByText('one')).toBeNull();
});

test('Retry tries again and takes the message away', () => {
  const retry = vi.fn();
  const { screen } = show(<p>page</p>);
  act(() => toast('failed', 'Broken', { retry }));
  act(() => screen.getByRole('button', { name: 'Retry' }).click());
  expect(retry).toHaveBeenCalledOnce();
  expect(screen.queryByText('Broken')).toBeNull();
});
