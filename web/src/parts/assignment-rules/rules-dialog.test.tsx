import type { ReplyOf } from '@desk/contract/call';
import { assignmentRules } from '@desk/contract/renewal-work/assignment-rules';
import { Link } from '@tanstack/react-router';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing, show } from '../../testing/show.tsx';
import { AssignmentRulesDialog } from './rules-dialog.tsx';

type Known = ReplyOf<typeof assignmentRules.list>;
type Shown = ReturnType<typeof show>;

const RITIKA = { account_id: 5, name: 'Ritika' };
const RAVI = { account_id: 6, name: 'Ravi' };
const MEERA = { account_id: 7, name: 'Meera' };
const ANY = {
  ...{ zone: null, segment: null, seats_from: null, seats_to: null },
  ...{ reseller_id: null, reseller: null, product: null, passed_over: null },
} as const;
const WEST: Known['rules'][number] = {
  ...{ ...ANY, rule_id: 11, zone: 'West', segment: 'Education', seats_from: 50, seats_to: 200 },
  ...{ choice: 'round_robin', people: [RITIKA, RAVI] },
};
const NORTH: Known['rules'][number] = {
  ...{ ...ANY, rule_id: 12, zone: 'North', reseller_id: 3, reseller: 'Acme Partners' },
  ...{ choice: 'person', people: [MEERA] },
  passed_over: 'Meera is suspended or without a screen of renewals: this rule is passed over.',
};
const known = (rules: Known['rules'], may_save = true): Known => ({
  ...{ rules, people: [RITIKA, RAVI], products: ['Business Starter'], may_save },
});
const previewed = { people: [{ ...RITIKA, count: 12 }, { ...RAVI, count: 10 }], unassigned: 12 }; // prettier-ignore

function open(reply: Known | (() => Known), ...more: Parameters<typeof show>[1][]) {
  const closed: true[] = [];
  const list = answering(assignmentRules.list, reply);
  const preview = answering(assignmentRules.preview, previewed);
  const shown = show(<AssignmentRulesDialog onClose={() => closed.push(true)} />, ...more, list, preview);
  return { ...shown, closed };
}

const press = async (shown: Shown, name: string | RegExp) =>
  shown.user.click(await shown.screen.findByRole('button', { name }));
const sentences = async ({ screen }: Shown) =>
  within(await screen.findByRole('list', { name: 'Assignment rules' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('span')?.textContent);
const NORTH_WORDS = 'North, through Acme Partners → Meera';
const WEST_WORDS = 'West, education, 50 to 200 seats → in turn: Ritika, Ravi';

test('each rule stands as a sentence in its order, with why it is passed over, beside who would get what', async () => {
  const shown = open(known([WEST, NORTH]));
  expect(await sentences(shown)).toEqual([WEST_WORDS, NORTH_WORDS]);
  expect(shown.screen.getByText(NORTH.passed_over ?? '')).toBeTruthy();
  expect(
    await shown.screen.findByText('Of 34 licence renewals that nobody has: Ritika 12, Ravi 10, 12 stay unassigned.'),
  ).toBeTruthy();
});

test('a rule is moved by its buttons, which keep the focus; it is announced, tried anew and saved in that order', async () => {
  const shown = open(known([WEST, NORTH]), answering(assignmentRules.save, {}));
  const { screen, user, bodies, closed } = shown;
  expect(await sentences(shown)).toHaveLength(2);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  screen.getByRole('button', { name: 'Move down: rule 1' }).focus();
  await user.keyboard('{Enter}');
  expect(await sentences(shown)).toEqual([NORTH_WORDS, WEST_WORDS]);
  expect(screen.getByText(`${WEST_WORDS}: now rule 2 of 2`).getAttribute('role')).toBe('status');
  const moved = screen.getByRole('button', { name: 'Move down: rule 2' });
  expect(document.activeElement).toBe(moved);
  expect(moved.getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Enter}');
  expect(await sentences(shown)).toEqual([NORTH_WORDS, WEST_WORDS]);

  await expect.poll(() => bodies(assignmentRules.preview).length).toBe(2);
  expect(bodies(assignmentRules.preview)[1]).toMatchObject({ rules: [{ zone: 'North' }, { zone: 'West' }] });
  await press(shown, 'Save');
  expect(await screen.findByText('Assignment rules saved')).toBeTruthy();
  expect(bodies(assignmentRules.save)).toMatchObject([
    {
      rules: [
        { zone: 'North', people: [7] },
        { zone: 'West', people: [5, 6] },
      ],
      seen: [11, 12],
    },
  ]);
  expect(closed).toEqual([true]);
});

test('without a rule it says what happens; one is added with a reseller that is searched for', async () => {
  const resellers = answering(assignmentRules.resellers, {
    resellers: [
      { reseller_id: 3, company_name: 'Acme Partners', email: 'a@acme.example' },
      { reseller_id: 4, company_name: 'Acme Resale', email: 'b@acme.example' },
    ],
  });
  const shown = open(known([]), resellers);
  const { screen, user, bodies } = shown;
  expect(
    await screen.findByText('New renewals stay with who had the term before; else they are Unassigned.'),
  ).toBeTruthy();
  await press(shown, 'Add rule');
  const dialog = within(screen.getByRole('dialog', { name: 'Add rule' }));
  await user.type(dialog.getByLabelText('Seats from'), '1,000');
  await user.type(dialog.getByLabelText('Seats to'), '20');
  await user.click(dialog.getByRole('button', { name: 'Add rule' }));
  expect((await dialog.findAllByText('The most cannot be less than the least.')).length).toBeGreaterThan(0);
  expect(dialog.getAllByText('Choose one person').length).toBeGreaterThan(0);
  await user.clear(dialog.getByLabelText('Seats to'));
  await user.selectOptions(dialog.getByLabelText('Product'), 'Business Starter');
  await user.type(dialog.getByRole('combobox', { name: 'Reseller' }), 'acme');
  expect(await dialog.findAllByRole('option', { name: /@acme.example/ })).toHaveLength(2);
  await user.keyboard('{ArrowDown}{Enter}');
  await user.selectOptions(dialog.getByLabelText('Who gets them'), 'least_value');
  await user.selectOptions(dialog.getByLabelText(/^People/), '6');
  await user.selectOptions(dialog.getByLabelText(/^People/), '5');
  await user.click(dialog.getByRole('button', { name: 'Add rule' }));

  expect(await sentences(shown)).toEqual([
    '1,000 seats or more, Business Starter, through Acme Resale → who has the least open value: Ravi, Ritika',
  ]);
  expect(bodies(assignmentRules.resellers)).toEqual([{ search: 'acme' }]);
  await expect
    .poll(() => bodies(assignmentRules.preview).at(-1))
    .toMatchObject({
      rules: [{ seats_from: 1000, reseller_id: 4, product: 'Business Starter', choice: 'least_value', people: [6, 5] }],
    });
});

test('a rule is changed and removed; once it names others nothing says that it is passed over', async () => {
  const shown = open(known([WEST, NORTH]));
  const { screen, user } = shown;
  await sentences(shown);
  await press(shown, 'Edit: rule 2');
  const dialog = within(screen.getByRole('dialog', { name: 'Change rule' }));
  expect(dialog.getByLabelText<HTMLSelectElement>(/^Person/).value).toBe('7');
  await user.selectOptions(dialog.getByLabelText(/^Person/), '6');
  await user.clear(dialog.getByRole('combobox', { name: 'Reseller' }));
  await user.click(dialog.getByRole('button', { name: 'Change rule' }));
  expect(await sentences(shown)).toEqual([WEST_WORDS, 'North → Ravi']);
  expect(screen.queryByText(/passed over/)).toBeNull();

  await press(shown, 'Remove: rule 1');
  expect(await sentences(shown)).toEqual(['North → Ravi']);
  expect(screen.getByText(`Rule 1 removed: ${WEST_WORDS}`)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove: rule 1' }));
  await press(shown, 'Remove: rule 1');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add rule' }));
});

test('who may not save reads the rules, and what they would do', async () => {
  const shown = open(known([WEST], false));
  expect(await sentences(shown)).toEqual([WEST_WORDS]);
  expect(await shown.screen.findByText(/Of 34 licence renewals/)).toBeTruthy();
  const names = shown.screen.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent);
  expect(names).toEqual(['Close', 'Close dialog']);
});

test('where a colleague saved first nothing is lost: the newer rules are read, and what was done is saved over them', async () => {
  let rules = [WEST, NORTH];
  const saving = answering(assignmentRules.save, ({ seen }) =>
    seen.join() === rules.map(({ rule_id: id }) => id).join() ? {} : refusing(409),
  );
  const shown = open(() => known(rules), saving);
  const { screen, bodies, closed } = shown;
  await sentences(shown);
  await press(shown, 'Remove: rule 2');
  rules = [{ ...WEST, rule_id: 21, seats_to: null }];
  await press(shown, 'Save');
  expect(await screen.findByText(assignmentRules.save.refusals[409])).toBeTruthy();
  expect(await sentences(shown)).toEqual([WEST_WORDS]);

  await press(shown, 'Load the current data');
  expect(
    await screen.findByText(/By now: West, education, 50 seats or more → in turn: Ritika, Ravi. What you typed/),
  ).toBeTruthy();
  expect(screen.queryByText(assignmentRules.save.refusals[409])).toBeNull();
  expect(await sentences(shown)).toEqual([WEST_WORDS]);
  await press(shown, 'Save');
  await expect.poll(() => closed).toEqual([true]);
  expect(bodies(assignmentRules.save)[1]).toMatchObject({ rules: [{ seats_to: 200 }], seen: [21] });
});

test('rules that the server refuses stay as they were written, with its words', async () => {
  const refused = answering(assignmentRules.save, () => refusing(422));
  const shown = open(known([WEST, NORTH]), refused);
  await sentences(shown);
  await press(shown, 'Move up: rule 2');
  await press(shown, 'Save');
  expect(await shown.screen.findByText(assignmentRules.save.refusals[422])).toBeTruthy();
  expect(await sentences(shown)).toEqual([NORTH_WORDS, WEST_WORDS]);
  expect(shown.closed).toEqual([]);
});

test('closing asks once something was changed, and only then', async () => {
  const shown = open(known([WEST, NORTH]));
  await sentences(shown);
  await press(shown, 'Remove: rule 1');
  await press(shown, 'Close');
  await press(shown, 'Keep editing');
  expect(await sentences(shown)).toEqual([NORTH_WORDS]);
  expect(shown.closed).toEqual([]);
  await press(shown, 'Close');
  await press(shown, 'Discard');
  expect(shown.closed).toEqual([true]);
});

test('leaving the page asks too, as long as something is not saved', async () => {
  const Page = () => (
    <>
      <Link to={'/elsewhere' as '/'}>Leave</Link>
      <AssignmentRulesDialog onClose={() => undefined} />
    </>
  );
  const saving = answering(assignmentRules.save, {});
  const preview = answering(assignmentRules.preview, previewed);
  const shown = show(<Page />, answering(assignmentRules.list, known([WEST, NORTH])), saving, preview);
  const { screen, user, address } = shown;
  await sentences(shown);
  await press(shown, 'Remove: rule 1');
  await press(shown, 'Add rule');
  await user.type(await screen.findByLabelText(/^Seats from/), '50');
  await user.click(screen.getByText('Leave'));
  await press(shown, 'Keep editing');
  expect([address(), await sentences(shown)]).toEqual(['/', [NORTH_WORDS]]);
  await user.click(screen.getByText('Leave'));
  await press(shown, 'Discard');
  expect(await screen.findByText('Somewhere else')).toBeTruthy();
  expect(Object.keys(sessionStorage).filter((name) => name.startsWith('desk:draft:'))).toEqual([]);
});

test('who may not look is refused in words', async () => {
  const { screen } = show(
    <AssignmentRulesDialog onClose={() => undefined} />,
    answering(assignmentRules.list, () => refusing(403)),
  );
  expect(await screen.findByText(assignmentRules.list.refusals[403])).toBeTruthy();
});
