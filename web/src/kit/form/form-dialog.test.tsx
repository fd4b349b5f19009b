import { cleanup, fireEvent } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { show } from '../../testing/show.tsx';
import { readDraft } from './drafts.ts';
import { NumberField, TextField } from './fields.tsx';
import { FormDialog } from './form-dialog.tsx';
import { FieldError } from './form.ts';

const Member = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter your name')),
  phone: z.string().check(z.minLength(10, 'Invalid Phone Number')),
  price: z.string(),
});

function Opened({ send, draft }: { send: (typed: z.output<typeof Member>) => Promise<unknown>; draft: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      {open && (
        <FormDialog
          title="Add New Member"
          schema={Member}
          start={{ name: '', phone: '', price: '' }}
          send={send}
          submit="Invite Team"
          onClose={() => setOpen(false)}
          draft={draft}
        >
          {(form) => (
            <>
              <TextField form={form} name="name" label="Name" required />
              <TextField form={form} name="phone" label="Phone" required />
              <NumberField form={form} name="price" label="Price" />
            </>
          )}
        </FormDialog>
      )}
    </>
  );
}

async function opened(send = vi.fn(() => Promise.resolve()), draft = 'new-member') {
  const shown = show(<Opened send={send} draft={draft} />);
  await shown.user.click(await shown.screen.findByRole('button', { name: 'Open' }));
  return { ...shown, send };
}

test('the dialog starts on its first field and gives the focus back to what opened it', async () => {
  const { screen, user } = await opened();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Name/ }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }));
});

test('a failed submit leads to the first wrong field and lists all of them with a way to each', async () => {
  const { screen, user, send } = await opened();
  await user.click(screen.getByRole('button', { name: 'Invite Team' }));

  const name = screen.getByRole('textbox', { name: /Name/ });
  expect(document.activeElement).toBe(name);
  expect(name.getAttribute('aria-invalid')).toBe('true');
  await user.click(screen.getByRole('link', { name: 'Invalid Phone Number' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Phone/ }));
  expect(send).not.toHaveBeenCalled();
});

test('a wrong field is checked again with each change', async () => {
  const { screen, user } = await opened();
  await user.click(screen.getByRole('button', { name: 'Invite Team' }));
  await user.type(screen.getByRole('textbox', { name: /Phone/ }), '9800000000');
  expect(screen.queryByText('Invalid Phone Number')).toBeNull();
});

test('what the schema makes of the values is sent, and the dialog closes', async () => {
  const { screen, user, send } = await opened();
  await user.type(screen.getByRole('textbox', { name: /Name/ }), ' Asha ');
  await user.type(screen.getByRole('textbox', { name: /Phone/ }), '9800000000');
  await user.type(screen.getByRole('textbox', { name: /Price/ }), '1,50,000');
  await user.click(screen.getByRole('button', { name: 'Invite Team' }));
  expect(send).toHaveBeenCalledWith({ name: 'Asha', phone: '9800000000', price: '150000' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('when sending fails the reason stands in the dialog and nothing that was typed is lost', async () => {
  const { screen, user } = await opened(vi.fn(() => Promise.reject(new Error('Failed to Send invitation.'))));
  await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Asha');
  await user.type(screen.getByRole('textbox', { name: /Phone/ }), '9800000000');
  await user.click(screen.getByRole('button', { name: 'Invite Team' }));
  expect(await screen.findByText('Failed to Send invitation.')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Name/ }).value).toBe('Asha');
});

test('what the server has against one field stands at that field, which has the focus, until it is changed', async () => {
  const { screen, user } = await opened(vi.fn(() => Promise.reject(new FieldError('name', 'Name is taken'))));
  const name = screen.getByRole('textbox', { name: /Name/ });
  await user.type(name, 'Asha');
  await user.type(screen.getByRole('textbox', { name: /Phone/ }), '9800000000');
  await user.click(screen.getByRole('button', { name: 'Invite Team' }));

  const message = await screen.findByText('Name is taken');
  expect(name.getAttribute('aria-describedby')).toBe(message.id);
  await expect.poll(() => document.activeElement === name).toBe(true);
  await user.type(name, ' Rao');
  expect(screen.queryByText('Name is taken')).toBeNull();
});

test('closing with something typed asks once; keeping on keeps it', async () => {
  const { screen, user } = await opened();
  await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Asha');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Name/ }).value).toBe('Asha');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a draft is there again after the page was left', async () => {
  const first = await opened(undefined, 'member-7');
  await first.user.type(first.screen.getByRole('textbox', { name: /Name/ }), 'Asha');
  cleanup();
  const { screen } = await opened(undefined, 'member-7');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Name/ }).value).toBe('Asha');
});

test('a draft holds nothing but what was typed', async () => {
  const { screen, user } = await opened(undefined, 'member-7');
  await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Asha');
  const changedMeanwhile = { name: '', phone: '9800000000', price: '5' };
  expect(readDraft('member-7', changedMeanwhile)).toEqual({ ...changedMeanwhile, name: 'Asha' });
});

test('a click beside a form does nothing: what is typed is not in question because a second click went astray', async () => {
  const { screen, user } = await opened(vi.fn(() => Promise.reject(new Error('Domain Already Exists'))));
  await user.type(screen.getByLabelText(/^Name/), 'Asha');
  await user.type(screen.getByLabelText(/^Phone/), '98765 43210');
  await user.click(screen.getByText('Invite Team'));
  await screen.findByText('Domain Already Exists');

  await user.click(screen.getByRole('dialog').previousElementSibling as HTMLElement);

  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Asha');
  await user.click(screen.getByText('Close'));
  expect(screen.getByRole('alertdialog')).toBeDefined();
});

const TYPED = [
  [/^Name/, 'Asha'],
  [/^Phone/, '9800000000'],
] as const;

test('a dialog stays while it is being sent: nobody is asked whether to lose what is saved already', async () => {
  let arrives: () => void = () => undefined;
  const { screen, user } = await opened(vi.fn(() => new Promise<void>((resolve) => (arrives = resolve))));
  for (const [label, text] of TYPED) await user.type(screen.getByLabelText(label), text);
  await user.click(screen.getByRole('button', { name: 'Invite Team' }));

  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Close' }));

  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Add New Member' })).toBeTruthy();
  arrives();
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('what is sent when its dialog is gone closes none that stands in its place, and takes its own draft with it', async () => {
  let arrives: () => void = () => undefined;
  const onClose = vi.fn();
  const sending = () => new Promise<void>((resolve) => (arrives = resolve));
  function TwoInTurn() {
    const [draft, setDraft] = useState('member-1');
    return (
      <>
        <button onClick={() => setDraft('member-2')}>Next</button>
        <FormDialog
          key={draft}
          title={draft}
          schema={Member}
          start={{ name: '', phone: '', price: '' }}
          send={sending}
          submit="Invite Team"
          draft={draft}
          onClose={onClose}
        >
          {(form) => (
            <>
              <TextField form={form} name="name" label="Name" />
              <TextField form={form} name="phone" label="Phone" />
            </>
          )}
        </FormDialog>
      </>
    );
  }
  const { screen, user } = show(<TwoInTurn />);
  await screen.findByRole('dialog', { name: 'member-1' });
  for (const [label, text] of TYPED) await user.type(screen.getByLabelText(label), text);
  await user.click(screen.getByRole('button', { name: 'Invite Team' }));
  fireEvent.click(screen.getByText('Next'));
  await user.type(screen.getByLabelText('Name'), 'Ravi');
  arrives();

  await expect.poll(() => readDraft('member-1', { name: '' })).toEqual({ name: '' });
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ravi');
});
