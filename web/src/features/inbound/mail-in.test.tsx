import { inbound } from '@desk/contract/renewal-work/inbound';
import { waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { mail } from '../../parts/testing/inbound.ts';
import { answering, refusing } from '../../testing/show.tsx';
import { open, server, unmatched } from './testing/open-mail-in.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const bounce = mail({
  ...({ inbound_id: 2, kind: 'bounce', from: '', subject: '', top: '550 No such user' } as const),
  ...{ bounced_address: 'gone@acme.example' },
});

test('a mail tells who wrote, for which customer, what, about which domains, of what kind and when', async () => {
  const { screen } = open('', ...server([mail(), bounce]).answers);

  await screen.findByText('Re: Your renewal');

  const rows = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['ravi@acme.example Acme Pvt Ltd', 'Re: Your renewal Call me', 'acme.example', '◆Reply', '23 Nov 2026, 10:00', 'Done'],
    ['No sender Acme Pvt Ltd', '(no subject) 550 No such user', 'acme.example', '■Bounced', '23 Nov 2026, 10:00', 'Done'],
  ]); // prettier-ignore
  expect(screen.getAllByRole('link', { name: 'acme.example' })[0]?.getAttribute('href')).toContain(
    '/home/domain/acme.example',
  );
});

test('the tabs count what waits, and stand in the address', async () => {
  const { screen, user, bodies, address } = open('', ...server([mail(), unmatched()]).answers);

  await user.click(await screen.findByRole('tab', { name: 'Unmatched · 1' }));
  await screen.findByText('Who is it now?');
  expect(screen.queryByText('Re: Your renewal')).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'All' }));

  await screen.findByText('Re: Your renewal');
  expect(screen.getByRole('tab', { name: 'To do · 2' })).toBeTruthy();
  expect(address()).toBe('/home/mail_in?show=all');
  expect(bodies(inbound.list)).toEqual([
    { of: 'mine', show: 'to_do', page: 1 },
    { of: 'mine', show: 'unmatched', page: 1 },
    { of: 'mine', show: 'all', page: 1 },
  ]);
});

test('who does not look after what is unassigned has no tab of it, and reads why there is nothing', async () => {
  const { screen } = open('', ...server([mail()], { seesUnmatched: false }).answers);
  await screen.findByText('Re: Your renewal');
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['To do · 1', 'All']);
});

test('an address of what is unmatched is refused in words to who may not see that', async () => {
  const { screen } = open('?show=unmatched', ...server([], { seesUnmatched: false }).answers);
  await screen.findByText(/Only who sees what is unassigned sees mail that is nobody’s/);
  expect(screen.getByRole('tab', { name: 'To do' })).toBeTruthy();
});

test.each([
  ['to_do', 'Nobody’s answer waits for you'],
  ['unmatched', 'Each mail is in somebody’s day'],
  ['all', 'No mail has come in for you'],
])('an empty list of %s says so', async (show, words) => {
  const { screen } = open(`?show=${show}`, ...server([]).answers);
  await screen.findByText(words);
});

test('twenty-five stand on a page', async () => {
  const many = Array.from({ length: 26 }, (_, at) => mail({ inbound_id: at + 1, subject: `Mail ${String(at + 1)}` }));
  const { screen, press, bodies } = open('', ...server(many).answers);
  await screen.findByText('1–25 of 26');
  await press('Next page');
  await screen.findByText('Mail 26');
  expect(bodies(inbound.list).at(-1)).toEqual({ of: 'mine', show: 'to_do', page: 2 });
});

test('a subject and a text without end are cut in the list, and whole in the mail', async () => {
  const subject = 'Re: '.repeat(100);
  const { screen, press } = open('', ...server([mail({ subject, top: 'x'.repeat(300) })]).answers);

  await press(/^Re: Re: .*…$/);

  const dialog = within(await screen.findByRole('dialog', { name: 'Reply from ravi@acme.example' }));
  expect(dialog.getByText(subject.trim(), { exact: false }).textContent).toBe(subject);
  expect(dialog.getByText(/x{300}/)).toBeTruthy();
});

test('on a phone a mail is a card that opens it and sees to it', async () => {
  const match = (query: string) => ({
    matches: query.includes('max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  vi.stubGlobal('matchMedia', match);
  const { screen, press, bodies } = open('', ...server([mail()]).answers);
  const card = within(await screen.findByRole('article', { name: /^ravi@acme\.example, 23 Nov/ }));
  expect(card.getByText('Acme Pvt Ltd')).toBeTruthy();
  expect(card.getByRole('button', { name: 'Re: Your renewal' })).toBeTruthy();
  await press(/^Done: ravi/);
  await card.findByText('Done', { selector: 'span' });
  await press('Refresh list');
  await screen.findByText('Nobody’s answer waits for you');
  expect(bodies(inbound.settle)).toEqual([{ inbound_id: 1 }]);
});

test('a mail is read as text, with what it answers and the pages of its domains; Back closes it', async () => {
  const { screen, user, address, back } = open('', ...server([mail({ top: '<b>Call me</b>' })]).answers);
  const opener = await screen.findByRole('button', { name: 'Re: Your renewal' });

  await user.click(opener);

  const dialog = within(await screen.findByRole('dialog', { name: 'Reply from ravi@acme.example' }));
  expect(dialog.getByText(/<b>Call me<\/b>\s*> Your renewal is near/)).toBeTruthy();
  expect(dialog.getByText(/^Your renewal, sent to/).textContent).toBe(
    'Your renewal, sent to ravi@acme.example on 21 Nov 2026, 14:00',
  );
  expect(dialog.getByText(/^23 Nov 2026, 10:00, for/).textContent).toBe(
    '23 Nov 2026, 10:00, for renew+abc@desk.example',
  );
  expect(dialog.getByRole('link', { name: 'acme.example' })).toBeTruthy();
  expect(dialog.queryByLabelText(/^Whose is it/)).toBeNull();
  expect(address()).toBe('/home/mail_in?mail=1');
  back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(opener);
});

test('Done takes it out of the list as that is taken anew; with the tick its sender is not written to any more', async () => {
  const { screen, user, press, bodies, address } = open('?mail=1', ...server([mail(), bounce]).answers);
  const dialog = within(await screen.findByRole('dialog', { name: 'Reply from ravi@acme.example' }));

  await user.click(dialog.getByRole('checkbox', { name: 'Do not write to ravi@acme.example any more' }));
  await press('Done');

  await screen.findByText('The mail is done, and ravi@acme.example is not written to any more');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies(inbound.settle)).toEqual([{ inbound_id: 1, silence: true }]);
  await press('Refresh list');
  await waitFor(() => expect(screen.queryByText('Re: Your renewal')).toBeNull());
  expect(address()).toBe('/home/mail_in');
});

test('of a bounce the one who could not be reached is not written to any more', async () => {
  const { screen } = open('?mail=2', ...server([bounce]).answers);
  await screen.findByRole('dialog', { name: 'Bounced: gone@acme.example' });
  expect(screen.getByRole('checkbox', { name: 'Do not write to gone@acme.example any more' })).toBeTruthy();
});

test('of a mail that nobody could match it is said whose it is, by a part of a name', async () => {
  const { screen, user, press, bodies } = open('?show=unmatched&mail=9', ...server([unmatched()]).answers);
  const field = await screen.findByLabelText(/^Whose is it/);
  expect(screen.getByText('Nobody knows yet')).toBeTruthy();

  await user.type(field, 'acm');
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'acme.example Acme Pvt Ltd · renews 10-12-2026',
    'tara.example Tara',
  ]);
  await user.keyboard('{Enter}');
  await press('It is theirs');

  await screen.findByText('The mail is now with acme.example');
  expect(bodies(inbound.settle)).toEqual([{ inbound_id: 9, domain_name: 'acme.example', renewal_id: 7 }]);
  await press('Refresh list');
  await screen.findByText('Each mail is in somebody’s day');
});

test('whose a mail is, once it is chosen, is not lost by Escape without a question', async () => {
  const { screen, user, press } = open('?show=unmatched&mail=9', ...server([unmatched()]).answers);
  await user.type(await screen.findByLabelText(/^Whose is it/), 'acm');
  await user.click(await screen.findByRole('option', { name: /^acme/ }));
  await screen.findByRole('button', { name: 'It is theirs' });

  await press('Close');
  await press('Keep editing');
  expect(screen.getByRole('button', { name: 'It is theirs' })).toBeTruthy();
  await press('Close');
  await press('Discard');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'It is theirs' })).toBeNull());
});

test('a domain without an open renewal is chosen by its name alone; without any it is nobody’s', async () => {
  const { screen, user, press, bodies } = open('?show=unmatched&mail=9', ...server([unmatched()]).answers);
  await user.type(await screen.findByLabelText(/^Whose is it/), 'tara');
  await user.click(await screen.findByRole('option', { name: /^tara/ }));
  await screen.findByRole('button', { name: 'It is theirs' });
  await user.clear(screen.getByLabelText(/^Whose is it/));
  await user.tab();
  await press('Done');
  await screen.findByText('The mail is done');
  expect(bodies(inbound.settle)).toEqual([{ inbound_id: 9 }]);
});

test.each([
  [409, 'Somebody has seen to this mail already.'],
  [422, 'This mail has its customer, or there is no such domain or renewal. Look again.'],
  [404, 'This mail is not there any more.'],
])(
  'a refusal %i is shown in its words; what was chosen stays, and the list is fetched afresh',
  async (status, words) => {
    const { screen, user, press, bodies } = open(
      '?show=unmatched&mail=9',
      answering(inbound.settle, () => refusing(status)),
      ...server([unmatched()]).answers,
    );
    await user.type(await screen.findByLabelText(/^Whose is it/), 'acm');
    await user.click(await screen.findByRole('option', { name: /^acme/ }));
    const asked = bodies(inbound.list).length;

    await press('It is theirs');

    expect((await screen.findByText(words)).closest('[role=alert]')).toBeTruthy();
    await waitFor(() => expect(bodies(inbound.list).length).toBeGreaterThan(asked));
    expect(screen.getByLabelText<HTMLInputElement>(/^Whose is it/).value).toBe('acme.example');
  },
);

test('that somebody was first is said, with who it was, and nothing more is to be done', async () => {
  const { answers, news } = server([mail()]);
  const first = answering(inbound.settle, () => {
    news((one) => ({ ...one, settled_at: '2026-11-23T05:00:00Z', settled_by: 'Meenal' }));
    return refusing(409);
  });
  const { screen, press } = open('?mail=1', first, ...answers);

  await press('Done');

  await screen.findByText('Somebody has seen to this mail already.');
  await screen.findByText('Done by Meenal, 23 Nov 2026, 10:30');
  expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
});

test('the letter d sees to the mail of a row; refused, it is said and the list fetched afresh', async () => {
  const { screen, user, bodies } = open(
    '',
    answering(inbound.settle, () => refusing(409)),
    ...server([mail()]).answers,
  );
  (await screen.findByRole('rowheader')).focus();
  await user.keyboard('d');
  await screen.findByText('Somebody has seen to this mail already.');
  await waitFor(() => expect(bodies(inbound.list)).toHaveLength(2));
});

test('a mail that is not there, or not for the caller, says so', async () => {
  const { screen } = open('?mail=77', ...server([mail()]).answers);
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('This mail is not there any more.');
});

test('news of mail is shown, in the list and in the mail that is open', async () => {
  const { answers, news } = server([mail()]);
  const { screen, emit } = open('?show=all&mail=1', ...answers);
  await screen.findByRole('dialog', { name: 'Reply from ravi@acme.example' });
  news((one) => ({ ...one, settled_at: '2026-11-23T05:00:00Z', settled_by: 'Meenal' }));

  emit('mail', { kind: 'mail' });

  await waitFor(() => expect(screen.getAllByText('Done by Meenal, 23 Nov 2026, 10:30')).toHaveLength(2), {
    timeout: 3_000,
  });
});

test('what came by WhatsApp says so where a mail has its subject', async () => {
  const whatsapp = mail({ channel: 'WhatsApp', from: '+919800000001', subject: '', top: 'Call me' });
  const { screen } = open('', ...server([whatsapp]).answers);
  await screen.findByText('+919800000001');
  await screen.findByText('WhatsApp');
});
