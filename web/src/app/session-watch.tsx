import { access } from '@desk/contract/access';
import type { ReplyOf } from '@desk/contract/call';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useSend } from '../api/hooks.ts';
import {
  endedByItself,
  onStaleMenu,
  onSessionEnded,
  readSession,
  rememberAddress,
  storeSession,
  useSession,
  type Session,
} from '../api/session.ts';
import { toast } from '../kit/feedback/toast.ts';
import { now } from '../kit/text/clock.ts';
import { Confirm } from '../kit/dialog/confirm.tsx';
import { useStable } from '../kit/browser/use-stable.ts';

const CHECK_MS = 50_000;
const LOOK_MS = 1000;
const WARN_S = 120;

/** No draft stands behind a table's choices, or behind rules and settings: leaving those asks, but an end does not. */
const DRAFTS_OF_STAFF =
  'Comments, messages and offers that you began are kept in this tab. Choices in a table, and rules and settings that are not saved, are not: save them first.';

const secondsLeft = (exp: number | undefined) => (exp === undefined ? 0 : exp - now() / 1000);

const isMenuOf = (routes: readonly string[], { menu }: Session): boolean =>
  menu.length === routes.length && menu.every(({ to_route }) => routes.includes(to_route));

/**
 * Asks every 50 seconds, and when the tab comes back, whether the session still stands, and with which menu; warns two minutes before it ends.
 * When it is over, the way leads to /logout, and the address is kept for the next login.
 */
export function SessionWatch() {
  const router = useRouter();
  const session = useSession();
  const queries = useQueryClient();
  const check = useSend(access.checkSession);
  const extend = useSend(access.checkSession);
  const [ending, setEnding] = useState(false);

  const owner = useRef(session?.user);

  /** Called once more on the way out, it stays with what it kept: the way out is no screen. */
  const leave = useStable(() => {
    const { pathname, href } = router.state.location;
    if (pathname === '/logout') return;
    if (owner.current !== undefined) rememberAddress(owner.current, href);
    void router.navigate({ to: '/logout', search: { ended: '1' }, replace: true });
  });
  const standsUntil = (asked: string | undefined, { exp, routes }: ReplyOf<typeof access.checkSession>) => {
    const standing = readSession();
    // Another tab may have logged in as somebody else meanwhile.
    if (standing?.token.login_token !== asked) return;
    if (standing && !isMenuOf(routes, standing)) void queries.invalidateQueries({ queryKey: [access.menu.path] });
    if (standing && standing.token.exp !== exp) storeSession({ ...standing, token: { ...standing.token, exp } });
    setEnding(secondsLeft(exp) < WARN_S);
  };
  const ask = useStable(() => {
    const asked = readSession()?.token.login_token;
    check.mutate({}, { onSuccess: (reply) => standsUntil(asked, reply) });
  });
  const stay = () => {
    const asked = readSession()?.token.login_token;
    if (extend.isPending) return;
    extend.mutate(
      { extend: true },
      {
        onSuccess: (reply) => standsUntil(asked, reply),
        // Where the session is over, the way out says so.
        onError: (error) => error.status !== 401 && toast('failed', error.message),
      },
    );
  };
  const look = useStable(() => {
    const left = secondsLeft(readSession()?.token.exp);
    if (left <= 0) leave();
    else setEnding(left < WARN_S);
  });

  useEffect(() => {
    const asking = setInterval(ask, CHECK_MS);
    const looking = setInterval(look, LOOK_MS);
    const back = () => {
      if (document.visibilityState === 'visible') ask();
    };
    const unsubscribe = [onSessionEnded(leave), onStaleMenu(ask)];
    document.addEventListener('visibilitychange', back);
    return () => {
      clearInterval(asking);
      clearInterval(looking);
      document.removeEventListener('visibilitychange', back);
      for (const stop of unsubscribe) stop();
    };
  }, [ask, look, leave]);

  // In another tab somebody logged out, or the session ended.
  useEffect(() => {
    if (session) owner.current = session.user;
    else if (endedByItself()) leave();
    else void router.navigate({ to: '/logout', replace: true });
  }, [session, router, leave]);

  if (!ending) return null;
  return (
    <Confirm
      title="Your session ends in 2 minutes"
      yes="Stay signed in"
      onYes={stay}
      busy={extend.isPending}
      no="Log out"
      onNo={() => void router.navigate({ to: '/logout' })}
      careful="yes"
    >
      {session?.role === 'CUSTOMER' ? 'What you typed is kept in this tab.' : DRAFTS_OF_STAFF}
    </Confirm>
  );
}
