import { admins } from '@desk/contract/admins';
import { useCall } from '../../api/hooks.ts';

type Ids = readonly number[];

/** The menus of some keys by their names; a key that the caller may not give goes by its number. */
export function useMenuNames(): (ids: Ids) => string {
  const { data } = useCall(admins.offeredMenus, {});
  const names = new Map(data?.menu.map(({ menu_id, menu_name }) => [menu_id, menu_name]));
  return (ids) => ids.map((id) => names.get(id) ?? `menu ${String(id)}`).join(', ');
}

/** The keys of a list of menus, in whichever form it is sent. */
export const keysIn = (list: string | readonly (string | number)[]): Ids =>
  (typeof list === 'string' ? list.split(',') : list).map(Number).filter((id) => id > 0);

/** A change of somebody's menus as Recent changes tells it; menus can be taken back to some, never to none. */
export const changedMenus = <Body>(
  whose: string,
  namesOf: (ids: Ids) => string,
  [before, after]: readonly [Ids, Ids],
  undo: Body,
) => ({
  what: `Menus of ${whose}`,
  from: namesOf(before),
  to: namesOf(after),
  ...(before.length > 0 && { undo }),
});
