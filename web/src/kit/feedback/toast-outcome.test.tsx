import { expect, test } from 'vitest';
import { show } from '../../testing/show.tsx';
import { toastOutcome } from './toast-outcome.ts';

const failing = (reason: string): Promise<number> => Promise.reject(new Error(reason));

test('what was done is told, and handed on', async () => {
  const { screen } = show(<p>page</p>);
  expect(await toastOutcome(Promise.resolve(3), { done: (rows) => `${String(rows)} rows` })).toBe(3);
  expect((await screen.findByText('3 rows')).closest('[role=status]')).not.toBeNull();
});

test('what failed is told by its reason, or by the words for it', async () => {
  const { screen } = show(<p>page</p>);
  expect(await toastOutcome(failing('No answer.'))).toBeUndefined();
  await toastOutcome(failing('Not now.'), { failed: (reason) => `Tickets: ${reason}` });
  expect((await screen.findByText('No answer.')).closest('[role=alert]')).not.toBeNull();
  screen.getByText('Tickets: Not now.');
});
