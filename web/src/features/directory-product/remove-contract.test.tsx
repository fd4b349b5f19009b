import { directoryProduct } from '@desk/contract/directory-product';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answeringBranded } from '../../parts/testing/brand.ts';
import { refusing, slowly } from '../../testing/show.tsx';
import { edit, organization, unlinked } from './testing/open-directory.tsx';

const { removeContract } = directoryProduct;

test('a contract is removed after a question, from the state that was seen', async () => {
  const { user, dialog, screen, bodies } = await edit(organization(), answeringBranded(removeContract, {}));
  await user.click(dialog.getByRole('button', { name: 'Remove Contract' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove this contract?' }));
  expect(bodies(removeContract)).toEqual([]);

  await user.click(question.getByRole('button', { name: 'Remove Contract' }));

  await screen.findByText('Contract of acme.example removed');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(bodies(removeContract)).toEqual([{ id: 4, version: 3 }]);
});

test('while a contract is removed its dialog stays, and sends nothing else', async () => {
  const removal = slowly({});
  const { user, dialog, screen } = await edit(organization(), answeringBranded(removeContract, removal.answer));
  await user.click(dialog.getByRole('button', { name: 'Remove Contract' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove this contract?' }));
  await user.click(question.getByRole('button', { name: 'Remove Contract' }));

  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await user.keyboard('{Escape}');

  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  removal.arrives();
  await screen.findByText('Contract of acme.example removed');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a contract that a colleague changed is not removed before it is loaded again', async () => {
  const { user, dialog, screen } = await edit(
    organization(),
    answeringBranded(removeContract, () => refusing(409)),
  );
  await user.click(dialog.getByRole('button', { name: 'Remove Contract' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove this contract?' }));
  await user.click(question.getByRole('button', { name: 'Remove Contract' }));

  await dialog.findByText(removeContract.refusals[409]);
  dialog.getByRole('button', { name: 'Load the current data' });
});

test('there is nothing to remove where there is no contract', async () => {
  const { dialog } = await edit(unlinked);
  expect(dialog.queryByRole('button', { name: 'Remove Contract' })).toBeNull();
});
