import type { InputOf } from '@desk/contract/call';
import { followUp } from '@desk/contract/follow-up';
import { renewals } from '@desk/contract/renewals';
import { fireEvent, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renewalRow } from '../../parts/testing/renewal.ts';
import { answering, refusing } from '../../testing/show.tsx';
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

test('many that renew as they are need one choice, which leaves what else was said of each as it was', async () => {
  const tagged = rows.map((row, at) =>
    at === 1 ? { ...row, highlight_case: 'Orange' as const, task_status: 'On-Hold' } : row,
  );
  const { screen, user, bodies } = await openMonth(
    SHORT,
    month(...tagged),
    answering(followUp.saveStatus, ({ renewal_id }) => (renewal_id === 3 ? refusing(409) : { instruction_id: null })),
  );
  await user.click(screen.getByLabelText('Select this page'));
  await user.selectOptions(await screen.findByLabelText('Set status'), 'Confirmation Received');
  await user.click(screen.getByText('Update 8'));
  await screen.findByText(/Each keeps its seats and its plan/);
  await user.click(await screen.findByText('Change 8'));
  await screen.findByText('7 renewals updated');
  // What was refused stays ticked.
  await screen.findByText('1 selected');
  const form = { status: 'Confirmation Received', add_lic: '0', special_comments: '' };
  expect(bodies(followUp.saveStatus).slice(0, 2)).toEqual([
    { renewal_id: 1, version: 3, formData: { ...form, highlight: 'Green', task_status: '' } },
    { renewal_id: 2, version: 3, formData: { ...form, highlight: 'Orange', task_status: 'On-Hold' } },
  ]);
});

test('one that was wrong is put back among the undecided, as it stands by then', async () => {
  const { screen, user, bodies } = await openMonth(
    SHORT,
    month(...rows),
    answering(followUp.saveStatus, { instruction_id: null }),
  );
  const saved = () => bodies(followUp.saveStatus) as InputOf<typeof followUp.saveStatus>[];
  await user.click(screen.getByLabelText('Select d2.example'));
  for (const status of ['Confirmation Received', 'In Discussion']) {
    await user.selectOptions(await screen.findByLabelText('Set status'), status);
    await user.click(screen.getByText('Update 1'));
    await user.click(await screen.findByText('Change 1'));
    await waitFor(() => expect(saved().at(-1)?.formData.status).toBe(status));
    await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
    if (status === 'Confirmation Received') await user.click(screen.getByLabelText('Select d2.example'));
  }
  expect(saved().map(({ version }) => version)).toEqual([3, 4]);
});

const decided = [
  ...rows.slice(0, 2),
  renewalRow({ renewal_id: 3, domain_name: 'd2.example', confirmation_status: 'Upgrade', renewed_lic: 21 }),
  renewalRow({
    ...{ renewal_id: 4, domain_name: 'd3.example', instruction: 'draft', wanted: 'renew', wanted_seats: 80 },
  }),
  // That it renews as it is says the status too.
  renewalRow({
    ...{ renewal_id: 5, domain_name: 'd4.example', instruction: 'draft', wanted: 'renew', wanted_seats: 120 },
  }),
];

/** The ticked ones are asked about with a status. */
async function asking(status: string) {
  const shown = await openMonth(SHORT, month(...decided), answering(followUp.saveStatus, { instruction_id: null }));
  const { screen, user, bodies } = shown;
  await user.click(screen.getByLabelText('Select this page'));
  await user.selectOptions(await screen.findByLabelText('Set status'), status);
  await user.click(screen.getByText('Update 5'));
  const saved = () => bodies(followUp.saveStatus) as InputOf<typeof followUp.saveStatus>[];
  return { ...shown, saved };
}

test('those that are decided otherwise are named before, keep their status, and stay ticked', async () => {
  const { screen, user, saved } = await asking('Confirmation Received');
  await screen.findByText('2 are decided otherwise and keep their status');
  screen.getByText('d2.example (Upgrade: 21 licences) and d3.example (80 wanted, to approve)');
  await user.click(screen.getByText('Change 3'));
  await screen.findByText('3 renewals updated; 2 are decided otherwise and keep their status');
  screen.getByText('2 selected');
  expect(saved().map(({ renewal_id }) => renewal_id)).toEqual([1, 2, 5]);
});

test('what was decided otherwise is replaced where that is said, with the seats that there are', async () => {
  const { screen, user, saved } = await asking('Confirmation Received');
  await user.click(await screen.findByLabelText('Set the status there too'));
  screen.getByText('2 are decided otherwise, which this replaces');
  await user.click(screen.getByText('Change 5'));
  await screen.findByText('5 renewals updated');
  expect(saved().map(({ formData }) => formData.seats_at_renewal)).toEqual([
    undefined,
    undefined,
    '120',
    '120',
    undefined,
  ]);
});

test('one that is decided otherwise, and comes alone, is asked about before it is replaced', async () => {
  const { screen, user, saved } = await asking('In Discussion');
  await user.click(screen.getByText('Cancel'));
  for (const name of ['d0', 'd1', 'd3', 'd4']) await user.click(screen.getByLabelText(`Select ${name}.example`));
  await user.click(screen.getByText('Update 1'));
  await screen.findByText('1 is decided otherwise, which this replaces');
  screen.getByText('d2.example (Upgrade: 21 licences)');
  await user.click(screen.getByText('Change 1'));
  await screen.findByText('1 renewal updated');
  expect(saved()).toMatchObject([{ renewal_id: 3, formData: { status: 'In Discussion' } }]);
});

test('time that was granted is not taken away by a status for many', async () => {
  const extended = renewalRow({
    ...{ renewal_id: 6, domain_name: 'd5.example', confirmation_status: 'Extension', extension_date: '2026-12-04' },
  });
  const { screen, user } = await openMonth(SHORT, month(extended, ...rows.slice(0, 2)));
  await user.click(screen.getByLabelText('Select this page'));
  await user.selectOptions(await screen.findByLabelText('Set status'), 'In Discussion');
  await user.click(screen.getByText('Update 3'));
  await screen.findByText('1 is decided otherwise and keeps its status');
  screen.getByText(/d5\.example \(Extension until 4 Dec/);
});

test('what else is set for many is set for those too that are decided otherwise', async () => {
  const zones = answering(renewals.setZone, { version: 4 });
  const { screen, user, bodies } = await openMonth(
    SHORT,
    month(...decided),
    zones,
    answering(followUp.saveStatus, { instruction_id: null }),
  );
  await user.click(screen.getByLabelText('Select this page'));
  await user.selectOptions(await screen.findByLabelText('Set zone'), 'North');
  await user.selectOptions(await screen.findByLabelText('Set status'), 'Confirmation Received');
  await user.click(screen.getByText('Update 5'));
  await user.click(await screen.findByText('Change 5'));
  await screen.findByText('5 renewals updated; 2 are decided otherwise and keep their status');
  expect(bodies(renewals.setZone)).toHaveLength(5);
  expect(bodies(followUp.saveStatus)).toHaveLength(3);
});
