import { domainApprovals } from '@desk/contract/approvals';
import { domains, type PendingDomain } from '@desk/contract/domains';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, showAt } from '../../testing/show.tsx';
import { ApproveDomainScreen } from './approve-domain.screen.tsx';

const request = (at: number, own: Partial<PendingDomain> = {}): PendingDomain => ({
  ...{ domain_id: at, domain_name: `acme${String(at)}.example`, user_email: `asha@acme${String(at)}.example` },
  ...{ company_name: 'Acme', present_owner: null, asked_again: null, mail_fits: true },
  ...{ timestamp: '2026-11-20T06:30:00Z', user_name: 'Asha Rao', user_phoneNumber: '98765 43210' },
  ...{ user_status: 'ACTIVE', user_domains: 0, user_domains_waiting: 0 },
  ...own,
});
const taken = request(3, {
  present_owner: {
    ...{ customer_id: 77, company_name: 'Kaveri Silks', company_email: null, user_email: null },
    ...{ domain_status: 'ACTIVE', subscriptions: 3 },
  },
});

function waiting() {
  const all = [request(1), request(2, { mail_fits: false }), taken];
  let list = all;
  return showAt(
    '/home',
    <ApproveDomainScreen />,
    answering(domains.pending, () => ({ domains: list })),
    answering(domainApprovals.decide, (body) => {
      list = list.filter(({ domain_id }) => !body.domains.some((one) => one.domain_id === domain_id));
      return {
        decided: body.domains.map(({ domain_id }) => ({ id: domain_id, decision_id: 100 + domain_id })),
        left: [],
      };
    }),
    answering(domainApprovals.undo, ({ decision_ids }) => {
      list = all;
      return { undone: decision_ids as number[], left: [] };
    }),
  );
}

test('many domains are approved after a look; what somebody else has is left for a decision of its own', async () => {
  const { screen, user, bodies } = waiting();
  await user.click(await screen.findByText('Select all 3'));
  await user.click(screen.getByRole('button', { name: 'Approve 3 domains' }));

  const dialog = screen.getByRole('dialog', { name: 'Approve 2 domains?' });
  expect(dialog.textContent).toContain('acme3.example: Kaveri Silks');
  expect(dialog.textContent).toContain('1 of them to look at first');
  expect(dialog.textContent).toContain('▲ Not an address of this domain acme2.example');
  await user.click(within(dialog).getByRole('button', { name: 'Approve 2' }));

  await screen.findByText('2 domains approved. Mails leave in a minute.');
  expect(bodies(domainApprovals.decide)).toEqual([
    {
      status: 'ACTIVE',
      domains: [1, 2].map((at) => ({
        ...{ domain_id: at, domain_name: `acme${String(at)}.example`, user_email: `asha@acme${String(at)}.example` },
      })),
    },
  ]);

  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('2 domains wait again');
  expect(bodies(domainApprovals.undo)).toEqual([{ decision_ids: [101, 102] }]);
});

test('all that are ticked are rejected together, also what somebody else has', async () => {
  const { screen, user, bodies } = waiting();
  await user.click(await screen.findByText('Select all 3'));
  await user.click(screen.getByRole('button', { name: 'Reject 3 domains' }));
  await user.click(screen.getByRole('button', { name: 'Reject 3' }));

  await screen.findByText(/3 domains rejected/);
  expect(bodies(domainApprovals.decide)).toMatchObject([{ status: 'REJECTED', domains: [{}, {}, {}] }]);
});

test('requests are found by domain, claimant and whether somebody else has the domain', async () => {
  const { screen, user } = waiting();
  const names = () => [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent);
  await user.selectOptions(await screen.findByLabelText('Present owner'), 'taken');
  await screen.findByText('Select all 1');
  expect(names()).toEqual(['acme3.example']);
  await user.selectOptions(screen.getByLabelText('Present owner'), 'new');
  await user.type(screen.getByLabelText('Search domain, email, company or phone'), 'ACME2');
  await screen.findByText('Select all 1');
  expect(names()).toEqual(['acme2.example']);
});
