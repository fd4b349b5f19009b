import { cleanup } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useFailedLoad } from '../kit/feedback/failed-load.ts';
import { toast } from '../kit/feedback/toast.ts';
import { show, showAt } from '../testing/show.tsx';
import { ErrorScreen } from './error-screen.tsx';

const TEXT = 'Failed to fetch Domain data. Please try again later.';
const failing = {
  isPending: false,
  isFetching: false,
  isError: true,
  error: new Error('down'),
  refetch: () => undefined,
};

function Failing() {
  useFailedLoad(failing, { text: TEXT, what: 'Mapped Domain' });
  return null;
}

test('a list that could not be fetched is told once, and Retry leaves nothing of it behind', async () => {
  const led = show(<Failing />);
  await led.screen.findByText('Somewhere else');
  toast('failed', 'No Subscription for this Domain');
  cleanup();

  const { screen, user } = showAt('/error', <ErrorScreen />);
  await screen.findByText('This was being loaded: Mapped Domain');
  expect(screen.getAllByText(TEXT)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Retry' }));

  expect(screen.queryByText(TEXT)).toBeNull();
  expect(screen.getByText('No Subscription for this Domain')).toBeTruthy();
});
