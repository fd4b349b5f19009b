import type { MenuItem } from '@desk/contract/access';
import { isOfRenewals, RENEWAL_MENU } from '@desk/contract/rules/pages';
import { useSession, type Session } from '../../api/session.ts';

export type MenuEntry = Pick<MenuItem, 'menu_name' | 'to_route'>;

const OF_RENEWALS = Object.entries(RENEWAL_MENU).map(([to_route, menu_name]): MenuEntry => ({ to_route, menu_name }));

/** The screens that somebody has: those of the menu, below those of everybody who works on renewals. */
export const shownMenu = ({ menu, role }: Pick<Session, 'menu' | 'role'>): readonly MenuEntry[] =>
  role !== 'CUSTOMER' && menu.some(({ to_route }) => isOfRenewals(to_route)) ? [...OF_RENEWALS, ...menu] : menu;

const NONE: readonly MenuEntry[] = [];

export const useShownMenu = (): readonly MenuEntry[] => {
  const session = useSession();
  return session ? shownMenu(session) : NONE;
};
