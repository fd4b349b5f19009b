import { access } from '@desk/contract/access';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSend } from '../../api/hooks.ts';
import { clearSession, holdFirstLogin, readSession } from '../../api/session.ts';
import { forgetChanges } from '../../kit/changes.ts';
import { useStable } from '../../kit/use-stable.ts';
import { Entrance } from '../../parts/entrance.tsx';

const ENDED = 'Your session has ended. Log in again to go on where you were.';

/** Ends the session on the server and takes everything of it out of this browser. */
export function LogoutScreen() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const logout = useSend(access.logout);
  const ended = useRouterState({
    select: (state) => (state.location.search as Record<string, string>)['ended'] === '1',
  });
  const leave = useStable(async () => {
    // Asked before the token is gone; a server that does not answer does not keep anybody signed in here.
    const asked = readSession() ? logout.mutateAsync({}).catch(() => undefined) : undefined;
    clearSession();
    holdFirstLogin(undefined);
    forgetChanges();
    queries.clear();
    await asked;
    if (!ended) await navigate({ to: '/adminpanel', replace: true });
  });
  useEffect(() => {
    void leave();
  }, [leave]);
  return (
    <Entrance title="Logout">
      <p role="status">{ended ? ENDED : 'You are being logged out.'}</p>
      <p>
        <Link to="/adminpanel">Login</Link>
      </p>
    </Entrance>
  );
}
