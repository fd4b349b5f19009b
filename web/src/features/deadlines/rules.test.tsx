import { deadlines, type RenewalRules } from '@desk/contract/renewal-work/deadlines';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { answering, refusing, slowly, showAt } from '../../testing/show.tsx';
import { DeadlinesScreen } from './deadlines.screen.tsx';

const rules: RenewalRules = {
  lead_business_days: 2,
  holiday_state: null,
  approval_limits: { fallPercent: 20, value: 1_000_000 },
};
const holidays = { holidays: [{ day: '2026-11-09', name: 'Diwali' }], public: [] };

function open(...answers: Parameters<typeof showAt>[2][]) {
  storeSession({ user: 'asha@desk.example', token: { login_token: 'x', exp: 4e9 }, menu: [], role: 'ADMIN' });
  return showAt(
    '/home/deadlines',
    <DeadlinesScreen />,
    ...answers,
    answering(deadlines.rules, { rules }),
    answering(deadlines.holidays, holidays),
    answering(deadlines.list, { deadlines: [], total: 0 }),
  );
}

test.each([
  ['Holidays and lead', 'Could not fetch the rules.', deadlines.rules, { rules }],
  ['Holidays and lead', 'Could not fetch the holidays.', deadlines.holidays, holidays],
  ['Calendar feed', 'Could not fetch the calendar feed.', deadlines.feed, { since: null }],
] as const)('in %s, “%s” has a Retry', async (name, words, call, reply) => {
  let isThere = false;
  const { screen, user } = open(
    answering(call, () => (isThere ? reply : refusing(500)) as never),
    answering(deadlines.rules, { rules }),
    answering(deadlines.holidays, holidays),
  );
  await user.click(await screen.findByRole('button', { name }));
  await screen.findByText(words);
  isThere = true;

  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Retry' }));

  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
});

test.each([
  ['a rule', /^Lead/],
  ['a holiday', /^Name/],
])('%s that was typed is not lost by Escape, Close or a click beside the dialog', async (_, label) => {
  const { screen, user } = open(answering(deadlines.rules, { rules }), answering(deadlines.holidays, holidays));
  await user.click(await screen.findByRole('button', { name: 'Holidays and lead' }));
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: label });
  await screen.findByRole('textbox', { name: /^Lead/ });
  await user.type(field, '5');
  const { value } = field;

  await user.click(document.querySelector('[data-modal] > div') as HTMLElement);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(field.value).toBe(value);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('rules that a colleague changed are not told as the newest while they cannot be fetched', async () => {
  let isOffline = false;
  const { screen, user } = open(
    answering(deadlines.rules, () => (isOffline ? refusing(0) : { rules })),
    answering(deadlines.holidays, holidays),
    answering(deadlines.setRules, () => refusing(409)),
  );
  await user.click(await screen.findByRole('button', { name: 'Holidays and lead' }));
  await screen.findByRole('textbox', { name: 'Lead' });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  isOffline = true;

  await user.click(await screen.findByRole('button', { name: 'Load the current data' }));

  await screen.findByText('The server did not answer. Check your connection and try again.');
  expect(screen.queryByText(/^By now/)).toBeNull();
});

test('while the rules are being saved their dialog stays, and asks nothing', async () => {
  const { answer, arrives } = slowly(refusing(409));
  const { screen, user } = open(
    answering(deadlines.rules, { rules }),
    answering(deadlines.holidays, holidays),
    answering(deadlines.setRules, answer),
  );
  await user.click(await screen.findByRole('button', { name: 'Holidays and lead' }));
  await user.type(await screen.findByRole('textbox', { name: 'Lead' }), '1');
  await user.click(screen.getByRole('button', { name: 'Save' }));

  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  arrives();

  await screen.findByRole('button', { name: 'Load the current data' });
});
