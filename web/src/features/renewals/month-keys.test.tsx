import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { acme, month, openMonth, tara } from './testing/month.tsx';

test('from the heading the first Tab leads to the table, and an arrow to its first row', async () => {
  const { screen, user } = await openMonth('', month(acme, tara));
  screen.getByRole('heading', { level: 1 }).focus();

  await user.tab();
  await user.keyboard('{Enter}{ArrowDown}');

  expect(document.activeElement?.closest('tr')?.dataset['index']).toBe('0');
});

test.each(['Work', 'Pricing', 'Ownership'])('c opens the comment of the row in the view %s', async (view) => {
  const { screen, user } = await openMonth(`cols=${view}`, month(acme, tara));
  document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
  await user.keyboard('{ArrowDown}{ArrowDown}c');

  await screen.findByRole('dialog', { name: 'Add Comments: tara.example' });
});

test('the row of the focus shows its actions while keys are used, the row under the pointer once it moves', async () => {
  const { screen, user } = await openMonth('', month(acme, tara));
  const table = screen.getByRole('grid');
  document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();

  await user.keyboard('{ArrowDown}');
  expect(table.hasAttribute('data-keys')).toBe(true);
  fireEvent.pointerMove(table);
  expect(table.hasAttribute('data-keys')).toBe(false);
});
