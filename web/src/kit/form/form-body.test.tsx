import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { show } from '../../testing/show.tsx';
import { NumberField, TextField } from './fields.tsx';
import { FormBody } from './form-body.tsx';
import { useSchemaForm } from './form.ts';

afterEach(() => void vi.restoreAllMocks());

function Failing() {
  const form = useSchemaForm({
    schema: z.object({ name: z.string() }),
    start: { name: '' },
    send: () => Promise.reject(new Error('No such luck')),
  });
  return (
    <FormBody form={form}>
      <button type="submit">Send</button>
    </FormBody>
  );
}

test('why sending failed is brought into sight, each time', async () => {
  const seen: Element[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scrolled(this: Element) {
    seen.push(this);
  });
  const { screen, user } = show(<Failing />);
  await user.click(await screen.findByRole('button', { name: 'Send' }));
  expect(seen).toEqual([await screen.findByText('No such luck')]);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('No such luck');
  expect(seen).toHaveLength(2);
});

function Priced({ send }: { send: (typed: object) => Promise<unknown> }) {
  const form = useSchemaForm({ schema: z.object({ price: z.string() }), start: { price: '' }, send });
  return (
    <FormBody form={form}>
      <NumberField form={form} name="price" label="Price" />
      <button type="submit">Save</button>
    </FormBody>
  );
}

test.each([['{Enter}'], ['{Control>}{Enter}{/Control}']])('an amount is understood as %s sends it', async (keys) => {
  const send = vi.fn(() => Promise.resolve());
  const { screen, user } = show(<Priced send={send} />);

  await user.type(await screen.findByLabelText('Price'), `₹ 1,50,000${keys}`);

  await waitFor(() => expect(send.mock.calls).toEqual([[{ price: '150000' }, { price: '150000' }]]));
});

const Asked = z.object({
  note: z.string().check(z.maxLength(2, 'At most 2 characters')),
  price: z.string().check(z.minLength(1, 'Enter an amount')),
  phone: z.string().check(z.minLength(1, 'Phone cannot be Blank')),
});

function Several() {
  const form = useSchemaForm({
    schema: Asked,
    start: { note: 'long', price: '', phone: '' },
    send: () => Promise.resolve(),
  });
  return (
    <FormBody form={form}>
      <TextField form={form} name="phone" label="Phone" required />
      <NumberField form={form} name="price" label="Selling Price" required />
      <TextField form={form} name="note" label="Note" />
      <button type="submit">Save</button>
    </FormBody>
  );
}

test('the summary names the fields, in the order in which they stand, and none twice', async () => {
  const { screen, user } = show(<Several />);
  await user.click(await screen.findByRole('button', { name: 'Save' }));

  const faults = await screen.findAllByRole('link');
  expect(faults.map(({ textContent }) => textContent)).toEqual([
    'Phone cannot be Blank',
    'Selling Price: Enter an amount',
    'Note: At most 2 characters',
  ]);
});
