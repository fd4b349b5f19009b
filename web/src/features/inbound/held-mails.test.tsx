import { inbound, INBOUND_PAGE } from '@desk/contract/renewal-work/inbound';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mail } from '../../parts/testing/inbound.ts';
import { answering, refusing } from '../../testing/show.tsx';
import { listOf, open, server, unmatched } from './testing/open-mail-in.tsx';

const second = mail({ inbound_id: 2, subject: 'Another matter' });

test('a mail that was seen to stays in its place: a second press does nothing to the next one', async () => {
  const { screen, user, bodies, press } = open('', ...server([mail(), second]).answers);
  const done = await screen.findAllByRole('button', { name: /^Done: / });
  await user.dblClick(done[0] as HTMLElement);
  await screen.findByText('The mail is done');

  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Done: / })).toHaveLength(1));
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => row.lastElementChild?.textContent)).toEqual(['●Done', 'Done']);
  expect(rows[1]?.textContent).toContain('Another matter');
  expect(screen.getByRole('tab', { name: 'To do · 1' })).toBeTruthy();
  expect(bodies(inbound.settle)).toEqual([{ inbound_id: 1 }]);

  await press('Refresh list');
  await waitFor(() => expect(screen.queryByText('Re: Your renewal')).toBeNull());
  expect(screen.getByText('Another matter')).toBeTruthy();
});

test('pressed again while it is under way, it is seen to once', async () => {
  const { answers } = server([mail(), second]);
  let arrive: () => void = () => undefined;
  const waits = new Promise<void>((resolve) => (arrive = resolve));
  const { screen, user, bodies } = open(
    '',
    answering(inbound.settle, () => waits.then(() => ({}))),
    ...answers,
  );
  const [done] = await screen.findAllByRole('button', { name: /^Done: / });
  await user.dblClick(done as HTMLElement);
  arrive();
  await screen.findByText('The mail is done');
  expect(bodies(inbound.settle)).toHaveLength(1);
});

test('what a dialog sees to keeps its place as well, and another tab shows its own mails', async () => {
  const { screen, user, press } = open('?mail=1', ...server([mail(), second, unmatched()]).answers);
  await screen.findByRole('dialog', { name: 'Reply from ravi@acme.example' });
  await press('Done');
  await screen.findByText('The mail is done');
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Done: / })).toHaveLength(2));
  expect(screen.getByText('Re: Your renewal')).toBeTruthy();

  await user.click(screen.getByRole('tab', { name: 'Unmatched · 1' }));
  await screen.findByText('Who is it now?');
  expect(screen.queryByText('Re: Your renewal')).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'To do · 2' }));
  await screen.findByText('Another matter');
  await waitFor(() => expect(screen.queryByText('Re: Your renewal')).toBeNull());
});

test('what could not be fetched at first is there once it is tried again', async () => {
  let isDown = true;
  const { answers } = server([mail(), second]);
  const { screen, press } = open(
    '',
    answering(inbound.list, () => (isDown ? refusing(403) : listOf([mail(), second], true)({}))),
    ...answers.slice(1),
  );
  const again = await screen.findByRole('button', { name: /^(Retry|Try again)$/ });
  isDown = false;
  await press(again.textContent);

  expect(await screen.findByText('Re: Your renewal')).toBeTruthy();
  expect(screen.queryByText(/more in the list by now/)).toBeNull();
});

test('before the page is turned, what came up into the place of what was seen to is shown', async () => {
  const many = Array.from({ length: INBOUND_PAGE + 2 }, (_, n) =>
    mail({ inbound_id: n + 1, subject: `Mail ${n + 1}` }),
  );
  const { screen, user, press, bodies } = open('', ...server(many).answers);
  await user.click((await screen.findAllByRole('button', { name: /^Done: / }))[0] as HTMLElement);
  await screen.findByText('1 more in the list by now.');

  await press('Next page');
  expect(await screen.findByText(`Mail ${INBOUND_PAGE + 1}`)).toBeTruthy();
  expect(bodies(inbound.list)).not.toContainEqual(expect.objectContaining({ page: 2 }));
  await press('Next page');
  expect(await screen.findByText(`Mail ${INBOUND_PAGE + 2}`)).toBeTruthy();
});
