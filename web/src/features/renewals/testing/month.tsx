import { renewals, type RenewalRow } from '@desk/contract/renewals';
import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { RecentChanges } from '../../../kit/edit/recent-changes.tsx';
import { renewalRow } from '../../../parts/testing/renewal.ts';
import { answering, showAt } from '../../../testing/show.tsx';
import { MonthlyRenewalsScreen } from '../monthly-renewals.screen.tsx';

export const MONTH = '2026-11';
/** Once it has them, the browser is told that nothing changed: what it was shown of its writes stays. */
export const month = (...rows: RenewalRow[]) =>
  answering(renewals.monthly, (body) => ({
    customer: body.month === MONTH ? rows : [],
    revision: '1',
    unchanged: body.revision === '1',
  }));
export const members = answering(renewals.members, {
  members: [
    { email: 'asha@desk.example', name: 'Asha Rao' },
    { email: 'ravi@desk.example', name: 'Ravi Nair' },
  ],
  former: [{ email: 'meenal@desk.example', name: 'Meenal Shah' }],
});
export const acme = renewalRow({ segments: 'SMB', assigned_to: 'asha@desk.example' });
export const tara = renewalRow({ renewal_id: 8, domain_name: 'tara.example', number_of_seats: 40, segments: 'Micro' });
export const kaveri = renewalRow({
  renewal_id: 9,
  domain_name: 'kaveri.example',
  number_of_seats: 1200,
  zone: 'North',
});

/** The screen with the columns that a test is about; the whole row is drawn where it names none. */
export async function openMonth(search: string, ...answers: Parameters<typeof showAt>[2][]) {
  const shown = showAt(
    `/home?month=${MONTH}&${search}`,
    <>
      <RecentChanges who="asha@desk.example" />
      <MonthlyRenewalsScreen />
    </>,
    ...answers,
    members,
  );
  await waitFor(() => expect(document.querySelector('table')?.getAttribute('aria-busy')).toBe('false'));
  await shown.screen.findAllByText('Ravi Nair');
  const domains = () => [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent);
  return { ...shown, domains };
}
export const SHORT = 'cols=number_of_seats';
