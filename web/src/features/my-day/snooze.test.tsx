import { myDay } from '@desk/contract/renewal-work/my-day';
import { expect, test } from 'vitest';
import { onMonday } from '../../testing/on-monday.ts';
import { answering, refusing, slowly } from '../../testing/show.tsx';
import { beforeItsEnd, staysWords } from './model.ts';
import { day, item, open, planDialog } from './testing/open-day.tsx';

onMonday();
const TODAY = '2026-11-23';

/** Plans what is next on the first item, and presses Save once. */
async function putOff({ screen, user }: Pick<ReturnType<typeof open>, 'screen' | 'user'>) {
  await screen.findByRole('complementary', { name: 'About acme.example' });
  await user.keyboard('s');
  const dialog = await planDialog('acme.example');
  await user.type(dialog.getByLabelText(/^Reason/), 'Asked to call back');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  return dialog;
}

test('what came while somebody put something off is shown beside what they typed, and whoever presses again has seen it', async () => {
  let items = [item({ seen: '4/' })];
  const { screen, user, bodies } = open(
    () => day(items),
    answering(myDay.setNext, ({ seen }) => {
      if (seen === '5/') return { was: null };
      items = [item({ seen: '5/', sentence: 'They answered on 23 Nov.' })];
      return refusing(409, { message: myDay.setNext.refusals[409] });
    }),
  );
  const dialog = await putOff({ screen, user });

  await dialog.findByText(/^Something has come about this renewal/);
  await dialog.findByText('By now: They answered on 23 Nov. What you typed is still here.');
  expect(dialog.getByDisplayValue('Asked to call back')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText(/^Next on acme.example/);
  expect(bodies(myDay.setNext)).toMatchObject([{ seen: '4/' }, { seen: '5/' }]);
});

test('what became another item meanwhile is found wherever it stands, and can be put off by who has seen it', async () => {
  let items = [item({ seen: '4/' }), item({ renewal_id: 2, domain_name: 'indus.example' })];
  const { screen, user, bodies } = open(
    () => day(items),
    answering(myDay.setNext, ({ seen }) => {
      if (seen === '5/31/draft') return { was: null };
      const decided = item({
        seen: '5/31/draft',
        instruction_id: 31,
        kind: 'approve',
        act: 'confirm',
        sentence: 'They decided.',
      });
      items = [item({ renewal_id: 2, domain_name: 'indus.example' }), decided];
      return refusing(409, { message: myDay.setNext.refusals[409] });
    }),
  );
  const dialog = await putOff({ screen, user });

  await dialog.findByText('By now: They decided. What you typed is still here.');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText(/^Next on acme.example/);
  expect(bodies(myDay.setNext)).toMatchObject([{ seen: '4/' }, { seen: '5/31/draft' }]);
});

const OVERDUE = item({ group: 'overdue', days_late: 3, day: '2026-11-20', last_safe_day: '2026-11-20' });

test('what is overdue stays in the list whatever is planned; it says so before and after, and the plan is read beside it', async () => {
  const planned = { kind: 'wait', day: '2026-11-27', time: null, reason: 'Buyer is on holiday' } as const;
  const { screen, user } = open(day([{ ...OVERDUE, planned }]), answering(myDay.setNext, { was: null }));
  expect(await screen.findByText('Planned: Wait for the customer on Fri 27 Nov: Buyer is on holiday')).toBeTruthy();

  await user.keyboard('s');
  const dialog = await planDialog('acme.example');
  await user.click(dialog.getByRole('button', { name: 'In a week' }));
  expect(dialog.getByText('It is overdue and stays in your list until it is done.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Save' }));

  await screen.findByText(/^Next on acme.example: .* It is overdue and stays in your list until it is done\.$/);
});

test('a plan begins with the next day on which somebody works, and not with a holiday', async () => {
  const { answer, arrives } = slowly({ next: null, days_off: ['2026-11-24'] });
  // The panel beside the list asks for a status: of that answer the dialog knows nothing.
  const { screen, user } = open(
    day([item()]),
    answering(myDay.nextAfter, ({ status }) => (status === undefined ? answer() : refusing(404))),
  );
  await screen.findByRole('complementary', { name: 'About acme.example' });
  await user.keyboard('s');
  await screen.findByRole('dialog', { name: 'What is next: acme.example' });
  arrives();

  expect((await screen.findByLabelText<HTMLInputElement>(/^Day/)).value).toBe('2026-11-25');
});

test('where the holidays cannot be fetched, a plan begins with the next weekday', async () => {
  const { screen, user } = open(
    day([item()]),
    answering(myDay.nextAfter, () => refusing(500)),
  );
  await screen.findByRole('complementary', { name: 'About acme.example' });
  await user.keyboard('s');

  expect((await screen.findByLabelText<HTMLInputElement>(/^Day/)).value).toBe('2026-11-24');
});

test.each([
  [
    'overdue, and planned for a later day',
    OVERDUE,
    '2026-11-24',
    'It is overdue and stays in your list until it is done.',
  ],
  ['overdue, and planned for today', OVERDUE, TODAY, undefined],
  ['only its plan is late', item({ group: 'overdue', days_late: 1, day: '2026-11-22' }), '2026-11-24', undefined],
  [
    'on its last safe day',
    item({ last_safe_day: TODAY }),
    '2026-11-24',
    'Its last safe day is today: it stays in your list.',
  ],
  ['an approval', item({ kind: 'approve' }), '2026-11-24', 'It stays in your list until it is approved or refused.'],
  [
    'waits for approval',
    item({ group: 'waiting', waiting_for: 'approval' }),
    '2026-11-24',
    'It waits for approval all the same.',
  ],
  ['waits for the customer', item({ group: 'waiting', last_safe_day: TODAY }), '2026-11-24', undefined],
  ['of today, and may wait', item(), '2026-11-24', undefined],
  [
    'past its last safe day',
    item({ last_safe_day: '2026-11-26' }),
    '2026-11-27',
    'Its last safe day is Thu 26 Nov: it is in your list again then.',
  ],
  [
    'past the end of its term',
    item({ last_safe_day: null, renewal_date: TODAY }),
    '2026-11-24',
    'Its term ends before, today.',
  ],
])('where it stands after it was planned: %s', (_, one, planned, words) => {
  expect(staysWords(one, planned, TODAY)).toBe(words);
});

test('no day is proposed on which it is too late, unless it is too late already', () => {
  const ends = (renewal_date: string) => item({ last_safe_day: null, renewal_date });
  expect(beforeItsEnd('2026-11-24', ends(TODAY), TODAY)).toBe(TODAY);
  expect(beforeItsEnd('2026-11-24', ends('2026-12-01'), TODAY)).toBe('2026-11-24');
  expect(beforeItsEnd('2026-11-24', ends('2026-11-20'), TODAY)).toBe('2026-11-24');
});
