import { coverage } from '@desk/contract/renewal-work/coverage';
import { CoverageFinding } from '@desk/contract/rules/next-action';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { now } from '../../kit/text/clock.ts';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { CoveragePanel } from './coverage.panel.tsx';
import type { Coverage } from './model.ts';

const hoursAgo = (hours: number) => new Date(now() - hours * 3_600_000).toISOString();
const found = (counts: Partial<Record<CoverageFinding, number>>, own: Partial<Coverage> = {}): Coverage => ({
  checked_at: hoursAgo(3),
  findings: CoverageFinding.options.map((kind) => ({ kind, count: counts[kind] ?? 0 })),
  rows: [],
  ...own,
});
const open = (reply: Parameters<typeof answering<typeof coverage.latest>>[1], at = '/home/my_day') =>
  showAt(at, <CoveragePanel />, answering(coverage.latest, reply));

test('where nothing was found it says so, and when somebody looked; pressed it tells what was looked at', async () => {
  const { screen, user } = open(found({}));
  const tile = await screen.findByRole('button', { name: /Nothing has fallen through Checked 3 hours ago/ });
  expect(tile.dataset['tone']).toBe('good');
  await user.click(tile);
  const dialog = within(await screen.findByRole('dialog', { name: 'Coverage' }));
  expect(dialog.getAllByRole('listitem')).toHaveLength(CoverageFinding.options.length);
});

test('what was found stands by kind, with its cause, what is done next, and a link to each', async () => {
  const { screen, user, address } = open(
    found(
      { no_renewal: 1, no_contact: 12 },
      {
        rows: [
          { kind: 'no_renewal', name: 'acme.example', domain_name: 'acme.example', renewal_id: null },
          { kind: 'no_contact', name: 'Indus Ltd', domain_name: 'indus.example', renewal_id: 7 },
        ],
      },
    ),
  );
  const tile = await screen.findByRole('button', { name: /13 findings would fall through/ });
  expect(tile.dataset['tone']).toBe('bad');
  await user.click(tile);
  const renewal = within(await screen.findByRole('region', { name: 'No open renewal: 1' }));
  expect(renewal.getByText(/run the sync under Sync and import/)).toBeTruthy();
  expect(renewal.getByRole('link', { name: 'acme.example' }).getAttribute('href')).toBe('/home/domain/acme.example');
  const contact = within(screen.getByRole('region', { name: 'Nobody to reach: 12' }));
  expect(contact.getByText('Indus Ltd')).toBeTruthy();
  expect(contact.getByText('And 11 more.')).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(2 + CoverageFinding.options.length - 2);

  await user.click(contact.getByRole('link', { name: 'indus.example' }));
  expect(address()).toBe('/home/domain/indus.example?renewal=7');
});

test('an add-on that nobody sees has no page to lead to: its domain stands there, and what is done next', async () => {
  const row = { kind: 'add_on_unseen', name: 'acme.example', domain_name: 'acme.example', renewal_id: null } as const;
  const { screen, user } = open(found({ add_on_unseen: 1 }, { rows: [row] }));
  await user.click(await screen.findByRole('button', { name: /1 finding would fall through/ }));
  const unseen = within(await screen.findByRole('region', { name: 'Add-on that nobody sees: 1' }));
  expect(unseen.getByText('acme.example')).toBeTruthy();
  expect(unseen.queryByRole('link')).toBeNull();
  expect(unseen.getByText('Give a colleague of Deployment the screen Axima Domains.')).toBeTruthy();
});

test('one of many days ago is no comfort', async () => {
  const { screen } = open(found({}, { checked_at: hoursAgo(72) }));
  const old = await screen.findByRole('button', { name: /Not checked since Checked 3 days ago/ });
  expect(old.dataset['tone']).toBe('attention');
});

test('before the first look nothing is promised', async () => {
  const { screen, user } = open(found({}, { checked_at: null }));
  await user.click(await screen.findByRole('button', { name: /Not checked yet/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Coverage' }));
  expect(dialog.queryAllByRole('listitem')).toEqual([]);
});

test('what could not be fetched is tried again', async () => {
  let down = true;
  const { screen, user } = open(() => (down ? refusing(500) : found({})));
  const retry = await screen.findByRole('button', { name: 'Retry' });
  down = false;
  await user.click(retry);
  expect(await screen.findByText('Nothing has fallen through')).toBeTruthy();
});
