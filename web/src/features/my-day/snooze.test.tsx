import { myDay } from '@desk/contract/renewal-work/my-day';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing } from '../../testing/show.tsx';
import { day, item, open } from './testing/open-day.tsx';

/** Plans what is next on the first item, and presses Save once. */
async function putOff({ screen, user }: Pick<ReturnType<typeof open>, 'screen' | 'user'>) {
  await screen.findByRole('complementary', { name: 'About acme.example' });
  await user.keyboard('s');
  const dialog = within(await screen.findByRole('dialog', { name: 'What is next: acme.example' }));
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
