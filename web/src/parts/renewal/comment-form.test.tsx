import { followUp } from '@desk/contract/follow-up';
import { renewals } from '@desk/contract/renewals';
import { timeline } from '@desk/contract/timeline';
import { cleanup, fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answering, refusing, show } from '../../testing/show.tsx';
import { CommentInPlace } from '../domain-page/comment-in-place.tsx';
import { CommentForm } from './comment-form.tsx';
import { renewalDetails, renewalRow } from '../testing/renewal.ts';

const products = answering(renewals.products, { products: [{ productname: 'Google Vault' }] });
const saving = answering(followUp.saveStatus, { instruction_id: null });
const detailed = (change: Parameters<typeof renewalDetails>[0] = {}) =>
  answering(renewals.details, { domain: [renewalDetails(change)] });

async function open(...answers: Parameters<typeof show>[1][]) {
  const onClose = vi.fn();
  const shown = show(<CommentForm row={renewalRow()} onClose={onClose} />, ...answers);
  await shown.screen.findByLabelText(/^Highlight/);
  const choose = (label: RegExp | string, option: string) =>
    shown.user.selectOptions(shown.screen.getByLabelText(label), option);
  const save = () => shown.user.click(shown.screen.getByText('Save'));
  return { ...shown, onClose, choose, save, requests: () => shown.bodies(followUp.saveStatus) };
}
const STATUS = /^Status/;
/** A message stands under its field, and from two on in the summary too. */
const message = (screen: { queryAllByText: (text: string) => unknown[] }, text: string) =>
  screen.queryAllByText(text).length > 0;

test('nothing is sent without highlight and status', async () => {
  const { screen, save, requests } = await open(detailed(), saving);

  await save();

  expect(message(screen, 'Highlight cannot be Blank')).toBe(true);
  expect(message(screen, 'Status cannot be Blank')).toBe(true);
  expect(document.activeElement).toBe(screen.getByLabelText(/^Highlight/));
  expect(requests()).toEqual([]);
});

test.each([
  ['Confirmation Received', ['Enter License Added']],
  ['Upgrade', ['Enter License Added']],
  ['Lost', ['Enter Reason', 'Enter Sub Reason']],
  ['Extension', ['Enter Extension Date']],
])('status %s asks for what belongs to it', async (status, texts) => {
  const { screen, choose, save, requests } = await open(detailed(), saving);
  await choose(/^Highlight/, 'Red');
  await choose(STATUS, status);

  await save();

  for (const text of texts) expect(message(screen, text), text).toBe(true);
  expect(requests()).toEqual([]);
});

test('a date of 2001 is refused at its field, with the days that it may be', async () => {
  const { screen, choose, save, requests } = await open(detailed({ renewal_date: '2099-11-23' }), saving);
  await choose(/^Highlight/, 'Red');
  await choose(STATUS, 'Extension');
  fireEvent.change(screen.getByLabelText(/^Extension Date/), { target: { value: '2001-01-01' } });

  await save();

  expect(message(screen, 'Choose the extension date from 23-11-2099 up to 23-11-2101.')).toBe(true);
  expect(requests()).toEqual([]);
});

test('more than 99 added licences need an agreement, and a ticked plan needs a name', async () => {
  const { screen, user, choose, save } = await open(detailed(), products, saving);
  await choose(/^Highlight/, 'Green');
  await choose(STATUS, 'Confirmation Received');
  await user.type(screen.getByLabelText(/^License Added/), '100');
  await user.click(screen.getByLabelText('Choose another plan'));

  await save();

  expect(message(screen, 'Aggrement cannot be Blank for more than 100 license')).toBe(true);
  expect(message(screen, 'Please Select Plan Name')).toBe(true);
});

test('what was written in place is there in the whole form, is saved with it, and is not left to be saved again', async () => {
  const writing = show(<CommentInPlace renewal={renewalRow()} onNext={undefined} />);
  await writing.user.type(await writing.screen.findByLabelText('What was said'), 'PO by Friday');
  await writing.user.selectOptions(writing.screen.getByLabelText('Status'), 'In Discussion');
  cleanup();
  const { screen, user, bodies } = show(
    <>
      <CommentInPlace renewal={renewalRow()} onNext={undefined} />
      <CommentForm row={renewalRow()} onClose={() => undefined} />
    </>,
    ...[detailed(), saving],
  );
  await screen.findByLabelText('Special Comment');
  const form = within(screen.getByRole('dialog'));
  const typed = await form.findByLabelText<HTMLTextAreaElement>(/^What was said/);
  expect(typed.value).toBe('PO by Friday');
  expect(form.getByLabelText<HTMLSelectElement>(STATUS).value).toBe('In Discussion');
  await user.selectOptions(form.getByLabelText(/^Highlight/), 'Orange');
  await user.type(typed, ', they say');
  await user.click(form.getByText('Save'));

  await screen.findByText('Comments Added Successfully');
  expect(bodies(followUp.saveStatus)).toMatchObject([
    { comment: 'PO by Friday, they say', formData: { highlight: 'Orange', status: 'In Discussion' } },
  ]);
  const inPlace = within(screen.getByLabelText('Write what was said'));
  await waitFor(() => expect(inPlace.getByLabelText<HTMLTextAreaElement>('What was said').value).toBe(''));
  expect(inPlace.getByLabelText<HTMLSelectElement>('Status').value).toBe('');
  expect(sessionStorage.getItem('desk:draft:said-7')).toBeNull();
});

test('a whole form that is closed leaves what was written in place as it was', async () => {
  const { screen, user } = show(<CommentInPlace renewal={renewalRow()} onNext={undefined} />, ...[detailed(), saving]);
  await user.type(await screen.findByLabelText('What was said'), 'PO by Friday');
  cleanup();
  const opened = await open(detailed(), saving);
  await opened.user.click(opened.screen.getByRole('button', { name: 'Close' }));
  expect(opened.onClose).toHaveBeenCalled();
  cleanup();

  const again = show(<CommentInPlace renewal={renewalRow()} onNext={undefined} />);
  expect((await again.screen.findByLabelText<HTMLTextAreaElement>('What was said')).value).toBe('PO by Friday');
});

test('the contact is who is asked first, as My day and the page of the domain have them, not the address of the company', async () => {
  const { screen, bodies } = await open(
    detailed({ customer_email: 'bounced@acme.example' }),
    answering(timeline.summary, {
      ...{ domain_name: 'acme.example', company_name: 'Acme', status: 'ACTIVE', plans: ['ANNUAL'], renews_on: null },
      ...{ seats_used: 74, seats_bought: 92, owes: null, last_contact: null, renewals: [] },
      speak_to: { name: 'Nisha Rao', phone: { number: '+91 9800000001', of: 'Nisha Rao' } },
      counts: {
        ...{ plans: 1, invoices: 0, outstanding: 0, contacts: 2, renewals: 1 },
        ...{ deployment_tickets: 0, support_tickets: 0 },
      },
    }),
  );

  expect(await screen.findByText(/^Nisha Rao ·/)).toBeDefined();
  expect(screen.queryByText('bounced@acme.example')).toBeNull();
  expect(bodies(timeline.summary)).toEqual([{ domain_name: 'acme.example', renewal_id: 7 }]);
});

test('the defaults are there with their reasons', async () => {
  const { screen, choose } = await open(detailed({ maxSeats: 40, number_of_seats: 40 }));

  await choose(STATUS, 'Confirmation Received');

  expect(screen.getByLabelText<HTMLInputElement>('Next Renewal Date').value).toBe('2027-11-23');
  expect(screen.getByText('23-11-2027: one year on')).toBeDefined();
  expect(screen.getByLabelText<HTMLSelectElement>('Agreement').value).toBe('N/A');
  expect(screen.getByText(/^N\/A below 100 licences/)).toBeDefined();
  expect(screen.getByText('Else the current SKU, Google Workspace Business Starter')).toBeDefined();
});

test('with 100 licences the agreement starts empty', async () => {
  const { screen, choose } = await open(detailed({ maxSeats: 100 }));

  await choose(STATUS, 'Confirmation Received');

  expect(screen.getByLabelText<HTMLSelectElement>('Agreement').value).toBe('');
});

test('the next renewal date follows the renewal type until somebody types another one', async () => {
  const { screen, user, choose } = await open(detailed());
  await choose(STATUS, 'Upgrade');
  const date = () => screen.getByLabelText<HTMLInputElement>('Next Renewal Date');

  await choose('Renewal Type', '36 months');
  expect(date().value).toBe('2029-11-23');

  await user.clear(date());
  await user.type(date(), '2028-01-31');
  await choose('Renewal Type', '24 months');
  expect(date().value).toBe('2028-01-31');
});

test('a status says how many fields it brings, and takes them away again', async () => {
  const { screen, choose } = await open(detailed());

  await choose(STATUS, 'Suspended');
  expect(screen.getByText('2 fields added')).toBeDefined();
  expect(screen.getByLabelText('Suspension Reason')).toBeDefined();
  expect(screen.getByText('Upgraded in another SKU')).toBeDefined();

  await choose(STATUS, 'Extension');
  expect(screen.getByText('1 field added, 2 fields removed')).toBeDefined();
  expect(screen.queryByLabelText('Suspension Reason')).toBeNull();
});

test('amounts are asked for in the currency of the renewal', async () => {
  const { screen, choose } = await open(detailed({ currency: 'USD' }), saving);
  await choose(STATUS, 'Confirmation Received');
  await choose('Price Type', 'price');
  await choose('Support Type', 'support');

  expect(screen.getByText('In USD, per user')).toBeDefined();
  expect(screen.getByText('In USD')).toBeDefined();
  expect(screen.queryByText(/rupees/)).toBeNull();
});

test('what is hidden is not sent, however it was filled in before', async () => {
  const { screen, user, choose, save, requests, onClose } = await open(detailed(), saving);
  await choose(/^Highlight/, 'Red');
  await choose(STATUS, 'Confirmation Received');
  await user.type(screen.getByLabelText(/^License Added/), '15');
  await choose('Price Type', 'price');
  await user.type(screen.getByLabelText('Price'), 'no amount');
  await choose(STATUS, 'Lost');
  await choose(/^Reason/, 'Move to other vendor');
  await choose(/^Sub Reason/, 'Price Issue');

  await save();

  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(requests()).toMatchObject([
    {
      renewal_id: 7,
      version: 3,
      formData: {
        highlight: 'Red',
        status: 'Lost',
        reason: 'Move to other vendor',
        sub_reason: 'Price Issue',
        add_lic: '',
        priceType: '',
        price: '',
        aggrement: '',
        com_next_renewal_date: '',
      },
    },
  ]);
});

test('a confirmation is sent with its price for the first 20 and those above', async () => {
  const { screen, user, choose, save, requests } = await open(detailed(), saving);
  await choose(/^Highlight/, 'Green');
  await choose(STATUS, 'Confirmation received for flex');
  await user.type(screen.getByLabelText(/^License Added/), '15');
  await choose('Price Type', 'split_price');
  await user.type(screen.getByLabelText('Upto 20'), '1,50,000');
  await user.type(screen.getByLabelText('Above 20'), '₹ 99.50');

  await save();

  await waitFor(() =>
    expect(requests()).toMatchObject([{ formData: { add_lic: '15', upto20: '150000', above20: '99.50', price: '' } }]),
  );
});

test('a colleague who was quicker costs nothing that was typed, and the newer version can be loaded', async () => {
  let version = 3;
  const { screen, user, choose, save, requests, onClose } = await open(
    answering(renewals.details, () => ({
      domain: [renewalDetails({ version, confirmation_status: 'In Discussion', highlight_case: 'Orange' })],
    })),
    answering(followUp.saveStatus, (body) => (body.version === version ? { instruction_id: null } : refusing(409))),
  );
  version = 4;
  await choose(/^Highlight/, 'Red');
  await choose(STATUS, 'Moved to O365');
  await user.type(screen.getByLabelText('Special Comment'), 'They decided last week');

  await save();
  await screen.findByText('Somebody has changed this renewal meanwhile. Please check and try again.');
  await user.click(screen.getByText('Load the current data'));
  await screen.findByText('By now: In Discussion, flag Orange. What you typed is still here.');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Special Comment').value).toBe('They decided last week');
  await save();

  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(requests()).toMatchObject([
    { version: 3 },
    { version: 4, formData: { special_comments: 'They decided last week' } },
  ]);
});

test('what was typed survives a reload of the page, per renewal', async () => {
  sessionStorage.setItem('desk:draft:comment-7', JSON.stringify({ special_comments: 'Half a sentence' }));
  const { screen } = await open(detailed());

  expect(screen.getByLabelText<HTMLTextAreaElement>('Special Comment').value).toBe('Half a sentence');
});

test('a renewal that cannot be loaded is told, and can be asked for again', async () => {
  let there = false;
  const { screen, user } = show(
    <CommentForm row={renewalRow()} onClose={() => undefined} />,
    answering(renewals.details, () => (there ? { domain: [renewalDetails()] } : refusing(404))),
  );
  await screen.findByText('No Domain Found');
  there = true;

  await user.click(screen.getByText('Retry'));

  await screen.findByLabelText(/^Highlight/);
});
