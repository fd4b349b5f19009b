import { renewals } from '@desk/contract/renewals';
import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { RecentChanges } from '../../kit/edit/recent-changes.tsx';
import { answering, refusing, show } from '../../testing/show.tsx';
import { renewalDetails, renewalRow } from '../testing/renewal.ts';
import { UpdateDetails } from './update-details.tsx';

const members = answering(renewals.members, {
  members: [
    { email: 'asha@desk.example', name: 'Asha Rao' },
    { email: 'ravi@desk.example', name: 'Ravi Nair' },
    { email: 'nair@desk.example', name: 'Ravi Nair' },
    { email: 'nameless@desk.example', name: '' },
  ],
  former: [{ email: 'gone@desk.example', name: 'Meenal Shah' }],
});

async function open(...answers: Parameters<typeof show>[1][]) {
  const onClose = vi.fn();
  const shown = show(
    <>
      <RecentChanges who="asha@desk.example" />
      <UpdateDetails row={renewalRow()} onClose={onClose} />
    </>,
    ...answers,
    members,
  );
  await shown.screen.findByLabelText('Company Zone');
  return { ...shown, onClose, requests: () => shown.bodies(renewals.updateDetails) };
}

test('segment, zone and assignee are saved together; the domain is only shown', async () => {
  const { screen, user, requests, onClose } = await open(
    answering(renewals.details, { domain: [renewalDetails({ zone: 'North', assigned_to: 'asha@desk.example' })] }),
    answering(renewals.updateDetails, { version: 4 }),
  );
  expect(screen.getByLabelText<HTMLInputElement>('Domain').readOnly).toBe(true);

  await user.selectOptions(screen.getByLabelText('Customer Segment'), 'SMB');
  await user.selectOptions(screen.getByLabelText('Company Zone'), 'N/A');
  await user.selectOptions(screen.getByLabelText('Assigned To'), 'Unassigned');
  await user.click(screen.getByText('Update Domain'));

  await screen.findByText('Domain Details Updated Successfully');
  expect(onClose).toHaveBeenCalled();
  expect(requests()).toEqual([{ renewal_id: 7, version: 3, segments: 'SMB', zone: null, assigned_to: null }]);
});

test('somebody who left the team stays assigned until another one is chosen', async () => {
  const { screen } = await open(
    answering(renewals.details, { domain: [renewalDetails({ assigned_to: 'gone@desk.example' })] }),
  );

  expect(screen.getByLabelText<HTMLSelectElement>('Assigned To').value).toBe('gone@desk.example');
  await screen.findByRole('option', { name: 'Meenal Shah' });
});

test('people are chosen by their names, and by their addresses too where two have the same', async () => {
  const { screen } = await open(answering(renewals.details, { domain: [renewalDetails()] }));

  await screen.findByRole('option', { name: 'Asha Rao' });
  const { options } = screen.getByLabelText<HTMLSelectElement>('Assigned To');
  expect([...options].map(({ value, text }) => [value, text])).toEqual([
    ['', 'Unassigned'],
    ['asha@desk.example', 'Asha Rao'],
    ['ravi@desk.example', 'Ravi Nair (ravi@desk.example)'],
    ['nair@desk.example', 'Ravi Nair (nair@desk.example)'],
    ['nameless@desk.example', 'nameless@desk.example'],
  ]);
});

test('two people on the same renewal: the second is told and keeps the choice', async () => {
  const { screen, user, onClose } = await open(
    answering(renewals.details, { domain: [renewalDetails()] }),
    answering(renewals.updateDetails, () => refusing(409)),
  );
  await user.selectOptions(screen.getByLabelText('Company Zone'), 'West');

  await user.click(screen.getByText('Update Domain'));

  await screen.findByText('Somebody has changed this renewal meanwhile. Please check and try again.');
  expect(screen.getByLabelText<HTMLSelectElement>('Company Zone').value).toBe('West');
  expect(onClose).not.toHaveBeenCalled();
});

test('what a colleague chose meanwhile is not taken back by who never touched it', async () => {
  let row = renewalDetails({ zone: 'North', assigned_to: 'asha@desk.example' });
  const { screen, user, requests } = await open(
    answering(renewals.details, () => ({ domain: [row] })),
    answering(renewals.updateDetails, ({ version }) => (version === row.version ? { version: 5 } : refusing(409))),
  );
  await user.selectOptions(screen.getByLabelText('Company Zone'), 'West');
  row = { ...row, version: 4, assigned_to: 'ravi@desk.example' };
  await user.click(screen.getByText('Update Domain'));

  await user.click(await screen.findByText('Load the current data'));

  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Assigned To').value).toBe('ravi@desk.example'));
  expect(screen.getByLabelText<HTMLSelectElement>('Company Zone').value).toBe('West');
  await user.click(screen.getByText('Update Domain'));
  await screen.findByText('Domain Details Updated Successfully');
  expect(requests().at(-1)).toMatchObject({ version: 4, zone: 'West', assigned_to: 'ravi@desk.example' });
});

test('Update Domain Details stands in Recent changes, and can be taken back from there', async () => {
  const { screen, user, requests } = await open(
    answering(renewals.details, { domain: [renewalDetails({ zone: 'North', segments: null, assigned_to: null })] }),
    answering(renewals.updateDetails, { version: 4 }),
  );
  await user.selectOptions(screen.getByLabelText('Customer Segment'), 'SMB');
  await user.selectOptions(screen.getByLabelText('Company Zone'), 'West');
  await user.click(screen.getByText('Update Domain'));
  await screen.findByText('Domain Details Updated Successfully');

  await user.click(screen.getByText('Recent changes'));
  await screen.findByText('Details of acme.example: Segment N/A, Zone North → Segment SMB, Zone West');
  await user.click(screen.getByLabelText('Undo Details of acme.example'));

  await screen.findByText('Undone: Details of acme.example');
  expect(requests().at(-1)).toEqual({
    renewal_id: 7,
    was: { segments: 'SMB', zone: 'West', assigned_to: null },
    segments: null,
    zone: 'North',
    assigned_to: null,
  });
  await screen.findByText(/^Details of acme\.example, undone: Segment SMB, Zone West → /);
});

test('what a colleague has set since is not taken back; it says so and stays in the list', async () => {
  let answer: 'saves' | 'refuses' = 'saves';
  const { screen, user } = await open(
    answering(renewals.details, { domain: [renewalDetails({ zone: 'North' })] }),
    answering(renewals.updateDetails, () => (answer === 'saves' ? { version: 4 } : refusing(409))),
  );
  await user.selectOptions(screen.getByLabelText('Company Zone'), 'West');
  await user.click(screen.getByText('Update Domain'));
  await screen.findByText('Domain Details Updated Successfully');
  answer = 'refuses';
  await user.click(screen.getByText('Recent changes'));
  await user.click(await screen.findByLabelText('Undo Details of acme.example'));

  await screen.findByText(
    'Details of acme.example is not undone. Somebody has changed this renewal meanwhile. Please check and try again.',
  );
  expect(screen.getByLabelText('Undo Details of acme.example')).toBeDefined();
});
