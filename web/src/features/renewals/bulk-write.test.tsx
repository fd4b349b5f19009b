import { expect, test } from 'vitest';
import { show } from '../../testing/show.tsx';
import { uploads } from '../../testing/uploads.ts';
import { BulkAssignmentDialog } from './bulk-assignment.dialog.tsx';

const csv = (name: string, rows: string) => new File([`Subscription Id,Assigned To\n${rows}`], name);
const counts = { updated: 1, unchanged: 0, skipped: 0, notes: [] };
const refused = {
  message: 'Please check the subscription Id uploaded.',
  errors: [{ line: 2, column: 'Subscription Id', reason: 'S-1 is no subscription of this month' }],
};

/** A file that was checked and is being written, until its refusal `arrives`. */
async function writing() {
  let arrives: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (arrives = resolve));
  const sent = uploads([200, counts], [422, refused, until]);
  const shown = show(<BulkAssignmentDialog month="2026-11" onClose={() => undefined} />);
  const { screen, user } = shown;
  const picker = await screen.findByLabelText('Assignment file');
  await user.upload(picker, csv('november.csv', 'S-1,asha@desk.example\n'));
  await screen.findByText('1 row');
  await user.click(screen.getByText('Check file'));
  await user.click(await screen.findByText('Assign 1'));
  await expect.poll(() => sent.length).toBe(2);
  return { ...shown, picker, arrives: () => arrives() };
}

test('while a file is written the dialog cannot be closed', async () => {
  const { screen, arrives } = await writing();
  expect(screen.getByRole('button', { name: 'Close' }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('button', { name: 'Close dialog' }).getAttribute('aria-disabled')).toBe('true');

  arrives();

  await screen.findByText('S-1 is no subscription of this month');
});

test('that a file was not written is told, although another one is chosen by then', async () => {
  const { screen, user, picker, arrives } = await writing();
  await user.upload(picker, csv('other.csv', 'S-3,ravi@desk.example\nS-4,ravi@desk.example\n'));
  await screen.findByText('2 rows');

  arrives();

  await screen.findByText('S-1 is no subscription of this month');
  screen.getByText(/other\.csv, 1 kB/);
});
