import { jobs, RETENTION } from '@desk/contract/jobs';
import { waitFor, type Screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing, show, slowly } from '../../testing/show.tsx';
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

test('after a save the focus is on the button again', async () => {
  const { screen, user, press } = open(answering(jobs.setRetention, {}));
  const field = await days(screen, 'Messages');
  await user.clear(field);
  await user.type(field, '1095');

  await press('Save');

  await screen.findByText('How long things are kept is saved');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' })));
});

test('who leaves with something typed is asked first', async () => {
  const { screen, user, press, goTo, address } = open();
  const field = await days(screen, 'Messages');
  await user.type(field, '1');

  goTo('/elsewhere');
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await press('Stay');
  expect([address(), field.value]).toEqual(['/', '7301']);
  goTo('/elsewhere');
  await press('Leave');

  await screen.findByText('Somewhere else');
});

test('who leaves while it is being saved is asked nothing, and told what became of it', async () => {
  const { answer, arrives } = slowly(refusing(500));
  const { screen, user, press, goTo } = open(answering(jobs.setRetention, answer));
  const field = await days(screen, 'Messages');
  await user.clear(field);
  await user.type(field, '1095');
  await press('Save');

  goTo('/elsewhere');
  await screen.findByText('Somewhere else');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  arrives();

  await screen.findByRole('button', { name: 'Dismiss' });
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
  let isOffline = false;
  const { screen, user, press, bodies } = open(
    answering(jobs.retention, () => (isOffline ? refusing(0) : { retention: now })),
    answering(jobs.setRetention, ({ seen }) => (seen?.runs === now.runs ? {} : refusing(409))),
  );
  const field = await days(screen, 'Messages');
  await user.clear(field);
  await user.type(field, '1095');
  now = { ...RETENTION, runs: 400 };
  isOffline = true;
  await press('Save');
  await screen.findByText('Somebody has changed this meanwhile. Please check and try again.');

  await press('Load the current data');
  await screen.findByText('The server did not answer. Check your connection and try again.');
  isOffline = false;
  await press('Load the current data');
  await screen.findByText(/By now: messages 730, runs 400/);
  expect(field.value).toBe('1095');
  await user.clear(await days(screen, 'Runs'));
  await user.type(await days(screen, 'Runs'), '400');
  await press('Save');

  await screen.findByText('How long things are kept is saved');
  expect(bodies(jobs.setRetention).at(-1)).toEqual({ retention: { ...now, messages: 1095 }, seen: now });
});
