import { followUp } from '@desk/contract/follow-up';
import { renewals } from '@desk/contract/renewals';
import { timeline } from '@desk/contract/timeline';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { bareDomainPage } from '../../parts/testing/domain-page.ts';
import { renewalDetails } from '../../parts/testing/renewal.ts';
import { answering, refusing } from '../../testing/show.tsx';
import { domainRenewal, openAt, openPage, summary } from './testing/open-page.tsx';

const comments = answering(followUp.comments, {
  followup_comment: [
    {
      comment_id: 1,
      followup_comment: 'They want fewer seats',
      updated_by: 'tarun@desk.example',
      updated_on: '2026-11-20T10:00:00Z',
    },
  ],
});
const form = [
  answering(renewals.details, {
    domain: [renewalDetails({ domain_name: 'indus.example', price: '120000', customer_email: 'it@indus.example' })],
  }),
  answering(renewals.products, { products: [] }),
  comments,
];

test('c opens the whole form, with plan, price, date, contact and the last comments beside it', async () => {
  const { screen, user, sent } = openPage(...form);
  await screen.findByRole('button', { name: 'Add Comments' });
  screen.getByRole('heading', { level: 1 }).focus();

  await user.keyboard('c');

  await waitFor(() =>
    within(screen.getByRole('dialog', { name: 'Add Comments: indus.example' })).getByLabelText(/^Highlight/),
  );
  const beside = within(screen.getByRole('complementary'));
  for (const text of ['Annual, paid monthly', '₹1,20,000', /23 Nov 2026/]) expect(beside.getByText(text)).toBeTruthy();
  // Who is asked first, not the address of the company.
  await beside.findByText(/Asha Rao/);
  await beside.findByText('They want fewer seats');
  expect(sent.find(({ path }) => path === renewals.details.path)?.body).toEqual({ renewal_id: 7 });
});

test('what is saved in the whole form is on the page at once', async () => {
  const { screen, user, sent } = openPage(...form, answering(followUp.saveStatus, { instruction_id: null }));
  await user.click(await screen.findByRole('button', { name: 'Add Comments' }));
  const inDialog = () => within(screen.getByRole('dialog', { name: 'Add Comments: indus.example' }));
  await waitFor(() => inDialog().getByLabelText(/^Highlight/));
  const dialog = inDialog();
  await user.selectOptions(dialog.getByLabelText(/^Highlight/), 'Green');
  await user.selectOptions(dialog.getByLabelText(/^Status/), 'In Discussion');
  const asked = ({ path }: { path: string }) => sent.filter((one) => one.path === path).length;
  const before = [asked(timeline.summary), asked(timeline.entries)] as const;

  await user.click(dialog.getByRole('button', { name: 'Save' }));

  await waitFor(() => {
    expect(asked(timeline.summary)).toBeGreaterThan(before[0]);
    expect(asked(timeline.entries)).toBeGreaterThan(before[1]);
  });
});

test('a colleague’s change of one of its renewals is on the page, and months of others leave it alone', async () => {
  let asked = 0;
  const statuses = ['In Discussion', 'Confirmation Received'] as const;
  const { screen, emit } = openPage(
    answering(timeline.summary, () =>
      summary({
        renewals: [
          domainRenewal({ renewal_date: '2026-11-23', confirmation_status: statuses[(asked += 1) - 1] ?? 'Lost' }),
        ],
      }),
    ),
  );
  const card = () => within(screen.getByRole('heading', { name: /^Renewal / }).closest('section') as HTMLElement);
  await screen.findByRole('heading', { name: /^Renewal / });

  emit('month', { month: '2027-04' });
  // As long as changes are gathered, and somewhat more.
  await new Promise((resolve) => setTimeout(resolve, 2_300));
  expect(asked).toBe(1);

  emit('month', { month: '2026-11' });
  await waitFor(() => card().getByText('Confirmation Received'), { timeout: 4_000 });
  expect(asked).toBe(2);
}, 15_000);

test('the letter c in a comment is a letter', async () => {
  const { screen, user } = openPage(...form);
  await user.type(await screen.findByLabelText('What was said'), 'cc');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('who has no screen of renewals is offered no comment', async () => {
  const { screen } = openAt(
    '/home/domain/indus.example',
    'centralized_dashboard',
    answering(timeline.summary, summary()),
  );
  await screen.findByText('Indus Motors');
  for (const name of ['Add Comments', 'Send Notification', 'Update Domain Details'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('a comment is added where it is read', async () => {
  const { screen, user, bodies } = openPage(answering(followUp.addComment, {}));

  await user.type(await screen.findByLabelText('What was said'), 'Called, they decide on Friday');
  await user.click(screen.getByRole('button', { name: 'Add' }));

  await screen.findByText('Comment Added Successfully');
  expect(bodies(followUp.addComment)).toEqual([{ comment: 'Called, they decide on Friday', renewal_id: 7 }]);
  expect(screen.getByLabelText<HTMLTextAreaElement>('What was said').value).toBe('');
});

test('an empty comment is not sent', async () => {
  const { screen, user, bodies } = openPage(answering(followUp.addComment, {}));
  await user.click(await screen.findByRole('button', { name: 'Add' }));
  await screen.findByText('Enter a comment');
  expect(bodies(followUp.addComment)).toEqual([]);
});

test('flag and status are saved with the comment in one write, with the version that was seen', async () => {
  const { screen, user, bodies, sent } = openPage(
    answering(timeline.summary, summary({ renewals: [domainRenewal()] })),
    answering(followUp.addComment, {}),
  );
  await user.type(await screen.findByLabelText('What was said'), 'Called');
  await user.selectOptions(screen.getByLabelText('Highlight'), 'Orange');
  await user.selectOptions(screen.getByLabelText('Status'), 'In Discussion');
  await user.click(screen.getByRole('button', { name: 'Add' }));

  await screen.findByText('Comment Added Successfully');
  const formData = { highlight: 'Orange', status: 'In Discussion' };
  expect(bodies(followUp.addComment)).toEqual([{ comment: 'Called', renewal_id: 7, formData, version: 3 }]);
  expect(sent.filter(({ path }) => path.includes('insert_'))).toHaveLength(1);
});

test('a status with fields of its own takes the whole form', async () => {
  const row = domainRenewal({ highlight_case: 'Green', confirmation_status: 'Extension' });
  const { screen, user, bodies } = openPage(answering(timeline.summary, summary({ renewals: [row] })));
  await user.type(await screen.findByLabelText('What was said'), 'Called');
  await user.selectOptions(screen.getByLabelText('Highlight'), 'Red');
  await user.click(screen.getByRole('button', { name: 'Add' }));

  await screen.findByText('This status has fields of its own, in the whole form. Press c for the whole form.');
  expect(bodies(followUp.addComment)).toEqual([]);
});

test('a comment that is refused stays as it was typed', async () => {
  const { screen, user } = openPage(answering(followUp.addComment, () => refusing(500, { message: 'Not now' })));
  await user.type(await screen.findByLabelText('What was said'), 'Called');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(screen.queryByText('Comment Added Successfully')).toBeNull());
  await screen.findByText('Not now');
  expect(screen.getByLabelText<HTMLTextAreaElement>('What was said').value).toBe('Called');
});

test('Save and next saves and goes on to the next row, where one goes on writing', async () => {
  const { screen, user, bodies } = openAt('/home', 'get_monthly_renewal', answering(followUp.addComment, {}));
  await user.click(await screen.findByRole('link', { name: 'kaveri.example' }));

  await user.type(await screen.findByLabelText('What was said'), 'Called');
  await user.click(screen.getByRole('button', { name: 'Save and next' }));

  await screen.findByRole('heading', { level: 1, name: 'tara.example' });
  expect(bodies(followUp.addComment)).toEqual([{ comment: 'Called', renewal_id: 8 }]);
  const field = await screen.findByLabelText('What was said');
  await waitFor(() => expect(document.activeElement).toBe(field));
  // It is the last one of the list.
  expect(screen.queryByRole('button', { name: 'Save and next' })).toBeNull();
});

test('domain, e-mail and phone numbers are copied with one press', async () => {
  const { screen, user } = openPage(...bareDomainPage({ cont_mobile: '+91 9800000002' }));
  for (const text of ['indus.example', 'asha@indus.example', '+91 9800000001', '+91 9800000002']) {
    await user.click(await screen.findByRole('button', { name: `Copy ${text}` }));
    await screen.findByText(`Copied ${text}`);
    expect(await navigator.clipboard.readText()).toBe(text);
  }
});

test('where the browser does not let a page copy, it is said', async () => {
  const { screen, user } = openPage();
  const button = await screen.findByRole('button', { name: 'Copy indus.example' });
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });

  await user.click(button);

  await screen.findByText('The browser does not let this page copy. Select the text and copy it.');
});
