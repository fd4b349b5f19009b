import type { ReplyOf } from '@desk/contract/call';
import { reminders, type ReminderStep } from '@desk/contract/renewal-work/reminders';
import { Link } from '@tanstack/react-router';
import { cleanup, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing, show, showPages } from '../../testing/show.tsx';
import { onMonday } from '../../testing/on-monday.ts';
import { ReminderPolicyDialog } from './policy-dialog.tsx';

onMonday();

const step = (days_before: number, own: Partial<ReminderStep> = {}): ReminderStep => ({
  ...{
    key: `email-${String(days_before)}`,
    days_before,
    purpose: 'decision',
    outcomes: [],
    segments: [],
    channel: 'Email',
    to: 'first',
  },
  ...{ subject: 'Renewal of {domain}', text: 'By {last_day}: {link}' },
  ...own,
});
type Known = ReplyOf<typeof reminders.policy>;
const known = (own: Partial<Known> = {}): Known => ({
  ...{ policy_id: 4, is_on: false, steps: [step(30), step(60)], saved_by: null, saved_at: null, may_save: true },
  ...own,
});
const NEXT = { day: '2026-11-26', mails: 41, people: 38 };
const MAIL = {
  ...{ day: '2026-11-26', channel: 'Email' as const, recipient: 'ravi@acme.example', name: 'Ravi Iyer' },
  ...{
    subject: 'Renewal of acme.example',
    text: 'Dear Ravi Iyer,',
    renewals: [{ renewal_id: 7, domain_name: 'acme.example' }],
  },
};
function open(policy: Known | (() => Known), ...answers: Parameters<typeof show>[1][]) {
  const closed: boolean[] = [];
  const shown = show(
    <ReminderPolicyDialog onClose={() => closed.push(true)} />,
    answering(reminders.policy, policy),
    ...answers,
    answering(reminders.previewPolicy, { next: NEXT, days: [NEXT], mails: [MAIL], stopped: 3 }),
    answering(reminders.savePolicy, { policy_id: 5 }),
  );
  return { ...shown, closed };
}
type Shown = ReturnType<typeof open>;
const press = async ({ screen, user }: Shown, name: string) => user.click(await screen.findByRole('button', { name }));
const sentences = async ({ screen }: Shown) =>
  within(await screen.findByRole('list', { name: 'Steps' }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('span')?.textContent);

test('steps read as sentences, the earliest first, and beside them what would go', async () => {
  const shown = open(
    known({ steps: [step(30, { to: 'everybody', outcomes: ['ends'], segments: ['SMB'] }), step(60)] }),
  );
  expect(await sentences(shown)).toEqual([
    '60 days before the last day: e-mail to the first who can be reached',
    '30 days before the last day: e-mail to everybody who can be reached, for what ends and customers in SMB',
  ]);
  const { screen } = shown;
  expect(await screen.findByText(/Thu 26 Nov: 41 messages to 38 people\. 3 reminders would be stopped/)).toBeTruthy();
  expect(screen.getByText(/ravi@acme.example: acme.example/)).toBeTruthy();
  expect(screen.getByText('Nothing is sent by itself.')).toBeTruthy();
});

const NO_LINK = 'Its text has no {link}: the button to decide by stands at the end of the mail.';
const TWICE = 'Another step asks the same people on the same day: they then stand twice in the list of a renewal.';
test.each([
  ['a text without a link', [step(30, { text: 'Decide, please.' })], [[NO_LINK]]],
  ['a reminder of payment', [step(30, { purpose: 'payment', text: 'Pay {owed}' })], [[]]],
  ['what goes by WhatsApp', [step(30, { channel: 'WhatsApp', subject: '', text: '' })], [[]]],
  ['two on one day to the same people', [step(30), step(30, { key: null, subject: 'Again' })], [[TWICE], [TWICE]]],
  ['two on one day to others', [step(30), step(30, { to: 'payer' })], [[], []]],
  ['two of which one is for some', [step(30), step(30, { outcomes: ['ends'], segments: ['SMB'] })], [[TWICE], [TWICE]]],
  ['two that no renewal has', [step(30, { outcomes: ['renews'] }), step(30, { outcomes: ['ends'] })], [[], []]],
])('%s: what is to be known of a step stands at it, and it can be saved', async (_, steps, remarks) => {
  const shown = open(known({ steps }));
  const list = within(await shown.screen.findByRole('list', { name: 'Steps' }));
  const found = list
    .getAllByRole('listitem')
    .map((row) => [...row.querySelectorAll('p')].flatMap(({ textContent: text }) => (text === NO_LINK || text === TWICE ? [text] : []))); // prettier-ignore
  expect(found).toEqual(remarks);
});

test('a remark stops no saving', async () => {
  const shown = open(known({ steps: [step(30), step(30, { key: null, text: 'Decide, please.' })] }));
  await sentences(shown);
  await press(shown, 'Remove: step 1');
  expect(shown.screen.getByText(NO_LINK)).toBeTruthy();
  expect(shown.screen.queryByText(TWICE)).toBeNull();
  await press(shown, 'Save');
  await expect.poll(() => shown.bodies(reminders.savePolicy)).toMatchObject([{ steps: [{ text: 'Decide, please.' }] }]);
});

test.each([
  [{ mails: 0, people: 0 }, 'On Thu 26 Nov nothing goes out.'],
  [{ mails: 1, people: 1 }, 'On Thu 26 Nov 1 message to 1 person goes out.'],
  [{ mails: 2, people: 1 }, 'On Thu 26 Nov 2 messages to 1 person go out.'],
])('the question before it says of %j: %s', async (own, words) => {
  const next = { ...NEXT, ...own };
  const shown = open(known(), answering(reminders.previewPolicy, { next, days: [next], mails: [], stopped: 0 }));
  await sentences(shown);
  await press(shown, 'Switch on');
  expect(await within(await shown.screen.findByRole('alertdialog')).findByText(words)).toBeTruthy();
});

test('switching on asks, and says how many go and when', async () => {
  const shown = open(known());
  await sentences(shown);
  await shown.screen.findByText(/41 messages to 38 people\./);
  await press(shown, 'Switch on');
  const question = await shown.screen.findByRole('alertdialog');
  expect(within(question).getByText('On Thu 26 Nov 41 messages to 38 people go out.')).toBeTruthy();
  await shown.user.click(within(question).getByRole('button', { name: 'Switch on' }));
  await expect.poll(() => shown.closed).toEqual([true]);
  expect(shown.bodies(reminders.savePolicy)).toMatchObject([
    { is_on: true, seen: 4, steps: [{ key: 'email-60' }, { key: 'email-30' }] },
  ]);
});

test('a step is added at its place, changed, and removed; a placeholder that stands for nothing is refused', async () => {
  const shown = open(known());
  const { screen, user } = shown;
  await sentences(shown);
  await press(shown, 'Add reminder');
  const dialog = (await screen.findAllByRole('dialog')).at(-1) as HTMLElement;
  await user.type(within(dialog).getByLabelText(/Days before/), '45');
  await user.type(within(dialog).getByLabelText(/^Text/), 'Dear {{customer}');
  await user.click(within(dialog).getByRole('button', { name: 'Add reminder' }));
  expect(within(dialog).getByText(/\{customer\} stands for nothing\./)).toBeTruthy();
  await user.clear(within(dialog).getByLabelText(/^Text/));
  await user.type(within(dialog).getByLabelText(/^Text/), 'By {{last_day}');
  await user.click(within(dialog).getByRole('button', { name: 'Add reminder' }));
  await expect
    .poll(() => sentences(shown))
    .toEqual([expect.stringMatching(/^60 days/), expect.stringMatching(/^45 days/), expect.stringMatching(/^30 days/)]);
  await press(shown, 'Remove: step 1');
  expect(await sentences(shown)).toHaveLength(2);
  await press(shown, 'Save');
  await expect
    .poll(() => shown.bodies(reminders.savePolicy))
    .toMatchObject([
      { is_on: false, steps: [{ key: null, days_before: 45, text: 'By {last_day}' }, { key: 'email-30' }] },
    ]);
});

test('what is typed into a step that is not saved yet is in no other one', async () => {
  const steps = [step(60, { key: null }), step(30, { key: null })];
  const typing = open(known({ steps }));
  await press(typing, 'Edit: step 1');
  await typing.user.type(await typing.screen.findByLabelText(/^Subject/), ', please decide');
  cleanup();

  const shown = open(known({ steps }));
  const subjectOf = async (name: string) => {
    await press(shown, name);
    return (await shown.screen.findByLabelText<HTMLInputElement>(/^Subject/)).value;
  };
  expect(await subjectOf('Edit: step 2')).toBe('Renewal of {domain}');
  await shown.user.keyboard('{Escape}');
  expect(await subjectOf('Edit: step 1')).toBe('Renewal of {domain}, please decide');
});

test('what is typed into a step and discarded on leaving the page is gone', async () => {
  const shown = showPages(
    '/list',
    {
      '/list': <Link to={'/policy' as '/'}>Reminders</Link>,
      '/policy': (
        <>
          <Link to={'/list' as '/'}>Leave</Link>
          <ReminderPolicyDialog onClose={() => undefined} />
        </>
      ),
    },
    answering(reminders.policy, known()),
    answering(reminders.previewPolicy, { next: NEXT, days: [NEXT], mails: [MAIL], stopped: 3 }),
  );
  const subject = async () => {
    await shown.user.click(await shown.screen.findByText('Reminders'));
    await shown.user.click(await shown.screen.findByRole('button', { name: 'Edit: step 1' }));
    return shown.screen.findByLabelText<HTMLInputElement>(/^Subject/);
  };
  await shown.user.type(await subject(), ', please decide');
  await shown.user.click(shown.screen.getByText('Leave'));
  await shown.user.click(await shown.screen.findByRole('button', { name: 'Discard' }));

  expect((await subject()).value).toBe('Renewal of {domain}');
});

test('a reminder of payment brings its text and asks who pays; what was written stays', async () => {
  const shown = open(known());
  const { screen, user } = shown;
  await sentences(shown);
  await press(shown, 'Add reminder');
  const dialog = within((await screen.findAllByRole('dialog')).at(-1) as HTMLElement);
  await user.type(dialog.getByLabelText(/Days before/), '10');
  await user.selectOptions(dialog.getByLabelText('Asks for'), 'payment');
  expect(dialog.getByLabelText(/^To/)).toHaveProperty('value', 'payer');
  expect(dialog.getByLabelText(/^Text/)).toHaveProperty('value', expect.stringContaining('{invoices}'));
  expect(dialog.queryByLabelText('By')).toBeNull();
  expect(dialog.getByText('{owed}')).toBeTruthy();
  await user.clear(dialog.getByLabelText(/^Subject/));
  await user.type(dialog.getByLabelText(/^Subject/), 'Decide {{link}');
  await user.click(dialog.getByRole('button', { name: 'Add reminder' }));
  expect(dialog.getByText(/\{link\} stands for nothing\. There are .*\{owed\} and \{invoices\}\./)).toBeTruthy();
  await user.selectOptions(dialog.getByLabelText('Asks for'), 'decision');
  expect(dialog.getByLabelText(/^Subject/)).toHaveProperty('value', 'Decide {link}');
  await user.selectOptions(dialog.getByLabelText('Asks for'), 'payment');
  await user.clear(dialog.getByLabelText(/^Subject/));
  await user.type(dialog.getByLabelText(/^Subject/), 'To pay');
  await user.click(dialog.getByRole('button', { name: 'Add reminder' }));
  await expect
    .poll(() => sentences(shown))
    .toContain('10 days before the last day: e-mail about the payment to the payer');
});

test('where a colleague saved first the newer one is read, and what was done is saved over it', async () => {
  let policy = known();
  const saving = answering(reminders.savePolicy, ({ seen }) =>
    seen === policy.policy_id ? { policy_id: 9 } : refusing(409),
  );
  const shown = open(() => policy, saving);
  await sentences(shown);
  await press(shown, 'Remove: step 2');
  policy = known({ policy_id: 8, steps: [step(10)] });
  await press(shown, 'Save');
  expect(await shown.screen.findByText(reminders.savePolicy.refusals[409])).toBeTruthy();
  await press(shown, 'Load the current data');
  expect(await shown.screen.findByText(/By now: switched off; 10 days before the last day/)).toBeTruthy();
  await press(shown, 'Save');
  await expect.poll(() => shown.closed).toEqual([true]);
});

test('who may not save reads', async () => {
  const shown = open(known({ may_save: false }));
  expect(await sentences(shown)).toHaveLength(2);
  expect(shown.screen.queryByRole('button', { name: 'Switch on' })).toBeNull();
  expect(shown.screen.getByText(/Only an administrator/)).toBeTruthy();
});
