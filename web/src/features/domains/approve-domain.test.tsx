import { domains, type PendingDomain } from '@desk/contract/domains';
import { fireEvent, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing, show } from '../../testing/show.tsx';
import { ApproveDomainScreen } from './approve-domain.screen.tsx';

const indus: PendingDomain = {
  domain_id: 4,
  domain_name: 'indus.example',
  user_email: 'asha@indus.example',
  company_name: 'Indus Motors',
  claimed_from: null,
  timestamp: '2026-11-20T06:30:00Z',
};
const kaveri: PendingDomain = { ...indus, domain_id: 5, domain_name: 'kaveri.example', claimed_from: 'Kaveri Silks' };

/** A server that takes what is decided on from the list, unless `decided` refuses. */
function waiting(decided: () => ReturnType<typeof refusing> | undefined = () => undefined) {
  let list = [indus, kaveri];
  const shown = show(
    <ApproveDomainScreen />,
    answering(domains.pending, () => ({ domains: list })),
    answering(domains.decide, ({ domain_id }) => {
      const refused = decided();
      if (refused?.status !== 500) list = list.filter((domain) => domain.domain_id !== domain_id);
      return refused ?? {};
    }),
  );
  const said = () => shown.sent.filter(({ path }) => path === domains.decide.path).map(({ body }) => body);
  return { ...shown, said };
}

test('approving takes the domain from the list, and the next one has the focus', async () => {
  const { screen, user, said } = waiting();

  await screen.findByText('Ours, of Kaveri Silks');
  await user.click(await screen.findByLabelText('Approve: indus.example'));

  await screen.findByText('indus.example Approved');
  expect(said()).toEqual([
    { domain_id: 4, domain_name: 'indus.example', status: 'ACTIVE', user_email: indus.user_email },
  ]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Approve: kaveri.example')));
  expect(screen.queryByText('indus.example')).toBeNull();
});

test('rejecting is asked about first', async () => {
  const { screen, user, said } = waiting();
  await user.click(await screen.findByLabelText('Reject: indus.example'));
  await user.click(screen.getByText('Keep waiting'));
  expect(said()).toEqual([]);

  await user.click(screen.getByLabelText('Reject: indus.example'));
  await user.click(screen.getByRole('button', { name: 'Reject' }));

  await screen.findByText('indus.example Rejected');
  expect(said()).toEqual([
    { domain_id: 4, domain_name: 'indus.example', status: 'REJECTED', user_email: indus.user_email },
  ]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Reject: kaveri.example')));
});

test.each([409, 500])('a decision that fails with %i says so, and the list is asked for again', async (status) => {
  const { screen, user, sent } = waiting(() => refusing(status));

  await user.click(await screen.findByLabelText('Approve: indus.example'));

  await screen.findByText('Failed to Approve Domain...!');
  await waitFor(() => expect(sent.filter(({ path }) => path === domains.pending.path)).toHaveLength(2));
});

test('of two decisions under way each that fails says so, and their buttons wait', async () => {
  const { screen, said } = waiting(() => refusing(500));
  const first = await screen.findByLabelText('Approve: indus.example');
  const second = screen.getByLabelText('Approve: kaveri.example');

  fireEvent.click(first);
  fireEvent.click(first);
  fireEvent.click(screen.getByLabelText('Reject: indus.example'));
  expect([first, second].map((button) => button.getAttribute('aria-disabled'))).toEqual(['true', 'false']);
  fireEvent.click(second);

  await screen.findByText('Failed to Approve Domain...! (2 times)');
  await waitFor(() => expect(first.getAttribute('aria-disabled')).toBe('false'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(said()).toHaveLength(2);
});

test('with no domain waiting the screen says so', async () => {
  const { screen } = show(<ApproveDomainScreen />, answering(domains.pending, { domains: [] }));

  await screen.findByText('Not Domain Pending for Approval');
});

test('a list that cannot be fetched leads to the error page', async () => {
  const { screen, address } = show(
    <ApproveDomainScreen />,
    answering(domains.pending, () => refusing(500)),
  );

  await screen.findByText('Failed to fetch Domain data. Please try again later.');
  await waitFor(() => expect(address()).toBe('/error'));
});
