import { inbound } from '@desk/contract/renewal-work/inbound';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mail } from '../../parts/testing/inbound.ts';
import { answering, refusing } from '../../testing/show.tsx';
import { open, server } from './testing/open-mail-in.tsx';

const settled = mail({ settled_at: '2026-11-23T05:00:00Z', settled_by: 'Meenal' });
const DONE_BY = 'Done by Meenal, 23 Nov 2026, 10:30';

test('a mail that was seen to by mistake is opened again by Undo, where it stands', async () => {
  const { screen, press, bodies } = open('', ...server([mail()]).answers);
  await press(/^Done: ravi/);
  await screen.findByText('The mail is done');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Done: ravi/ })).toBeNull());

  await press('Undo');

  expect(await screen.findByRole('button', { name: /^Done: ravi/ })).toBeTruthy();
  await screen.findByText('Undone: Reply from ravi@acme.example: The mail is done');
  expect(bodies(inbound.reopen)).toEqual([{ inbound_id: 1 }]);
});

test('who is not written to any more stays so: what is done with that has no Undo', async () => {
  const { screen, user, press } = open('?mail=1', ...server([mail()]).answers);
  await user.click(await screen.findByRole('checkbox', { name: /^Do not write to/ }));
  await press('Done');
  await screen.findByText('The mail is done, and ravi@acme.example is not written to any more');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('an Undo that comes too late says so', async () => {
  const first = answering(inbound.reopen, () => refusing(409));
  const { screen, press } = open('', first, ...server([mail()]).answers);
  await press(/^Done: ravi/);
  await press('Undo');
  await screen.findByText('Reply from ravi@acme.example: The mail is done is not undone. This mail is open already.');
});

test('among all it is said who has seen to a mail and when, and it is opened again there', async () => {
  const { screen, press, bodies } = open('?show=all', ...server([settled, mail({ inbound_id: 2 })]).answers);
  await screen.findByText(DONE_BY);
  expect(screen.getAllByRole('button', { name: /^Not done: / })).toHaveLength(1);

  await press(/^Not done: ravi/);

  await screen.findByText('The mail is to be seen to');
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Done: / })).toHaveLength(2));
  expect(screen.queryByText(DONE_BY)).toBeNull();
  expect(bodies(inbound.reopen)).toEqual([{ inbound_id: 1 }]);
});

test('a mail that is read is opened again, and can then be seen to', async () => {
  const { screen, press } = open('?show=all&mail=1', ...server([settled]).answers);
  const dialog = within(await screen.findByRole('dialog', { name: 'Reply from ravi@acme.example' }));
  expect(dialog.getByText(DONE_BY)).toBeTruthy();
  await press('Not done');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByRole('button', { name: /^Done: ravi/ })).toBeTruthy();
});

test('that somebody was first to open it is said', async () => {
  const first = answering(inbound.reopen, () => refusing(409));
  const { screen, press } = open('?mail=1', first, ...server([settled]).answers);
  await press('Not done');
  await screen.findByText('This mail is open already.');
});

test('the page begins with what waits for the caller; what waits for the team is a press away', async () => {
  const { screen, user, bodies, address } = open('', ...server([mail()]).answers);
  await screen.findByText('Re: Your renewal');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Mine' }).checked).toBe(true);
  await user.click(screen.getByRole('radio', { name: 'Team' }));
  await waitFor(() => expect(bodies(inbound.list).at(-1)).toEqual({ of: 'team', show: 'to_do', page: 1 }));
  expect(address()).toBe('/home/mail_in?of=team');
});
