import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isOfCustomers } from '@desk/contract/rules/pages';
import { useSession } from '../api/session.ts';
import { COULD_NOT_FETCH, failedLoad } from '../kit/feedback/failed-load.ts';
import { ErrorPanel } from '../kit/feedback/panels.tsx';
import { dismiss, useToasts } from '../kit/feedback/toast.ts';
import { ScreenFrame } from '../kit/layout/screen-frame.tsx';
import { NotYours } from './error-pages.tsx';
import { shownMenu } from './menu/shown-menu.ts';

/** Where a screen leads whose data could not be fetched. */
export function ErrorScreen() {
  const navigate = useNavigate();
  const session = useSession();
  const failed = failedLoad();
  const text = failed?.text ?? COULD_NOT_FETCH;
  const toasts = useToasts();
  // The page says it from now on: the message that led here would stand beside it, and stay after a Retry that works.
  useEffect(() => {
    for (const one of toasts) if (one.kind === 'failed' && one.text === text) dismiss(one.id);
  }, [toasts, text]);
  const route = /^\/home\/([\w-]+)/.exec(failed?.from ?? '')?.[1];
  // It failed because the menu was taken away, which is told a moment later.
  if (route !== undefined && session && !shownMenu(session).some(({ to_route }) => to_route === route))
    return <NotYours isOfCustomers={isOfCustomers(route)} wasTaken />;
  return (
    <ScreenFrame title="Error">
      <ErrorPanel
        text={text}
        {...(failed && { what: `This was being loaded: ${failed.what}` })}
        onRetry={() => void navigate({ href: failed?.from ?? '/home', replace: true })}
      />
    </ScreenFrame>
  );
}
