import { renewals } from '@desk/contract/renewals';
import { expect, test, vi } from 'vitest';
import { answering, refusing, show } from '../testing/show.tsx';
import { renewalDetails, renewalRow } from './testing/renewal.ts';
import { UpdateDetails } from './update-details.tsx';

const members = answering(renewals.members, { members: [{ email: 'asha@desk.example', name: 'Asha Rao' }] });

async function open(...answers: Parameters<typeof show>[1][]) {
  const onClose = vi.fn();
  const shown = show(<UpdateDetails row={renewalRow()} onClose={onClose} />, ...answers, members);
  await shown.screen.findByLabelText('Company Zone');
  const said = () => shown.sent.filter(({ path }) => path === renewals.updateDetails.path).map(({ body }) => body);
  return { ...shown, onClose, said };
}

test('segment, zone and assignee are saved together; the domain is only shown', async () => {
  const { screen, user, said, onClose } = await open(
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
  expect(said()).toEqual([{ renewal_id: 7, version: 3, segments: 'SMB', zone: null, assigned_to: null }]);
});

test('somebody who left the team stays assigned until another one is chosen', async () => {
  const { screen } = await open(
    answering(renewals.details, { domain: [renewalDetails({ assigned_to: 'gone@desk.example' })] }),
  );

  expect(screen.getByLabelText<HTMLSelectElement>('Assigned To').value).toBe('gone@desk.example');
});

test('two people on the same renewal: the second is told and keeps the choice', async () => {
  const { screen, user, onClose } = await open(
    answering(renewals.details, { domain: [renewalDetails()] }),
    answering(renewals.updateDetails, () => refusing(409)),
  );
  await user.selectOptions(screen.getByLabelText('Company Zone'), 'West');

  await user.click(screen.getByText('Update Domain'));

  await screen.findByText('A colleague has changed this renewal meanwhile. Please check and try again.');
  expect(screen.getByLabelText<HTMLSelectElement>('Company Zone').value).toBe('West');
  expect(onClose).not.toHaveBeenCalled();
});
