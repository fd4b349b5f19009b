import { renewals, type RenewalRow } from '@desk/contract/renewals';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { lastChange, undo } from '../../kit/edit/changes.ts';
import { renewalDetails } from '../../parts/testing/renewal.ts';
import { answering, refusing } from '../../testing/show.tsx';
import { acme, MONTH, openMonth } from './testing/month.tsx';

async function zoneOfAcme(first: RenewalRow['zone'] = null) {
  storeSession({ user: 'asha@desk.example', token: { login_token: 'x', exp: 4e9 }, menu: [], role: 'ADMIN' });
  let zone = first;
  let revision = 1;
  const row = () => ({ ...acme, zone });
  const shown = await openMonth(
    'cols=zone',
    answering(renewals.monthly, () => ({ customer: [row()], revision: String(revision) })),
    answering(renewals.details, () => ({ domain: [renewalDetails(row())] })),
    answering(renewals.setZone, ({ was, zone: wanted }) => {
      if (was !== zone) return refusing(409);
      zone = wanted;
      return { version: 9 };
    }),
  );
  const { screen, bodies, emit } = shown;
  const before = bodies(renewals.monthly).length;
  return {
    ...shown,
    setSouth: () => {
      [zone, revision] = ['South', 2];
    },
    sent: () => bodies(renewals.setZone).map((body) => (body as { was: string | null }).was),
    chosen: () => screen.getByLabelText<HTMLSelectElement>('Zone of acme.example').value,
    refreshed: async () => {
      emit('month', { kind: 'month', month: MONTH });
      await waitFor(() => expect(bodies(renewals.monthly).length).toBeGreaterThan(before), { timeout: 4000 });
    },
  };
}

/** A month in which a colleague sets the zone of acme.example to South while West is chosen here. */
async function chosenWestWhileSouth() {
  const shown = await zoneOfAcme();
  await shown.user.selectOptions(shown.screen.getByLabelText('Zone of acme.example'), 'West');
  shown.setSouth();
  return shown;
}

const BY_NOW = 'Zone of acme.example is South by now. Try again to make it West.';

test.each(['the cell’s Update', 'Update all'])(
  "a colleague's value is not overwritten unseen by %s, also once the row was refreshed",
  async (which) => {
    const { screen, user, sent, chosen, refreshed } = await chosenWestWhileSouth();
    await refreshed();
    expect(chosen()).toBe('West');
    const update = () =>
      user.click(
        which === 'Update all' ? screen.getByText('Update all') : screen.getByLabelText('Update Zone of acme.example'),
      );

    await update();

    await screen.findByText(BY_NOW);
    expect(screen.getByRole('img', { name: 'Not saved: South by now' })).toBeDefined();
    expect(chosen()).toBe('West');
    expect(sent()).toEqual([null]);
    await update();
    await screen.findByText('Zone Updated Successfully');
    expect(sent()).toEqual([null, 'South']);
  },
);

test('Retry replaces what it was said to stand there', async () => {
  const { screen, user, sent, chosen } = await chosenWestWhileSouth();
  await user.click(screen.getByText('Update all'));
  await screen.findByText(BY_NOW);

  await user.click(screen.getByText('Retry'));

  await screen.findByText('Zone Updated Successfully');
  expect(sent()).toEqual([null, 'South']);
  expect(chosen()).toBe('West');
});

test("whoever gives the own choice up sees the colleague's", async () => {
  const { screen, user, chosen } = await chosenWestWhileSouth();
  await user.click(screen.getByText('Update all'));
  await screen.findByText(BY_NOW);

  await user.click(screen.getByText('Discard'));

  expect(chosen()).toBe('South');
});

test('a choice that was made after a save waits on when the save is undone, and is saved against what stands then', async () => {
  const { screen, user, sent, chosen } = await zoneOfAcme('North');
  const select = () => screen.getByLabelText('Zone of acme.example');
  await user.selectOptions(select(), 'West');
  await user.click(screen.getByLabelText('Update Zone of acme.example'));
  await screen.findByText('Zone Updated Successfully');
  await user.selectOptions(select(), 'South');

  const last = lastChange();
  if (!last) expect.unreachable();
  await undo(last);

  await waitFor(() => expect(chosen()).toBe('South'));
  await user.click(screen.getByText('Update all'));
  await waitFor(() => expect(sent()).toEqual(['North', 'West', 'North']));
});
