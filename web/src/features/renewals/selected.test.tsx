import { renewals } from '@desk/contract/renewals';
import { fireEvent, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renewalRow } from '../../parts/testing/renewal.ts';
import { answering } from '../../testing/show.tsx';
import { month, openMonth, SHORT } from './testing/month.tsx';

const rows = Array.from({ length: 8 }, (_, at) =>
  renewalRow({ renewal_id: at + 1, domain_name: `d${String(at)}.example`, zone: at < 2 ? 'West' : null }),
);

/** All eight are to have the zone West, which two of them have; each write waits until all `arrive`. */
async function changing() {
  let arrive: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (arrive = resolve));
  const shown = await openMonth(
    SHORT,
    month(...rows),
    answering(renewals.setZone, () => until.then(() => ({ version: 4 }))),
  );
  const { screen, user } = shown;
  await user.click(screen.getByLabelText('Select this page'));
  await user.selectOptions(await screen.findByLabelText('Set zone'), 'West');
  await user.click(screen.getByText('Update 8'));
  await user.click(await screen.findByText('Change 6'));
  await screen.findByText('0 of 6 updated');
  return { ...shown, arrive: () => arrive() };
}

test('as many are said to be updated as were changed', async () => {
  const { screen, arrive } = await changing();
  arrive();
  await screen.findByText('6 renewals updated');
  expect(screen.queryByText(/selected$/)).toBeNull();
});

test('after Stop it is said how many are left, and those stay ticked', async () => {
  const { screen, user, bodies, arrive } = await changing();
  await waitFor(() => expect(bodies(renewals.setZone)).toHaveLength(4));
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  arrive();

  await screen.findByText('4 renewals updated, 2 are left');
  expect(screen.getByText('2 selected')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Select d7.example').checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Select d2.example').checked).toBe(false);
  expect(bodies(renewals.setZone)).toHaveLength(4);
});

test('while it is under way the browser asks before the page is closed, and not afterwards', async () => {
  const { screen, arrive } = await changing();
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);
  arrive();
  await screen.findByText('6 renewals updated');
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true);
});
