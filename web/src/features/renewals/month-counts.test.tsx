import { followUp } from '@desk/contract/follow-up';
import { renewals } from '@desk/contract/renewals';
import { fireEvent, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renewalDetails } from '../../parts/testing/renewal.ts';
import { answering } from '../../testing/show.tsx';
import { acme, kaveri, month, openMonth, SHORT, tara } from './testing/month.tsx';

test('after many were changed, rows, tiles, pager and exports count the same at once', async () => {
  const { screen, user, domains } = await openMonth(
    `${SHORT}&assigned=none`,
    month(acme, tara, kaveri),
    answering(renewals.setAssignee, { version: 5 }),
  );
  await user.click(screen.getByLabelText('Select tara.example'));
  await user.selectOptions(await screen.findByLabelText('Assign to'), 'asha@desk.example');
  await user.click(screen.getByText('Update 1'));
  await user.click(await screen.findByText('Change 1'));
  await screen.findByText('1 renewal updated');

  await waitFor(() => expect(domains()).toEqual(['kaveri.example']));
  expect(screen.getByText('1–1 of 1')).toBeDefined();
  expect(screen.getByRole('button', { name: /^Renewals 1/ })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  expect(screen.getByText('CSV: Export filtered (1)')).toBeDefined();
});

test('after a comment too', async () => {
  const mine = { ...acme, agreement_status: null };
  let saved = false;
  const { screen, user, domains } = await openMonth(
    `${SHORT}&tile=undecided`,
    month(mine, tara),
    answering(renewals.details, () => ({
      domain: [renewalDetails({ ...mine, ...(saved && { confirmation_status: 'Suspended', version: 9 }) })],
    })),
    answering(followUp.saveStatus, () => {
      saved = true;
      return { instruction_id: null };
    }),
    answering(followUp.comments, { followup_comment: [] }),
  );
  await user.click(screen.getByText('acme.example').closest('th') as HTMLElement);
  fireEvent.keyDown(screen.getByText('acme.example').closest('th') as HTMLElement, { key: 'c' });
  await user.selectOptions(await screen.findByLabelText(/^Highlight/), 'Red');
  await user.selectOptions(screen.getByLabelText(/^Status/), 'Suspended');
  for (const field of screen.queryAllByLabelText(/reason/i))
    if (field instanceof HTMLSelectElement) await user.selectOptions(field, field.options[1]?.value ?? '');
    else await user.type(field, 'Closed for the season');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Comments Added Successfully');

  await waitFor(() => expect(domains()).toEqual(['tara.example']));
  expect(screen.getByText('1–1 of 1')).toBeDefined();
  expect(screen.getByRole('button', { name: /^Undecided 1/ })).toBeDefined();
});

test('comments are written one after the other, in the order of the list as the first was opened', async () => {
  const rows = [acme, tara];
  const { screen, user, bodies } = await openMonth(
    SHORT,
    month(...rows),
    answering(renewals.details, ({ renewal_id }) => ({
      domain: [renewalDetails(rows.find((row) => row.renewal_id === renewal_id))],
    })),
    answering(followUp.saveStatus, { instruction_id: null }),
    answering(followUp.comments, { followup_comment: [] }),
  );
  fireEvent.keyDown(screen.getByText('acme.example').closest('th') as HTMLElement, { key: 'c' });
  await screen.findByRole('dialog', { name: 'Add Comments: acme.example' });
  await user.selectOptions(await screen.findByLabelText(/^Highlight/), 'Red');
  await user.selectOptions(screen.getByLabelText(/^Status/), 'In Discussion');

  await user.click(screen.getByRole('button', { name: /^Save and next/ }));

  await screen.findByRole('dialog', { name: 'Add Comments: tara.example' });
  await screen.findByLabelText(/^Highlight/);
  expect(bodies(followUp.saveStatus)).toMatchObject([{ renewal_id: 7 }]);
  expect(screen.queryByRole('button', { name: /^Save and next/ })).toBeNull();
});
