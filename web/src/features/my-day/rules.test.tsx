import { assignmentRules } from '@desk/contract/renewal-work/assignment-rules';
import { coverage } from '@desk/contract/renewal-work/coverage';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { weeklyChanges } from '@desk/contract/renewal-work/weekly-changes';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering } from '../../testing/show.tsx';
import { day, open, TWO } from './testing/open-day.tsx';

const MEERA = { account_id: 7, name: 'Meera' };
const ANY = { zone: null, segment: null, seats_from: null, seats_to: null, reseller_id: null, reseller: null };
const openTeam = () =>
  open(
    day(TWO, { unassigned: 3 }),
    answering(coverage.latest, { checked_at: null, findings: [], rows: [] }),
    answering(weeklyChanges.since, { weeks: [], week: null, recorded_on: null, changes: [] }),
    answering(myDay.people, { people: [] }),
    answering(assignmentRules.preview, { people: [], unassigned: 0 }),
    answering(assignmentRules.list, {
      rules: [{ ...ANY, product: null, rule_id: 1, choice: 'person', people: [MEERA], passed_over: null }],
      ...{ people: [MEERA], products: [], may_save: true },
    }),
  );

test('the rules are opened from the work of the team, and from there alone', async () => {
  const { screen, user, address } = openTeam();
  const team = await screen.findByRole('radio', { name: /Team/ });
  expect(screen.queryByRole('button', { name: 'Assignment rules' })).toBeNull();
  await user.click(team);
  await user.click(await screen.findByRole('button', { name: 'Assignment rules' }));
  expect(await screen.findByText(/All new renewals →/)).toBeTruthy();
  expect(address()).toMatch(/dialog=assignment-rules/);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(address()).not.toMatch(/dialog/);
});
