import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { show } from '../../testing/show.tsx';
import { menuChoice, MenuField, MenuPicker } from './menu-picker.tsx';

const menus = [
  { menu_id: 3, menu_name: 'All Users' },
  { menu_id: 1, menu_name: 'All Domain' },
  { menu_id: 7, menu_name: 'Approve Users' },
];

async function picking({ start = [] as readonly number[], locked = false } = {}) {
  const received = vi.fn();
  function Picking() {
    const [value, setValue] = useState(start);
    return (
      <MenuPicker
        label="Menus"
        menus={menus}
        value={value}
        locked={locked}
        onChange={(next) => {
          received(next);
          setValue(next);
        }}
      />
    );
  }
  const shown = show(<Picking />);
  await shown.screen.findByRole('group', { name: 'Menus' });
  return { ...shown, onChange: received };
}

test('menus are ticked one by one, and counted', async () => {
  const { screen, user, onChange } = await picking({ start: [3] });
  expect(screen.getByText('1 of 3 selected')).toBeDefined();

  await user.click(screen.getByLabelText('All Domain'));

  expect(onChange).toHaveBeenLastCalledWith([1, 3]);
  expect(screen.getByText('2 of 3 selected')).toBeDefined();
});

test('all menus that the search found are ticked at once; the others stay as they are', async () => {
  const { screen, user, onChange } = await picking({ start: [7] });

  await user.type(screen.getByLabelText('Search menus'), 'ALL');
  await user.click(screen.getByLabelText('Select all found'));
  expect(onChange).toHaveBeenLastCalledWith([1, 3, 7]);

  await user.click(screen.getByLabelText('Select all found'));
  expect(onChange).toHaveBeenLastCalledWith([7]);
});

test('a menu that is not offered is neither shown nor lost', async () => {
  const { screen, user, onChange } = await picking({ start: [99] });
  expect(screen.getByText('0 of 3 selected')).toBeDefined();

  await user.click(screen.getByLabelText('Select all'));
  await user.click(screen.getByLabelText('Select all'));

  expect(onChange).toHaveBeenLastCalledWith([99]);
});

test('the keyboard goes from the search through the list, which is one tab stop', async () => {
  const { screen, user, onChange } = await picking();
  screen.getByLabelText('Search menus').focus();

  await user.keyboard('{ArrowDown}{ArrowDown} ');
  expect(onChange).toHaveBeenLastCalledWith([1]);
  await user.keyboard('{End} ');
  expect(onChange).toHaveBeenLastCalledWith([1, 7]);

  expect(screen.getAllByRole('checkbox').filter((tick) => tick.tabIndex === 0)).toEqual([
    screen.getByLabelText('Select all'),
    screen.getByLabelText('Approve Users'),
  ]);
});

test('a locked choice is shown and cannot be changed', async () => {
  const { screen, user, onChange } = await picking({ start: [3], locked: true });

  await user.click(screen.getByLabelText('All Users'));

  expect(onChange).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLInputElement>('All Users').checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Select all').disabled).toBe(true);
});

test('in a form at least one menu is needed, and keys come out as numbers', async () => {
  const send = vi.fn(() => Promise.resolve());
  const { screen, user } = show(
    <FormDialog
      title="Menus"
      schema={z.object({ menu_id: menuChoice })}
      start={{ menu_id: [] }}
      submit="Save"
      draft="menus"
      send={send}
      onClose={() => undefined}
    >
      {(form) => <MenuField form={form} name="menu_id" label="Menus" menus={menus} />}
    </FormDialog>,
  );

  await user.click(await screen.findByText('Save'));
  const search = screen.getByLabelText('Search menus');
  expect(document.activeElement).toBe(search);
  expect(document.getElementById(search.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Choose at least one menu',
  );
  await user.keyboard('approve{Enter}');
  expect(send).not.toHaveBeenCalled();

  await user.click(screen.getByLabelText('Approve Users'));
  await user.click(screen.getByText('Save'));
  expect(send).toHaveBeenCalledWith({ menu_id: [7] });
});
