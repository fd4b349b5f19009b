import { domainPage } from '@desk/contract/domain-page';
import { timeline } from '@desk/contract/timeline';
import { instructions } from '@desk/contract/renewal-work/instructions';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { bareDomainPage, contact } from '../../parts/testing/domain-page.ts';
import { instruction } from '../../parts/testing/instructions.ts';
import { answering, refusing } from '../../testing/show.tsx';
import { domainRenewal, facts, openAt, openPage, summary } from './testing/open-page.tsx';

const LIST = '/home?month=2026-11';

test('a row of a list leads to the page of its domain, and one step back to the row', async () => {
  const { screen, user, address, back } = openAt(LIST, 'get_monthly_renewal');

  await user.click(await screen.findByRole('link', { name: 'kaveri.example' }));

  await screen.findByRole('heading', { level: 1, name: 'kaveri.example' });
  expect(address()).toBe('/home/domain/kaveri.example?renewal=8');
  back();
  const row = await screen.findByRole('link', { name: 'kaveri.example' });
  await waitFor(() => expect(document.activeElement).toBe(row));
  expect(address()).toBe(LIST);
});

test('the page names the list it came from, leads back there, and on to the row before and after', async () => {
  const { screen, user, address } = openAt(LIST, 'get_monthly_renewal');
  await user.click(await screen.findByRole('link', { name: 'kaveri.example' }));
  await screen.findByText('2 of 3');

  await user.click(screen.getByRole('button', { name: 'Next row' }));
  await screen.findByRole('heading', { level: 1, name: 'tara.example' });
  expect(screen.getByText('3 of 3')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next row' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Previous row' }));
  await screen.findByRole('heading', { level: 1, name: 'kaveri.example' });
  await user.click(screen.getByRole('button', { name: 'Previous row' }));
  await screen.findByRole('heading', { level: 1, name: 'indus.example' });

  await user.click(screen.getByRole('link', { name: /Renewals, Nov 2026/ }));
  await waitFor(() => expect(address()).toBe(LIST));
  // The focus is on the row of the domain that was seen last.
  const row = await screen.findByRole('link', { name: 'indus.example' });
  await waitFor(() => expect(document.activeElement).toBe(row));
});

test('a tab stands in the address, and the way back stays', async () => {
  const { screen, user, address, tab } = openAt(LIST, 'get_monthly_renewal');
  await user.click(await screen.findByRole('link', { name: 'kaveri.example' }));

  await tab('Support Tickets');

  await screen.findByText('No data available for Support Tickets');
  expect(address()).toBe('/home/domain/kaveri.example?renewal=8&tab=support_tickets');
  expect(screen.getByRole('link', { name: /Renewals, Nov 2026/ })).toBeTruthy();
  expect(screen.getByText('2 of 3')).toBeTruthy();
});

test('an address that is shared has no list to go back to', async () => {
  const { screen } = openPage();
  await screen.findByText('Indus Motors');
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('the page asks how the domain stands, what happened and whom to speak to, and no section before it is opened', async () => {
  const { screen, asked } = openPage();
  await screen.findByText('Indus Motors');
  await screen.findByText('Nothing has happened yet');
  const pages: string[] = [domainPage.contact.path, timeline.entries.path, timeline.summary.path];
  expect([...new Set(asked())].filter((path) => pages.includes(path)).sort()).toEqual(pages.sort());
  for (const { path } of [domainPage.plans, domainPage.invoices, domainPage.supportTickets])
    expect(asked()).not.toContain(path);
});

test('the strip tells how the domain stands, and each tab how much there is in it', async () => {
  const counts = { ...summary().counts, plans: 3, invoices: 1204 };
  const { screen } = openPage(
    answering(timeline.summary, summary({ owes: '190890.00', counts: { ...counts, outstanding: 2 }, renewals: [domainRenewal({ price: '120000', licensed_seats: 21, number_of_seats: 25 })] })), // prettier-ignore
  );
  await screen.findByText('₹1,90,890');
  expect(screen.getByText('2 invoices open')).toBeTruthy();
  expect(screen.getByText('21 used, 4 unused')).toBeTruthy();
  expect(screen.getAllByText('₹1,20,000')).toHaveLength(2);
  expect(screen.getByRole('tab', { name: 'Active Plan Details 3' })).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Domain Invoice History 1,204' })).toBeTruthy();
  expect(screen.getAllByRole('tab')).toHaveLength(8);
});

test('an address that names a renewal shows that one, though its term is over; a choice stands in the address', async () => {
  const late = domainRenewal({ renewal_id: 6, renewal_date: '2025-12-27', closed_because: 'passed', price: '9000', number_of_seats: 9, licensed_seats: 9 }); // prettier-ignore
  const open = domainRenewal({ renewal_id: 7, renewal_date: '2026-12-27', price: '120000', number_of_seats: 25, licensed_seats: 21 }); // prettier-ignore
  const asked: unknown[] = [];
  const { screen, user, address } = openAt(
    '/home/domain/indus.example?renewal=6',
    'get_monthly_renewal',
    answering(timeline.summary, (body) => (asked.push(body), summary({ renewals: [late, open] }))),
  );

  await screen.findByText('Renewal 27 Dec 2025');
  expect(asked[0]).toEqual({ domain_name: 'indus.example', renewal_id: 6 });
  expect(screen.getByText('9 used')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Subscription'), '7');

  await screen.findByText('Renewal 27 Dec 2026');
  expect(screen.getByText('21 used, 4 unused')).toBeTruthy();
  expect(address()).toBe('/home/domain/indus.example?renewal=7');
});

test('an address without a renewal shows the term that runs, not one that is over', async () => {
  const late = domainRenewal({ renewal_id: 6, renewal_date: '2025-12-27', closed_because: 'passed' });
  const open = domainRenewal({ renewal_id: 7, renewal_date: '2026-12-27' });
  const { screen } = openPage(answering(timeline.summary, summary({ renewals: [late, open] })));
  await screen.findByText('Renewal 27 Dec 2026');
});

test('whom to speak to can be called from the strip and from the card', async () => {
  const { screen } = openPage();
  await waitFor(() => expect(screen.getAllByRole('link', { name: '+91 9800000001' })).toHaveLength(2));
  for (const link of screen.getAllByRole('link', { name: '+91 9800000001' }))
    expect(link.getAttribute('href')).toBe('tel:+919800000001');
});

test('the strip names who answered, not the contact of the card, and whose number it is', async () => {
  const speak_to = { name: 'Meera Shah', phone: { number: '020 1000', of: 'Indus Motors Ltd' } };
  const { screen } = openPage(answering(timeline.summary, summary({ speak_to })));
  const fact = (await screen.findByText('Meera Shah')).parentElement;
  expect(fact?.textContent).toBe('ContactMeera Shah020 1000 (Indus Motors Ltd)');
});

test.each([
  [{ outcome: 'shrinks', seats: 86 }, 'It renews with 86 of 88 seats, ₹2,15,860 a year, ₹5,020 less'],
  [{ outcome: 'renews', seats: 88 }, 'It renews with 88 seats, ₹2,20,880 a year'],
  [{ outcome: 'flexible', seats: 86 }, 'It goes on from month to month, without a commitment'],
  [{ outcome: 'ends', seats: 0 }, 'It ends'],
  [{ outcome: 'unknown', seats: null }, 'Not known'],
] as const)('the card of the renewal tells what happens if nobody acts: %j', async (byItself, words) => {
  const { screen } = openPage(
    answering(timeline.summary, summary({ renewals: [domainRenewal({ renewal_date: '2999-12-01', number_of_seats: 88, price: '220880', by_itself: { ...byItself, last_safe_day: '2027-11-25' } })] })), // prettier-ignore
  );
  await screen.findByText(words);
  expect(screen.getByText(/^25 Nov 2027, in /)).toBeTruthy();
});

test('the card of a term that is over promises nothing by itself', async () => {
  const by_itself = { outcome: 'shrinks', seats: 86, last_safe_day: '2025-11-20' } as const;
  const { screen } = openPage(answering(timeline.summary, summary({ renewals: [domainRenewal({ renewal_date: '2025-11-23', by_itself })] }))); // prettier-ignore
  await screen.findByText('Renewal 23 Nov 2025');
  expect(screen.queryByText('If nobody acts')).toBeNull();
});

test('the card of the renewal tells what is wanted and offers to set it, and no more where the term is over', async () => {
  const runs = domainRenewal({ by_itself: { outcome: 'shrinks', seats: 86, last_safe_day: '2027-11-25' } });
  const over = domainRenewal({ renewal_id: 6, renewal_date: '2025-11-23' });
  const { screen, user } = openPage(
    answering(timeline.summary, summary({ renewals: [runs, over] })),
    answering(
      instructions.list,
      ({ renewal_id }) =>
      renewal_id === 7 ? { instructions: [], total: 0 } : { instructions: [instruction({ renewal_id: 6, state: 'fulfilled' })], total: 1 }, // prettier-ignore
    ),
  );
  await screen.findByRole('button', { name: 'Set at Google' });
  expect(screen.queryByText('Wanted')).toBeNull();

  await user.selectOptions(screen.getByLabelText('Subscription'), '6');

  await screen.findByText('Done as wanted');
  expect(screen.getByText('80 seats, annual')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Set at Google' })).toBeNull();
});

test.each([
  ['draft', 'Decision waits for approval'],
  ['verified', 'Decided'],
] as const)('of a decision that is a %s the badge does not say undecided', async (state, words) => {
  const waits = instruction({ requested_by: 'nisha@indus.example', state });
  const { screen } = openPage(
    answering(timeline.summary, summary({ renewals: [domainRenewal()] })),
    answering(instructions.list, { instructions: [waits], total: 1 }),
  );
  await screen.findByText(words);
  expect(screen.queryByText('Undecided')).toBeNull();
});

test('a subscription is chosen by its product, of two of the same by their days too', async () => {
  const vault = domainRenewal({ renewal_id: 5, sku_name: 'Google Vault' });
  const [one, other] = [6, 7].map((renewal_id) => domainRenewal({ renewal_id, sku_name: 'Cloud Identity', renewal_date: `2026-12-0${renewal_id}` })); // prettier-ignore
  const { screen } = openPage(answering(timeline.summary, summary({ renewals: [vault, one, other].flatMap((renewal) => renewal ?? []) }))); // prettier-ignore
  const choice = await screen.findByLabelText<HTMLSelectElement>('Subscription');
  expect([...choice.options].map(({ text }) => text)).toEqual([
    'Google Vault',
    'Cloud Identity, 06-12-2026',
    'Cloud Identity, 07-12-2026',
  ]);
});

test('of a term that is over nothing is foretold', async () => {
  const { screen } = openPage(answering(timeline.summary, summary({ renewals: [domainRenewal()] })));
  await screen.findByText(/^Renewal /);
  expect(screen.queryByText('If nobody acts')).toBeNull();
});

test('who sees no renewals has neither the renewal nor a place to comment', async () => {
  const { screen } = openPage(answering(timeline.summary, summary()));
  await screen.findByText('Indus Motors');
  expect(screen.queryByText(/^Renewal /)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add Comments' })).toBeNull();
  expect(screen.queryByLabelText('What was said')).toBeNull();
  expect(screen.queryByText('Value a year')).toBeNull();
});

test('the card of the contact has all that is known', async () => {
  const { screen } = openPage();
  await screen.findByText('Indus Motors');
  expect(facts()).toMatchObject({
    Name: 'Asha Rao',
    Email: 'asha@indus.example',
    'Company Name': 'Indus Motors',
    'Phone Number': '+91 9800000001',
    'GST Number': '27ABCDE1234F1Z5',
    'Domain Type': 'Customer',
    Segment: 'SMB',
  });
});

test('what is not known of a contact reads N/A', async () => {
  const nothing = { customer_name: null, contact_details_email: null, gst_number: null, segments: null };
  openPage(...bareDomainPage({ ...nothing, company_name: null, cont_number: null }));

  await waitFor(() => expect(facts()).toMatchObject({ Name: 'N/A', Email: 'N/A', 'Phone Number': 'N/A' }));
  expect(facts()).toMatchObject({ 'Company Name': 'N/A', 'GST Number': 'N/A', Segment: 'N/A' });
});

test('both numbers of a contact stand in the card, one and the same number once', async () => {
  openPage(...bareDomainPage({ cont_mobile: '+91 9800000002' }));

  await waitFor(() => expect(facts()).toMatchObject({ 'Phone Number': '+91 9800000001+91 9800000002' }));
});

test.each([400, 404, 422])(
  'an address that names no domain (%i) is told in the words of the specification',
  async (status) => {
    const { screen } = openPage(
      answering(timeline.summary, () => refusing(status, { message: 'At most 253 characters' })),
    );

    await screen.findByText('No Domain Found');
    expect(screen.queryAllByRole('tab')).toEqual([]);
  },
);

test('a page that cannot be read says so, and Retry reads it again', async () => {
  let isDown = true;
  const { screen, user } = openPage(answering(timeline.summary, () => (isDown ? refusing(500) : summary())));
  await screen.findByText('Could not fetch this domain.');
  isDown = false;

  await user.click(screen.getByText('Retry'));

  await screen.findByText('21 used, 4 unused');
});

test('a card that fails leaves the rest, and Retry reads it again', async () => {
  let isDown = true;
  const { screen, user } = openPage(
    answering(domainPage.contact, () => (isDown ? refusing(0) : { domains: [contact()], contacts: [], as_of: null })),
  );
  await screen.findByText('Could not fetch the contact of this domain.');
  await screen.findByRole('heading', { name: /^Renewal / });
  isDown = false;

  await user.click(screen.getByText('Retry'));

  await screen.findByText('Indus Motors');
});
