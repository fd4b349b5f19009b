import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endSession } from '../../api/end-session.ts';
import { entrance, forgetTab } from '../../api/session.ts';
import { forgetChanges } from '../../kit/changes.ts';
import { say } from '../../kit/say.ts';
import { useStable } from '../../kit/use-stable.ts';
import { Entrance } from '../../parts/entrance.tsx';

const ENDED = 'Your session has ended. Log in again to go on where you were.';
const NOT_TOLD = 'You are logged out here, but the server could not be told. Your session there ends by itself.';

/**
 * Ends the session on the server and takes everything of it out of this browser. Only when the session ended by itself
 * does what was typed stay, for the next login of the same user.
 */
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
    if (!ended) forgetTab();
    if (!(await told)) say('failed', NOT_TOLD);
    if (!ended) await navigate({ to: entrance(), replace: true });
  });
  useEffect(() => {
    void leave();
  }, [leave]);
  return (
    <Entrance title="Logout">
      <p role="status">{ended ? ENDED : 'You are being logged out.'}</p>
      <p>
        <Link to={entrance()}>Login</Link>
      </p>
    </Entrance>
  );
}
