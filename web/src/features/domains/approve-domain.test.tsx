import { domains, type PendingDomain } from '@desk/contract/domains';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { ApproveDomainScreen } from './approve-domain.screen.tsx';

const indus: PendingDomain = {
  domain_id: 4,
  domain_name: 'indus.example',
  user_email: 'asha@indus.example',
  company_name: 'Indus Motors',
  present_owner: null,
  asked_again: null,
  mail_fits: true,
  timestamp: '2026-11-20T06:30:00Z',
  ...{ user_name: 'Asha Rao', user_phoneNumber: '98765 43210', user_status: 'ACTIVE' },
  ...{ user_domains: 0, user_domains_waiting: 0 },
};
const kaveri: PendingDomain = {
  ...indus,
  domain_id: 5,
  domain_name: 'kaveri.example',
  mail_fits: false,
  present_owner: {
    ...{ customer_id: 77, company_name: 'Kaveri Silks', company_email: 'office@kaveri.example' },
    ...{ user_email: 'leela@kaveri.example', domain_status: 'ACTIVE', subscriptions: 3 },
  },
};
const orchid: PendingDomain = { ...indus, domain_id: 6, domain_name: 'orchid.example' };

type Refusing = (body: { status: string }) => ReturnType<typeof refusing> | undefined;

/** A server that takes what is decided on from the list, unless it refuses, and puts back what is undone. */
function waiting(refused: Refusing = () => undefined, search = '') {
  let list = [indus, kaveri];
  const shown = showAt(
    `/home?${search}`,
    <ApproveDomainScreen />,
    answering(domains.pending, () => ({ domains: list })),
    answering(domains.decide, (body) => {
      const refusal = refused(body);
      if (refusal?.status !== 500) list = list.filter(({ domain_id }) => domain_id !== body.domain_id);
      return refusal ?? { decision_id: 31 };
    }),
    answering(domains.undo, () => {
      list = [kaveri, indus];
      return {};
    }),
    answering(domains.decisions, { decisions: [] }),
  );
  const bodies = (call: { path: string } = domains.decide) => shown.bodies(call);
  const rows = () => [...document.querySelectorAll('tbody tr')].map((row) => row.querySelector('th')?.textContent);
  const come = (domain: PendingDomain) => (list = [domain, ...list]);
  return { ...shown, bodies, rows, come };
}
const request = { domain_id: 4, domain_name: 'indus.example', user_email: indus.user_email };

test('a decided domain keeps its place, marked, and the next one does not come under the pointer', async () => {
  const { screen, user, bodies, rows } = waiting();
  await user.click(await screen.findByLabelText('Approve: indus.example'));
  await user.click(screen.getByRole('button', { name: 'Approve' }));

  await screen.findByText('indus.example Approved');

  expect(bodies()).toEqual([{ ...request, status: 'ACTIVE' }]);
  expect(rows()).toEqual(['indus.example', 'kaveri.example']);
  expect(screen.getByText('Approved by you')).toBeDefined();
  expect(screen.queryByLabelText('Approve: indus.example')).toBeNull();
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
});

test('what is fetched by itself moves no row: what has come is told, and shown when asked for', async () => {
  const { screen, user, rows, come } = waiting();
  await user.click(await screen.findByLabelText('Reject: indus.example'));
  come(orchid);
  await user.click(screen.getByRole('button', { name: 'Reject' }));

  await screen.findByText('1 more since you opened the list.');
  expect(rows()).toEqual(['indus.example', 'kaveri.example']);
  await user.click(screen.getByText('Refresh list'));

  await waitFor(() => expect(rows()).toEqual(['orchid.example', 'kaveri.example']));
  expect(screen.queryByText(/more since/)).toBeNull();
});

test('what somebody else decided keeps its place too, and cannot be decided on', async () => {
  const { screen, user, rows } = waiting(() => refusing(409));
  await user.click(await screen.findByLabelText('Approve: indus.example'));
  await user.click(screen.getByRole('button', { name: 'Approve' }));

  await screen.findByText('Failed to Approve Domain...!');
  await screen.findByText('Decided meanwhile');
  expect(rows()).toEqual(['indus.example', 'kaveri.example']);
  expect(screen.queryByLabelText('Undo: indus.example')).toBeNull();
});

test('two clicks on one place decide nothing: each is asked about first', async () => {
  const { screen, bodies } = waiting();
  const button = await screen.findByLabelText('Approve: indus.example');
  fireEvent.click(button);
  fireEvent.click(button);

  expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
  expect(bodies()).toEqual([]);
});

test('claimant and present owner stand beside each other whole, with a warning where the mail is of elsewhere', async () => {
  const { screen, user } = waiting();
  const row = (await screen.findByText('kaveri.example')).closest('tr') as HTMLElement;
  for (const text of ['asha@indus.example', 'Kaveri Silks', 'leela@kaveri.example', 'office@kaveri.example', '3 sub'])
    expect(row.textContent).toContain(text);
  expect(within(row).getByText(/Not an address of this domain/)).toBeDefined();

  await user.click(screen.getByLabelText('Approve: kaveri.example'));

  const dialog = screen.getByRole('alertdialog');
  expect(dialog.textContent).toContain('Give kaveri.example, which Kaveri Silks has, to asha@indus.example?');
  expect(dialog.textContent).toContain('▲ asha@indus.example is not an address of kaveri.example');
  expect(dialog.textContent).toContain(
    'leela@kaveri.example loses it. asha@indus.example sees what Kaveri Silks has on kaveri.example',
  );
  expect(dialog.textContent).toContain('Both are told by mail in a minute.');
  expect(document.activeElement?.textContent).toBe('Keep waiting');
});

test('approving what somebody else has names that owner as it was seen', async () => {
  const { screen, user, bodies } = waiting();
  await user.click(await screen.findByLabelText('Approve: kaveri.example'));
  await user.click(screen.getByText('Give it to the claimant'));

  await screen.findByText('kaveri.example Approved');
  expect(bodies()).toEqual([
    {
      ...{ domain_id: 5, domain_name: 'kaveri.example', user_email: 'asha@indus.example', status: 'ACTIVE' },
      present_owner: { customer_id: 77, user_email: 'leela@kaveri.example', domain_status: 'ACTIVE' },
    },
  ]);
});

test('a decision is taken back in its place', async () => {
  const { screen, user, bodies, rows } = waiting();
  await user.click(await screen.findByLabelText('Reject: indus.example'));
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  expect(await screen.findByText('Rejected by you')).toBeDefined();

  await user.click(screen.getByLabelText('Undo: indus.example'));

  await screen.findByText('indus.example waits again');
  expect(bodies(domains.undo)).toEqual([{ decision_id: 31 }]);
  expect(screen.getByLabelText('Approve: indus.example')).toBeDefined();
  expect(rows()).toEqual(['indus.example', 'kaveri.example']);
});

test('rejecting is asked about first', async () => {
  const { screen, user, bodies } = waiting();
  await user.click(await screen.findByLabelText('Reject: indus.example'));
  await user.click(screen.getByText('Keep waiting'));
  expect(bodies()).toEqual([]);

  await user.click(screen.getByLabelText('Reject: indus.example'));
  await user.click(screen.getByRole('button', { name: 'Reject' }));

  await screen.findByText('indus.example Rejected');
  expect(bodies()).toEqual([{ ...request, status: 'REJECTED' }]);
});

test.each([409, 422, 500])('a decision that fails with %i says so, and the list is asked for again', async (status) => {
  const { screen, user, bodies } = waiting(() => refusing(status));
  await user.click(await screen.findByLabelText('Approve: indus.example'));
  await user.click(screen.getByRole('button', { name: 'Approve' }));

  await screen.findByText(status === 422 ? /This domain belongs to somebody else/ : 'Failed to Approve Domain...!');
  await waitFor(() => expect(bodies(domains.pending)).toHaveLength(2));
});

test('on a small screen each wish is a card with the same facts and buttons', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) => ({ matches: true, media, addEventListener: vi.fn(), removeEventListener: vi.fn() }) as never,
  );
  const { screen } = waiting();

  const card = (await screen.findByText('kaveri.example')).closest('article') as HTMLElement;
  for (const text of ['asha@indus.example', 'Indus Motors', 'Kaveri Silks', 'leela@kaveri.example', '3 subscriptions'])
    expect(card.textContent).toContain(text);
  expect(within(card).getByLabelText('Approve: kaveri.example')).toBeDefined();
  vi.restoreAllMocks();
});

test('what was decided lately is a second list', async () => {
  const { screen, user, address } = waiting();
  await user.click(await screen.findByText('Decided'));

  await screen.findByText('Nothing was decided in the last 7 days.');
  expect(address()).toBe('/home?show=decided');
});

test('with no domain waiting the screen says so', async () => {
  const { screen } = showAt('/home', <ApproveDomainScreen />, answering(domains.pending, { domains: [] }));

  await screen.findByText('Not Domain Pending for Approval');
});

test('a list that cannot be fetched leads to the error page', async () => {
  const { screen, address } = showAt(
    '/home',
    <ApproveDomainScreen />,
    answering(domains.pending, () => refusing(500)),
  );

  await screen.findByText('Failed to fetch Domain data. Please try again later.');
  await waitFor(() => expect(address()).toBe('/error'));
});
