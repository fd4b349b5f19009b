import { domains, type DomainRow } from '@desk/contract/domains';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { AllDomainScreen } from './all-domain.screen.tsx';

const indus: DomainRow = {
  ...{ domain_id: 4, domain_name: 'indus.example', domain_status: 'ACTIVE', company_name: 'Indus Motors' },
  ...{ user_email: null, owner_email: 'asha@indus.example', timestamp: '2026-11-20T06:30:00Z' },
};
const REFUSAL = domains.setStatus.refusals[409];

/** The dialog of a domain, in a list of what is active; a colleague gives the domain another status meanwhile. */
async function openStatus() {
  let row = indus;
  const { user, screen, ...shown } = showAt(
    '/home?status=ACTIVE',
    <AllDomainScreen />,
    answering(domains.all, ({ status = row.domain_status }) => {
      const rows = status === row.domain_status ? [row] : [];
      return { domains: rows, total: rows.length };
    }),
    answering(domains.setStatus, ({ seen, status }) =>
      seen === row.domain_status && status !== row.domain_status
        ? { error: false, message: 'Domain Status Updated' }
        : refusing(409),
    ),
  );
  await user.click(await screen.findByLabelText('Edit: indus.example'));
  const status = screen.getByLabelText<HTMLSelectElement>(/^Status \*?/);
  const change = (domain_status: DomainRow['domain_status']) => (row = { ...row, domain_status });
  const update = () => user.click(screen.getByText('Update'));
  const chosen = () => status.selectedOptions[0]?.text;
  return { ...shown, user, screen, status, change, update, chosen };
}

test('a domain that somebody else changed is told with what it is by now, and what was typed stays', async () => {
  const { screen, user, bodies, status, change, update, chosen } = await openStatus();
  await user.selectOptions(status, 'Rejected');
  await user.type(screen.getByLabelText('Reason'), 'Not theirs');
  change('SUSPENDED');

  await update();

  await screen.findByText(REFUSAL);
  expect(screen.getByText('By now: Suspended.').getAttribute('role')).toBe('status');
  expect(chosen()).toBe('Rejected');
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Not theirs');
  // The list behind it is what it is by now, too.
  await waitFor(() => expect(screen.queryByLabelText('Edit: indus.example')).toBeNull());

  await update();
  await screen.findByText('Domain Status Updated');
  expect(bodies(domains.setStatus).at(-1)).toMatchObject({
    ...{ status: 'REJECTED', seen: 'SUSPENDED', reason: 'Not theirs' },
  });
});

test('a status that a colleague gave the domain already is said to be it, and is not sent again', async () => {
  const { screen, user, bodies, status, change, update, chosen } = await openStatus();
  await user.selectOptions(status, 'Suspended');
  change('SUSPENDED');

  await update();

  await screen.findByText('It is Suspended already.');
  screen.getByText('By now: Suspended.');
  expect(chosen()).toBe('Suspended');
  expect(screen.queryByText(REFUSAL)).toBeNull();

  await update();
  await screen.findByText('It is Suspended already.');
  expect(bodies(domains.setStatus)).toHaveLength(1);

  await user.selectOptions(status, 'Active');
  await update();
  await screen.findByText('Domain Status Updated');
  expect(bodies(domains.setStatus).at(-1)).toMatchObject({ status: 'ACTIVE', seen: 'SUSPENDED' });
});

test('a domain that is changed twice meanwhile is told as it is by now each time', async () => {
  const { screen, user, status, change, update } = await openStatus();
  await user.selectOptions(status, 'Rejected');
  change('SUSPENDED');
  await update();
  await screen.findByText('By now: Suspended.');
  change('ACTIVE');

  await update();

  await screen.findByText('By now: Active.');
  await waitFor(() => expect(screen.queryByText('By now: Suspended.')).toBeNull());
});
