import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endSession } from '../../api/end-session.ts';
import { forgetChanges } from '../../kit/changes.ts';
import { useStable } from '../../kit/use-stable.ts';
import { Entrance } from '../../parts/entrance.tsx';

const ENDED = 'Your session has ended. Log in again to go on where you were.';

/** Ends the session on the server and takes everything of it out of this browser. */
export function LogoutScreen() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const ended = useRouterState({
    select: (state) => (state.location.search as Record<string, string>)['ended'] === '1',
  });
  const leave = useStable(async () => {
    const told = endSession();
    forgetChanges();
    queries.clear();
    await told;
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
