import type { access } from '@desk/contract/access';
import type { ReplyOf } from '@desk/contract/call';
import { useNavigate } from '@tanstack/react-router';
import { storeSession, takeAddress } from '../../api/session.ts';

type SignedIn = ReplyOf<typeof access.adminLogin>;

/**
 * Stores the session of a login and leads to the link that was followed, or where its user was when the last session ended,
 * else home. A screen that the menu does not have says so itself.
 */
export function useLanding(): (reply: SignedIn) => Promise<void> {
  const navigate = useNavigate();
  return ({ email: user, token, menu, role }) => {
    storeSession({ user, token, menu, role });
    const back = takeAddress(user);
    return back !== undefined ? navigate({ href: back, replace: true }) : navigate({ to: '/home', replace: true });
  };
}
