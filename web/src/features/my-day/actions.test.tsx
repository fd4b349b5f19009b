import { followUp } from '@desk/contract/follow-up';
import { inbound } from '@desk/contract/renewal-work/inbound';
import { instructions } from '@desk/contract/renewal-work/instructions';
import type { WorkItem } from '@desk/contract/renewal-work/my-day';
import { renewals } from '@desk/contract/renewals';
import { waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { mail } from '../../parts/testing/inbound.ts';
import { answeringInstructions, answeringPlan, instruction } from '../../parts/testing/instructions.ts';
import { renewalDetails, renewalRow } from '../../parts/testing/renewal.ts';
import { preferencesOf } from '../../kit/browser/preferences.ts';
import { answering } from '../../testing/show.tsx';
import { day, item, open, summaryOf, TWO } from './testing/open-day.tsx';

const toApprove = item({ kind: 'approve', act: 'approve', instruction_id: 31, sentence: 'Asha asks for 80 seats.' });
const asked = instruction({ renewal_id: 1, requested_by: 'asha@desk.example', source: 'staff' });

test.each(['approve', 'refuse'] as const)(
  'what waits for approval: %s it in the list, and the next item comes',
  async (does) => {
    const { screen, user, bodies } = open(
      day([toApprove, TWO[1] ?? item()]),
      answeringInstructions(asked),
      answeringPlan(),
      answering(instructions.approve, { instruction: { ...asked, state: 'approved' } }),
      answering(instructions.refuse, { instruction: { ...asked, state: 'refused' } }),
    );
    await user.click(await screen.findByRole('button', { name: 'Approve or refuse' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Set at Google: acme.example' }));
    expect(dialog.getByText(/^From 1 Dec 2026: 80 seats instead of 92/)).toBeTruthy();
    if (does === 'approve') await user.click(dialog.getByRole('button', { name: 'Approve 80 seats' }));
    else {
      await user.click(dialog.getByRole('button', { name: 'Refuse' }));
      const refusal = within(await screen.findByRole('dialog', { name: 'Refuse: acme.example' }));
      await user.type(refusal.getByLabelText(/^Reason/), 'No purchase order');
      await user.click(refusal.getByRole('button', { name: 'Refuse' }));
    }

    await screen.findByRole('complementary', { name: 'About indus.example' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(bodies(instructions[does])).toEqual([
      does === 'approve' ? { instruction_id: 31 } : { instruction_id: 31, reason: 'No purchase order' },
    ]);
  },
);

test('what is decided and not set at the provider is set from the list; what stands there otherwise is put right beside it', async () => {
  const { screen, user } = open(
    day([item({ kind: 'decide', act: 'set' }), item({ renewal_id: 2, act: 'look', domain_name: 'indus.example' })]),
    answering(renewals.details, { domain: [renewalDetails({ renewal_id: 1 })] }),
    answering(instructions.list, ({ renewal_id }) =>
      renewal_id === 1
        ? { instructions: [], total: 0 }
        : { instructions: [instruction({ state: 'drifted', reason: 'Somebody chose 92 seats.' })], total: 1 },
    ),
    answeringPlan(),
  );
  await screen.findByRole('button', { name: 'Set at Google' });
  await user.keyboard('d');
  await screen.findByRole('radio', { name: /^Renew with/ });
  expect(screen.queryByText(/for the whole form/)).toBeNull();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }));
  await user.keyboard('j');

  const card = within(await screen.findByRole('region', { name: 'At Google' }));
  expect(card.getByText('Somebody chose 92 seats.')).toBeTruthy();
  expect(await screen.findByText(/Press d for the whole form/)).toBeTruthy();
  expect(await card.findByRole('button', { name: 'Set again' })).toBeTruthy();
});

test('whoever switched single letters off is shown none', async () => {
  preferencesOf('asha@desk.example');
  localStorage.setItem('desk:asha@desk.example:single-letters', 'false');
  onTestFinished(() => preferencesOf(''));
  const { screen } = open(day([item({ act: 'talk' })]));
  const panel = within(await screen.findByRole('complementary', { name: 'About acme.example' }));
  await panel.findByLabelText('What was said', { selector: 'textarea' });
  expect((await panel.findByRole('button', { name: 'Plan or snooze' })).querySelector('kbd')).toBeNull();
  expect(screen.queryByText(/for the whole form/)).toBeNull();
});

const OWN_FIELDS = 'This status has fields of its own, in the whole form.';

/** Changes only the flag of a renewal that stands on a status with fields of its own, and saves it. */
async function flagAlone(act: WorkItem['act']) {
  const row = renewalRow({ renewal_id: 1, highlight_case: 'Green', confirmation_status: 'Extension' });
  const { screen, user, bodies } = open(day([item({ act })]), summaryOf([{ ...row, by_itself: null }]));
  const panel = within(await screen.findByRole('complementary', { name: 'About acme.example' }));
  await user.selectOptions(await panel.findByLabelText('Highlight'), 'Red');
  await user.type(panel.getByLabelText('What was said', { selector: 'textarea' }), 'Called');
  await user.click(panel.getByRole('button', { name: 'Add' }));
  return { panel, bodies };
}

test.each([
  ['talk', `${OWN_FIELDS} Press d for the whole form.`],
  ['set', OWN_FIELDS],
] as const)(
  'a status with fields of its own names the key of this place, if one opens them: %s',
  async (act, words) => {
    const { panel, bodies } = await flagAlone(act);
    expect(await panel.findByText(words)).toBeTruthy();
    expect(bodies(followUp.addComment)).toEqual([]);
  },
);

const ofMail = item({ inbound_id: 5, inbound_kind: 'reply', sentence: 'They answered on 23 Nov: “Call me”.' });
const answered = answering(inbound.message, {
  message: mail({ inbound_id: 5 }),
  to: 'renew@desk.example',
  text: 'Call me',
  answers: null,
});

test('m opens the mail that asks for it; once it is seen to, the next item comes', async () => {
  let items = [ofMail, item({ renewal_id: 2, domain_name: 'indus.example' })];
  const { screen, user, bodies, address } = open(
    () => day(items),
    answered,
    answering(inbound.settle, () => {
      items = items.slice(1);
      return {};
    }),
  );
  await screen.findByRole('button', { name: /^Read the mail/ });

  await user.keyboard('m');

  const dialog = within(await screen.findByRole('dialog', { name: 'Reply from ravi@acme.example' }));
  expect(address()).toBe('/home/my_day?mail=5');
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  await screen.findByRole('complementary', { name: 'About indus.example' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Read the mail/ })).toBeNull();
  expect(address()).toBe('/home/my_day');
  expect(bodies(inbound.settle)).toEqual([{ inbound_id: 5 }]);
});

test('a mail is seen to though nothing else is to be done', async () => {
  let items = [ofMail];
  const { screen, user, address } = open(
    () => day(items),
    answered,
    answering(inbound.settle, () => {
      items = [];
      return {};
    }),
  );
  await user.click(await screen.findByRole('button', { name: /^Read the mail/ }));
  await user.click(await screen.findByRole('button', { name: 'Done' }));
  await screen.findByText('Nothing to do');
  await screen.findByText('The mail is done');
  await waitFor(() => expect(address()).toBe('/home/my_day'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
