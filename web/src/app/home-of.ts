import type { Session } from '../api/session.ts';
import { shownMenu } from './menu/shown-menu.ts';

/**
 * Where a signed-in user lands: a renewal member at the work of the day, which stands above the menu; everybody else at the
 * first entry of the menu, or the greeting where there is none.
 */
export function homeOf(session: Pick<Session, 'menu' | 'role'>): string {
  const [first] = session.role === 'RMEMBER' ? shownMenu(session) : session.menu;
  return first ? `/home/${first.to_route}` : '/home';
}
