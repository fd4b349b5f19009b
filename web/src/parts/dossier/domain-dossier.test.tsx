import { dossier } from '@desk/contract/dossier';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing } from '../../testing/show.tsx';
import { bareDossier, contact } from '../testing/dossier.ts';
import { facts, HEADINGS, openDossier } from '../testing/open-dossier.tsx';

test('a domain opens its dossier: the card of its contact and seven sections, the first two of them open', async () => {
  const { screen, user, asked, address } = openDossier('month=2026-11');

  await user.click(await screen.findByRole('button', { name: 'indus.example' }));

  await screen.findByRole('dialog', { name: 'indus.example' });
  await screen.findByText('No data available for Domain Invoice History');
  expect(facts()).toEqual({
    Name: 'Asha Rao',
    Email: 'asha@indus.example',
    'Company Name': 'Indus Motors',
    'Phone Number': '+91 9800000001',
    'GST Number': '27ABCDE1234F1Z5',
    'Domain Type': 'Customer',
    Segment: 'SMB',
  });
  const headings = within(screen.getByRole('dialog')).getAllByRole('heading', { level: 3 });
  expect(headings.map((heading) => heading.textContent.slice(2))).toEqual(HEADINGS);
  expect(screen.getAllByRole('region').map((region) => region.getAttribute('aria-labelledby'))).toHaveLength(2);
  expect(asked().sort()).toEqual([dossier.contact.path, dossier.invoices.path, dossier.plans.path].sort());
  expect(address()).toBe('/home?month=2026-11&domain=indus.example');
});

test('closing it leads back to where it was opened, and so does one step back in the browser', async () => {
  const { screen, user, address } = openDossier('month=2026-11');
  const link = await screen.findByRole('button', { name: 'indus.example' });
  await user.click(link);
  await screen.findByRole('dialog');

  await user.click(screen.getByText('Close'));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/home?month=2026-11');
  expect(document.activeElement).toBe(link);
});

test('the address of a dossier can be shared, and closing it stays on the screen', async () => {
  const { screen, user, address } = openDossier('month=2026-11&domain=indus.example');
  await screen.findByText('Indus Motors');

  await user.keyboard('{Escape}');

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/home?month=2026-11');
});

test('what is not known of a contact reads N/A', async () => {
  const nothing = { customer_name: null, contact_details_email: null, gst_number: null, segments: null };
  openDossier('domain=indus.example', ...bareDossier({ ...nothing, company_name: null, cont_number: null }));

  await waitFor(() => expect(facts()).toMatchObject({ Name: 'N/A', Email: 'N/A', 'Phone Number': 'N/A' }));
  expect(facts()).toMatchObject({ 'Company Name': 'N/A', 'GST Number': 'N/A', Segment: 'N/A' });
});

test('both numbers of a contact stand in the card, one and the same number once', async () => {
  openDossier('domain=indus.example', ...bareDossier({ cont_mobile: '+91 9800000002' }));

  await waitFor(() => expect(facts()).toMatchObject({ 'Phone Number': '+91 9800000001+91 9800000002' }));
});

test.each([400, 404, 422])(
  'an address that names no domain (%i) is told in the words of the specification',
  async (status) => {
    const { screen } = openDossier(
      'domain=nobody.example',
      answering(dossier.contact, () => refusing(status, { message: 'At most 253 characters' })),
    );

    await screen.findByText('No Domain Found');
    expect(screen.queryAllByRole('heading', { level: 3 })).toEqual([]);
  },
);

test('a card that fails leaves the sections, and Retry reads it again', async () => {
  let isDown = true;
  const { screen, user } = openDossier(
    'domain=indus.example',
    answering(dossier.contact, () => (isDown ? refusing(0) : { domains: [contact()], contacts: [], as_of: null })),
  );
  await screen.findByText('Could not fetch the contact of this domain.');
  await screen.findByText('No data available for Active Plan Details');
  isDown = false;

  await user.click(screen.getByText('Retry'));

  await screen.findByText('Indus Motors');
});
