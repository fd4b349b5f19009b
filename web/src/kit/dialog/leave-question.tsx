import type { ReactNode } from 'react';
import { useLeaveBlocker } from '../browser/use-leave-blocker.ts';
import { Confirm } from './confirm.tsx';

interface Props {
  isUnsaved: boolean;
  /** What leaving loses. */
  children: ReactNode;
}

/** Asks before a page is left on which something is not saved. */
export function LeaveQuestion({ isUnsaved, children }: Props) {
  const leaving = useLeaveBlocker(
    (way) => isUnsaved && (way === undefined || way.current.pathname !== way.next.pathname),
  );
  if (leaving.status !== 'blocked') return null;
  return (
    <Confirm title="Leave without saving?" yes="Leave" onYes={leaving.proceed} no="Stay" onNo={leaving.reset}>
      {children}
    </Confirm>
  );
}
