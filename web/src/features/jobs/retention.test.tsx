import { jobs, RETENTION } from '@desk/contract/jobs';
import { waitFor, type Screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing, show } from '../../testing/show.tsx';
import { RetentionForm } from './retention.form.tsx';

function open(...answers: Parameters<typeof show>[1][]) {
  const shown = show(<RetentionForm />, ...answers, answering(jobs.retention, { retention: RETENTION }));
  const press = async (name: string) => shown.user.click(await shown.screen.findByRole('button', { name }));
  return { ...shown, press };
}

const days = (screen: Screen, label: string) => screen.findByRole<HTMLInputElement>('textbox', { name: label });

test('days that are longer are saved as they are typed', async () => {
  const { screen, user, press, bodies } = open(answering(jobs.setRetention, {}));
  const field = await days(screen, 'Messages');
  expect(field.value).toBe('730');

  await user.clear(field);
  await user.type(field, '1095');
  await press('Save');

  await screen.findByText('How long things are kept is saved');
  expect(bodies(jobs.setRetention)).toEqual([{ retention: { ...RETENTION, messages: 1095 }, seen: RETENTION }]);
  expect(screen.getByText(/The audit log is kept for ever\.$/)).toBeTruthy();
});

test('days that are shorter delete something, so that is asked first', async () => {
  const { screen, user, press, bodies } = open(answering(jobs.setRetention, {}));
  const field = await days(screen, 'Runs');
  await user.clear(field);
  await user.type(field, '30');

  await press('Save');

  await screen.findByRole('alertdialog', { name: 'Keep it for less time?' });
  expect(bodies(jobs.setRetention)).toEqual([]);
  await press('Save and delete');
  const set = { retention: { ...RETENTION, runs: 30 }, seen: RETENTION };
  await waitFor(() => expect(bodies(jobs.setRetention)).toEqual([set]));
});

test.each([
  ['Messages', '29', 'At least 30 days'],
  ['Checks', '366', 'At most 365 days'],
  ['Imports', 'a week', 'Enter a number of days'],
])('%s kept for %s is refused at its field', async (label, text, words) => {
  const { screen, user, press, bodies } = open();
  const field = await days(screen, label);
  await user.clear(field);
  await user.type(field, text);

  await press('Save');

  await screen.findByText(words);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(bodies(jobs.setRetention)).toEqual([]);
});

test('what a colleague set meanwhile is not overwritten, and what was typed stays', async () => {
  let now = RETENTION;
  const { screen, user, press, bodies } = open(
    answering(jobs.retention, () => ({ retention: now })),
    answering(jobs.setRetention, ({ seen }) => (seen?.runs === now.runs ? {} : refusing(409))),
  );
  const field = await days(screen, 'Messages');
  await user.clear(field);
  await user.type(field, '1095');
  now = { ...RETENTION, runs: 400 };
  await press('Save');
  await screen.findByText('Somebody has changed this meanwhile. Please check and try again.');

  await press('Load the current data');
  await screen.findByText(/By now: messages 730, runs 400/);
  expect(field.value).toBe('1095');
  await user.clear(await days(screen, 'Runs'));
  await user.type(await days(screen, 'Runs'), '400');
  await press('Save');

  await screen.findByText('How long things are kept is saved');
  expect(bodies(jobs.setRetention).at(-1)).toEqual({ retention: { ...now, messages: 1095 }, seen: now });
});
