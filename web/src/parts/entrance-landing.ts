import type { access } from '@desk/contract/access';
import type { ReplyOf } from '@desk/contract/call';
import { useNavigate } from '@tanstack/react-router';
import { storeSession, takeAddress } from '../api/session.ts';

type SignedIn = ReplyOf<typeof access.adminLogin>;

/** Stores the session of a login and leads where its user was when the last one ended, as far as the menu still has it, else home. */
export function useLanding(): (reply: SignedIn) => Promise<void> {
  const navigate = useNavigate();
  return ({ email: user, token, menu, role }) => {
    storeSession({ user, token, menu, role });
    const back = takeAddress(user);
    const screen = back?.split('?')[0];
    const reachable = menu.some(({ to_route }) => screen === `/home/${to_route}`);
    return back !== undefined && reachable
      ? navigate({ href: back, replace: true })
      : navigate({ to: '/home', replace: true });
  };
}
