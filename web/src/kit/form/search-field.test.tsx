import { useState } from 'react';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { show } from '../../testing/show.tsx';
import { FormDialog } from './form-dialog.tsx';
import { SearchField } from './search-field.tsx';

const ALL = ['Acme', 'Acme Two', 'Borough'].map((label) => ({ value: label, label }));
const SCHEMA = z.object({ company: z.string() });

function Form({ onSend, onClose }: { onSend: (company: string) => void; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  return (
    <FormDialog
      title="Company"
      schema={SCHEMA}
      start={{ company: 'Borough' }}
      submit="Send"
      draft="company"
      send={({ company }) => {
        onSend(company);
        return Promise.resolve();
      }}
      onClose={onClose}
    >
      {(form) => (
        <SearchField
          form={form}
          name="company"
          label="Company"
          chosen={form.values.company}
          found={{ choices: ALL.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase())) }}
          onType={setTyped}
          onChoose={(choice) => form.set('company', choice?.value ?? '')}
        />
      )}
    </FormDialog>
  );
}

function open() {
  const [sent, closed]: [string[], true[]] = [[], []];
  const shown = show(<Form onSend={(company) => sent.push(company)} onClose={() => closed.push(true)} />);
  const field = () => shown.screen.getByRole<HTMLInputElement>('combobox', { name: 'Company' });
  return { ...shown, sent, closed, field };
}

test('a part of a name finds choices, and the arrows and Enter choose one without sending the form', async () => {
  const { screen, user, sent, field } = open();
  await screen.findByRole('dialog');
  await user.clear(field());
  await user.type(field(), 'acme');
  const [first, second] = screen.getAllByRole('option');
  expect(field().getAttribute('aria-activedescendant')).toBe(first?.id);
  await user.keyboard('{ArrowDown}');
  expect(field().getAttribute('aria-activedescendant')).toBe(second?.id);
  await user.keyboard('{Enter}');
  expect([field().value, sent, screen.queryByRole('listbox')]).toEqual(['Acme Two', [], null]);
  await user.keyboard('{Enter}');
  await expect.poll(() => sent).toEqual(['Acme Two']);
});

test('a click chooses; what is typed and not chosen goes with Escape or on leaving, and the dialog stays', async () => {
  const { screen, user, closed, field } = open();
  await screen.findByRole('dialog');
  await user.clear(field());
  await user.type(field(), 'acme');
  await user.click(screen.getByRole('option', { name: 'Acme' }));
  expect(field().value).toBe('Acme');
  await user.type(field(), 'xyz');
  expect(screen.getByText('Nothing found')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect([field().value, closed]).toEqual(['Acme', []]);
  await user.type(field(), ' Two');
  await user.tab();
  expect(field().value).toBe('Acme');
});

test('emptied, nothing is chosen any more', async () => {
  const { screen, user, sent, field } = open();
  await screen.findByRole('dialog');
  await user.clear(field());
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await expect.poll(() => sent).toEqual(['']);
});
