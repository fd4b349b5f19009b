import { followUp } from '@desk/contract/follow-up';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { businessDay } from '../../kit/text/clock.ts';
import { answering, refusing, show } from '../../testing/show.tsx';
import { CommentInPlace } from '../domain-page/comment-in-place.tsx';
import { renewalRow } from '../testing/renewal.ts';
import { soon, workDayLater } from './words.ts';

const NEXT = /^Next step/;
const byItself = (next: object | null) =>
  answering(myDay.nextAfter, {
    next: next && {
      kind: 'call',
      day: '2099-11-30',
      time: null,
      waiting_for: null,
      sentence: '',
      is_planned: false,
      ...next,
    },
    days_off: [],
  });
const open = async (...answers: Parameters<typeof show>[1][]) => {
  const shown = show(<CommentInPlace renewal={renewalRow()} onNext={undefined} />, ...answers);
  await shown.screen.findByLabelText(NEXT);
  const chosen = () => shown.screen.getByLabelText<HTMLSelectElement>(NEXT).selectedOptions[0]?.textContent;
  return { ...shown, chosen, write: () => shown.user.type(shown.screen.getByLabelText('What was said'), 'Called') };
};
const saving = answering(followUp.addComment, {});

test.each([
  [{}, 'Call, Mon 30 Nov 2099'],
  [{ day: '2020-01-01' }, 'Call, today'],
  [{ kind: 'quote', is_planned: true, day: '2099-12-02' }, 'Send a quote, Wed 2 Dec 2099, as planned'],
  [{ kind: 'wait', waiting_for: 'provider', day: '2099-12-31' }, 'Nothing until Thu 31 Dec 2099'],
  [null, 'Nothing: it is closed'],
])('where %j is next by itself it says so, and a comment alone is saved as ever', async (next, words) => {
  const { screen, user, chosen, write, bodies } = await open(byItself(next), saving);
  await expect.poll(chosen).toBe(words);

  await write();
  await user.click(screen.getByText('Add'));

  expect(bodies(followUp.addComment)).toEqual([{ comment: 'Called', renewal_id: 7 }]);
});

test('it asks anew for the status that is chosen', async () => {
  const { screen, user, bodies } = await open(byItself({}));
  await user.selectOptions(screen.getByLabelText('Status'), 'In Discussion');
  await expect.poll(() => bodies(myDay.nextAfter)).toContainEqual({ renewal_id: 7, status: 'In Discussion' });
});

test('one choice plans something else, on the next working day unless another day is chosen', async () => {
  const { screen, user, write, bodies } = await open(byItself({}), saving);
  await write();
  await user.selectOptions(screen.getByLabelText(NEXT), 'Send a quote');
  const day = workDayLater(businessDay(), 1, []);
  expect(screen.getByLabelText<HTMLInputElement>(/^On/).value).toBe(day);

  await user.click(screen.getByText('Add'));

  const next = { kind: 'quote', day };
  expect(bodies(followUp.addComment)).toEqual([{ comment: 'Called', renewal_id: 7, next }]);
  expect(screen.queryByLabelText(/^On/)).toBeNull();
});

test.each([
  ['', 'Enter a date'],
  ['2001-01-01', 'Choose a day from today on, within a year.'],
])('the day %j is refused at its field, and nothing is sent', async (day, message) => {
  const { screen, user, write, bodies } = await open(byItself({}), saving);
  await write();
  await user.selectOptions(screen.getByLabelText(NEXT), 'Call');
  fireEvent.change(screen.getByLabelText(/^On/), { target: { value: day } });

  await user.click(screen.getByText('Add'));

  expect(screen.getAllByText(message).length).toBeGreaterThan(0);
  expect(bodies(followUp.addComment)).toEqual([]);
});

test('where it cannot be told what is next, a comment is saved all the same', async () => {
  const { screen, user, chosen, write, bodies } = await open(
    answering(myDay.nextAfter, () => refusing(500, { message: 'Not now' })),
    saving,
  );
  expect(chosen()).toBe('By itself');
  await write();
  await user.click(screen.getByText('Add'));
  expect(bodies(followUp.addComment)).toHaveLength(1);
});

test('what is put off falls on no weekend and no holiday', () => {
  const days = (today: string, off: readonly string[]) => soon(today, off).map(([, day]) => day);
  expect(days('2026-11-28', ['2026-12-07'])).toEqual(['2026-11-30', '2026-12-01', '2026-12-08', '2026-12-14']);
  expect(days('2026-11-26', ['2026-11-27', '2026-11-30'])).toEqual([
    '2026-12-01',
    '2026-12-01',
    '2026-12-03',
    '2026-12-10',
  ]);
});
