import { expect, test } from 'vitest';
import { waitFor } from '@testing-library/react';
import { acme, MONTH, month, openMonth, SHORT, tara } from './testing/month.tsx';

test('the name of a domain opens its dossier, over the filters and the choices that are not yet saved', async () => {
  const { user, screen, address, domains } = await openMonth('cols=zone&q=acme.example', month(acme, tara));
  await user.selectOptions(screen.getByLabelText('Zone of acme.example'), 'West');
  await screen.findByText('1 unsaved change');

  await user.click(screen.getByRole('button', { name: 'acme.example' }));

  await waitFor(() => expect(address()).toBe(`/home?month=${MONTH}&cols=zone&q=acme.example&domain=acme.example`));
  expect(domains()).toEqual(['acme.example']);
  screen.getByText('1 unsaved change');
});

test('the names are walked with the arrows like any cell: the table stays one tab stop', async () => {
  const { user, screen } = await openMonth(SHORT, month(acme, tara));
  screen.getByRole('button', { name: 'acme.example' }).focus();

  await user.keyboard('{ArrowDown}');

  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'tara.example' }));
  const stops = [...document.querySelectorAll<HTMLElement>('table button, table [tabindex]')];
  expect(stops.filter((stop) => stop.tabIndex === 0)).toEqual([document.activeElement]);
});
