import type { access } from '@desk/contract/access';
import type { ReplyOf } from '@desk/contract/call';
import { useNavigate } from '@tanstack/react-router';
import { storeSession, takeAddress } from '../../api/session.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { hasDrafts } from '../../kit/form/drafts.ts';

type SignedIn = ReplyOf<typeof access.adminLogin>;

const DRAFT_NOTICE = 'What you typed before your session ended is kept: it stands there again when you open its form.';

/**
 * Stores the session of a login and leads to the link that was followed, or where its user was when the last session ended,
 * else home. A screen that the menu does not have says so itself.
 */
export function useLanding(): (reply: SignedIn) => Promise<void> {
  const navigate = useNavigate();
  return ({ email: user, token, menu, role }) => {
    storeSession({ user, token, menu, role });
    const back = takeAddress(user);
    if (back !== undefined && hasDrafts()) toast('done', DRAFT_NOTICE);
    return back !== undefined ? navigate({ href: back, replace: true }) : navigate({ to: '/home', replace: true });
  };
}
