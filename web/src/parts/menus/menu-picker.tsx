import { users } from '@desk/contract/users';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import * as z from 'zod/mini';
import type { FormState, NameOf } from '../../kit/form/form.ts';
import { number } from '../../kit/text/format.ts';
import { MenuList, type Menu } from './menu-list.tsx';
import classes from './menu-picker.module.css';

const oneOrMore = users.addMenus.body.shape.menu_id as z.ZodMiniType<number[], string[]>;
/** The ticks of a `MenuField` in a form: keys as text in, keys out; at least one. */
export const menuChoice = z.pipe(z.array(z.string()), oneOrMore);

interface Props {
  menus: readonly Menu[];
  /** The keys that are ticked. Keys of menus that are not offered stay as they are. */
  value: readonly number[];
  onChange: (value: number[]) => void;
  label: string;
  error?: string | undefined;
  /** Of the search box, where the focus is led to. */
  id?: string;
  /** Shown, but not to be changed. */
  locked?: boolean;
}

/** A choice among menus: search, all at once, a count; the list is one tab stop that the arrow keys walk through. */
export function MenuPicker({ menus, value, onChange, label, error, id, locked = false }: Props) {
  const own = useId();
  const box = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const chosen = new Set(value);
  const wanted = search.trim().toLowerCase();
  const found = menus.filter(({ menu_name }) => menu_name.toLowerCase().includes(wanted));
  const ticked = found.filter(({ menu_id }) => chosen.has(menu_id)).length;
  const put = (changed: readonly Menu[], on: boolean) => {
    const next = new Set(value);
    for (const { menu_id } of changed)
      if (on) next.add(menu_id);
      else next.delete(menu_id);
    onChange([...next].sort((a, b) => a - b));
  };
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    // In a form Enter would send it, Escape close the dialog.
    if (event.key === 'Enter') event.preventDefault();
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      box.current?.querySelector<HTMLElement>('li [tabindex="0"]')?.focus();
    }
    if (event.key !== 'Escape' || search === '') return;
    event.preventDefault();
    event.stopPropagation();
    setSearch('');
  };
  const faulty = error !== undefined && { 'aria-invalid': true, 'aria-describedby': `${own}-error` };
  return (
    <div role="group" aria-labelledby={`${own}-label`}>
      <p id={`${own}-label`} className={classes.label}>
        {label}
      </p>
      <div ref={box} className={classes.box} data-wrong={error !== undefined || undefined}>
        <div className={classes.head}>
          <label className={classes.search}>
            <span>Search menus</span>
            <input
              id={id}
              type="search"
              autoComplete="off"
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
              onKeyDown={keys}
              {...faulty}
            />
          </label>
          <label className={classes.choice}>
            <input
              type="checkbox"
              disabled={locked || found.length === 0}
              checked={found.length > 0 && ticked === found.length}
              ref={(tick) => {
                if (tick) tick.indeterminate = ticked > 0 && ticked < found.length;
              }}
              onChange={(event) => put(found, event.currentTarget.checked)}
            />
            {wanted === '' ? 'Select all' : 'Select all found'}
          </label>
          <span role="status" className={classes.count}>
            {number(menus.filter(({ menu_id }) => chosen.has(menu_id)).length)} of {number(menus.length)} selected
          </span>
        </div>
        <MenuList menus={found} chosen={chosen} locked={locked} onTick={(menu, on) => put([menu], on)} />
      </div>
      {error !== undefined && (
        <p id={`${own}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}

interface FieldProps<Values, Name> {
  form: FormState<Values>;
  name: Name;
  label: string;
  menus: readonly Menu[];
}

/** The picker as a field of a kit form, in which the keys are text; its schema is `menuChoice`. */
export function MenuField<Values, Name extends NameOf<Values, readonly string[]>>(props: FieldProps<Values, Name>) {
  const { form, name, label, menus } = props;
  return (
    <MenuPicker
      id={form.fieldId(name)}
      label={label}
      menus={menus}
      value={(form.values[name] as readonly string[]).map(Number)}
      onChange={(next) => form.set(name, next.map(String) as Values[Name])}
      error={form.errors[name]}
    />
  );
}
