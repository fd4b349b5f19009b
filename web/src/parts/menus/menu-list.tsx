import type { MenuItem } from '@desk/contract/access';
import { useState, type KeyboardEvent } from 'react';
import classes from './menu-picker.module.css';

export type Menu = Pick<MenuItem, 'menu_id' | 'menu_name'>;

interface Props {
  menus: readonly Menu[];
  chosen: ReadonlySet<number>;
  locked: boolean;
  onTick: (menu: Menu, on: boolean) => void;
}

/** Where a key leads among `count` lines; undefined for a key that does not move. */
function destination(key: string, at: number, count: number): number | undefined {
  const moves: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1 };
  const to = moves[key];
  return to === undefined ? undefined : Math.min(Math.max(to, 0), count - 1);
}

/** The ticks of a menu picker: one tab stop; arrows, Home and End move, Space ticks. */
export function MenuList({ menus, chosen, locked, onTick }: Props) {
  const [last, setLast] = useState<number>();
  const stop = menus.some(({ menu_id }) => menu_id === last) ? last : menus[0]?.menu_id;
  const walk = (event: KeyboardEvent<HTMLInputElement>, at: number) => {
    // In a form Enter would send it.
    if (event.key === 'Enter') event.preventDefault();
    const to = destination(event.key, at, menus.length);
    if (to === undefined) return;
    event.preventDefault();
    const list = event.currentTarget.closest('ul');
    list?.querySelectorAll<HTMLInputElement>('input')[to]?.focus();
  };
  if (menus.length === 0) return <p className={classes.none}>No menu matches.</p>;
  return (
    <ul className={classes.list}>
      {menus.map((menu, at) => (
        <li key={menu.menu_id}>
          <label className={classes.choice}>
            <input
              type="checkbox"
              tabIndex={menu.menu_id === stop ? 0 : -1}
              aria-disabled={locked || undefined}
              checked={chosen.has(menu.menu_id)}
              onFocus={() => setLast(menu.menu_id)}
              onKeyDown={(event) => walk(event, at)}
              onChange={(event) => {
                if (!locked) onTick(menu, event.currentTarget.checked);
              }}
            />
            {menu.menu_name}
          </label>
        </li>
      ))}
    </ul>
  );
}
