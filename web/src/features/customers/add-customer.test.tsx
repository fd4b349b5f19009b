import { customers } from '@desk/contract/customers';
import { cleanup } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing, show } from '../../testing/show.tsx';
import { AddCustomerScreen } from './add-customer.screen.tsx';

const FIELDS = [
  ['Domain Name', 'indus.example'],
  ['Company Name', 'Indus Motors'],
  ['First Name', 'Asha'],
  ['Last Name', 'Rao'],
  ['Phone Number', '98765 43210'],
  ['Email', 'Asha@Indus.example'],
] as const;
type Answers = Parameters<typeof show>[1][];

async function open(...answers: Answers) {
  const shown = show(<AddCustomerScreen />, ...answers);
  await shown.screen.findByText('Contact person');
  const field = (label: string) => shown.screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
  const fill = async () => {
    for (const [label, text] of FIELDS) await shown.user.type(field(label), text);
  };
  const add = () => shown.user.click(shown.screen.getByRole('button', { name: 'Add Customer' }));
  const values = () => FIELDS.map(([label]) => field(label).value);
  return { ...shown, field, fill, add, values };
}

test('a customer is added with domain and person; a word says so, and the form is empty for the next one', async () => {
  const { screen, sent, fill, add, values } = await open(answering(customers.add, {}));
  await fill();

  await add();

  const note = await screen.findByText('Indus Motors was added, and is on its way to the CRM.');
  expect(document.activeElement).toBe(note);
  expect(sent.map(({ body }) => body)).toEqual([
    {
      formData: {
        domain_name: 'indus.example',
        first_name: 'Asha',
        last_name: 'Rao',
        company_name: 'Indus Motors',
        phone_number: '98765 43210',
        email: 'asha@indus.example',
      },
    },
  ]);
  expect(values()).toEqual(['', '', '', '', '', '']);
});

test.each([
  ['a refusal', (fill: () => Promise<void>) => fill(), 'Domain Already Exists'],
  ['what is missing', () => Promise.resolve(), 'Enter the company name'],
])('what was added before is not said beside %s of the next one', async (_what, next, failure) => {
  let isKnown = false;
  const { screen, fill, add } = await open(answering(customers.add, () => (isKnown ? refusing(409) : {})));
  await fill();
  await add();
  await screen.findByText(/Indus Motors was added/);
  isKnown = true;

  await next(fill);
  await add();

  await screen.findAllByText(failure);
  expect(screen.queryByText(/Indus Motors was added/)).toBeNull();
});

test('the browser offers none of the user’s own data for somebody else', async () => {
  const { field } = await open();

  expect(FIELDS.map(([label]) => field(label).autocomplete)).toEqual(['off', 'off', 'off', 'off', 'off', 'off']);
});

test('what is missing is said at each field before anything is sent', async () => {
  const { sent, field, add } = await open();

  await add();

  const answer = FIELDS.map(([label]) => document.getElementById(`${field(label).id}-error`)?.textContent);
  expect(answer).toEqual([
    'Enter a domain such as company.example',
    'Enter the company name',
    'Enter the first name',
    'Enter the last name',
    'Enter a phone number',
    'Email cannot be Blank',
  ]);
  expect(document.activeElement).toBe(field('Domain Name'));
  expect(sent).toEqual([]);
});

test.each([
  [409, 'Domain Already Exists'],
  [400, 'Enter a domain such as company.example'],
])('a domain that is refused with %i is told at the domain, and what was typed stays', async (status, text) => {
  const { screen, user, field, fill, add, values } = await open(answering(customers.add, () => refusing(status)));
  await fill();

  await add();

  const message = await screen.findByText(text);
  const domain = field('Domain Name');
  expect(domain.getAttribute('aria-describedby')).toContain(message.id);
  expect(document.activeElement).toBe(domain);
  expect(values()).toEqual(FIELDS.map(([, typed]) => typed));
  await user.type(domain, '.in');
  expect(screen.queryByText(text)).toBeNull();
});

test.each([
  [500, 'Something went Wrong...!'],
  [0, 'The server did not answer. Check your connection and try again.'],
])('when it fails with %i that is said, and what was typed stays', async (status, text) => {
  const { screen, fill, add, values } = await open(answering(customers.add, () => refusing(status)));
  await fill();

  await add();

  expect((await screen.findByText(text)).getAttribute('role')).toBe('alert');
  expect(values()).toEqual(FIELDS.map(([, typed]) => typed));
});

test('what was typed is there again after the session ended', async () => {
  const first = await open();
  await first.fill();
  cleanup();

  const { values } = await open();

  expect(values()).toEqual(FIELDS.map(([, typed]) => typed));
});
