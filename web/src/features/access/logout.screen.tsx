import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endSession } from '../../api/end-session.ts';
import { loginPath, forgetTab, readSession } from '../../api/session.ts';
import { forgetChanges } from '../../kit/edit/changes.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import { LoginPage } from '../../parts/login-page/login-page.tsx';

const ENDED = 'Your session has ended. Log in again to go on where you were.';
const NOT_REACHED = 'You are logged out here, but the server could not be told. Your session there ends by itself.';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** At this entry of the history a session was ended; another one that stands now began later. */
    hasEnded?: true;
  }
}

/**
 * Ends the session on the server and takes everything of it out of this browser. Only when the session ended by itself
 * does what was typed stay, for the next login of the same user. Who comes here again by Back or a reload ends nothing.
 */
export function LogoutScreen() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const ended = useRouterState({
    select: (state) => (state.location.search as Record<string, string>)['ended'] === '1',
  });
  const hasEnded = useRouterState({ select: (state) => state.location.state.hasEnded === true });
  const end = async () => {
    const ending = endSession(ended ? 'ended' : 'left');
    forgetChanges();
    queries.clear();
    if (!ended) forgetTab();
    await navigate({ to: '/logout', search: ended ? { ended: '1' } : {}, state: { hasEnded: true }, replace: true });
    if (!(await ending)) toast('failed', NOT_REACHED);
  };
  const leave = useStable(async () => {
    if (hasEnded && readSession()) return navigate({ to: '/home', replace: true });
    if (!hasEnded) await end();
    if (!ended) await navigate({ to: loginPath(), replace: true });
  });
  useEffect(() => {
    void leave();
  }, [leave]);
  return (
    <LoginPage title="Logout">
      <p role="status">{ended ? ENDED : 'You are being logged out.'}</p>
      <p>
        <Link to={loginPath()} replace>
          Login
        </Link>
      </p>
    </LoginPage>
  );
}
