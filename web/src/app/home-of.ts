import type { MenuItem } from '@desk/contract/access';

/** Where a signed-in user lands: the first entry of the menu, or the greeting where there is none. */
export const homeOf = (menu: readonly MenuItem[]): string => (menu[0] ? `/home/${menu[0].to_route}` : '/home');
