import type { MenuItem } from '@desk/contract/access';
import { ADD_ON_SCREEN, isOfRenewals, RENEWAL_MENU, type RenewalScreen } from '@desk/contract/rules/pages';
import { useSession, type Session } from '../../api/session.ts';

export type MenuEntry = Pick<MenuItem, 'menu_name' | 'to_route'>;

const NONE: readonly MenuEntry[] = [];
const entry = (to_route: RenewalScreen): MenuEntry => ({ to_route, menu_name: RENEWAL_MENU[to_route] });
const OF_RENEWALS = (Object.keys(RENEWAL_MENU) as RenewalScreen[]).map(entry);
/** Who renews the add-on product alone finds in My day what is to be renewed. */
const OF_ADD_ONS = [entry('my_day')];

function aboveOf({ menu, role }: Pick<Session, 'menu' | 'role'>): readonly MenuEntry[] {
  if (role === 'CUSTOMER') return NONE;
  if (menu.some(({ to_route }) => isOfRenewals(to_route))) return OF_RENEWALS;
  return menu.some(({ to_route }) => to_route === ADD_ON_SCREEN) ? OF_ADD_ONS : NONE;
}

/** The screens that somebody has: those of the menu, below those of everybody who works on renewals. */
export const shownMenu = (session: Pick<Session, 'menu' | 'role'>): readonly MenuEntry[] => {
  const above = aboveOf(session);
  return above.length === 0 ? session.menu : [...above, ...session.menu];
};

export const useShownMenu = (): readonly MenuEntry[] => {
  const session = useSession();
  return session ? shownMenu(session) : NONE;
};
