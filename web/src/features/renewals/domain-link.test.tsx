import { expect, test } from 'vitest';
import { waitFor, within } from '@testing-library/react';
import { acme, MONTH, month, openMonth, SHORT, tara } from './testing/month.tsx';

test('the name of a domain leads to its page, and asks before choices are lost that are not yet saved', async () => {
  const { user, screen, address, domains } = await openMonth('cols=zone&q=acme.example', month(acme, tara));
  await user.selectOptions(screen.getByLabelText('Zone of acme.example'), 'West');
  await screen.findByText('1 unsaved change');

  await user.click(screen.getByRole('link', { name: 'acme.example' }));
  const asked = within(await screen.findByRole('alertdialog'));
  expect(address()).toBe(`/home?month=${MONTH}&cols=zone&q=acme.example`);
  expect(domains()).toEqual(['acme.example']);
  await user.click(asked.getAllByRole('button')[0] as HTMLElement);

  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('the names are walked with the arrows like any cell: the table stays one tab stop', async () => {
  const { user, screen } = await openMonth(SHORT, month(acme, tara));
  screen.getByRole('link', { name: 'acme.example' }).focus();

  await user.keyboard('{ArrowDown}');

  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'tara.example' }));
  const stops = [...document.querySelectorAll<HTMLElement>('table button, table a, table [tabindex]')];
  expect(stops.filter((stop) => stop.tabIndex === 0)).toEqual([document.activeElement]);
});
