import { useRef, useState, type ReactNode } from 'react';
import { useIsMounted } from '../browser/use-is-mounted.ts';
import { useLeaveBlocker } from '../browser/use-leave-blocker.ts';
import { Discard } from './discard.tsx';

interface Options {
  /** Something was typed or chosen that closing would lose. */
  isUnsaved?: boolean;
  isSending?: boolean;
  onClose: () => void;
}

interface Closing {
  /** Of Close and Escape. */
  close: () => void;
  /** Closes it once it is sent. */
  closeSent: () => void;
  /** Whether it is still there: what is sent may outlast it. */
  isThere: () => boolean;
  question: ReactNode;
}

/**
 * How a dialog closes that is written in: it asks once before something is lost, and stays while it is being sent. What is
 * sent closes no other dialog that stands in its place by then.
 */
export function useClosing({ isUnsaved = false, isSending = false, onClose }: Options): Closing {
  const [isAsking, setIsAsking] = useState(false);
  const isThere = useIsMounted();
  return {
    close: () => {
      if (isSending) return;
      if (isUnsaved) setIsAsking(true);
      else onClose();
    },
    closeSent: () => {
      if (isThere()) onClose();
    },
    isThere,
    question: isAsking && <Discard onYes={onClose} onNo={() => setIsAsking(false)} />,
  };
}

interface LeavingOptions extends Options {
  /** It is left without saving: what a dialog in it keeps as a draft is given up, too. */
  onDiscard?: () => void;
}

/** The same where no draft is kept: it asks on leaving the page and on going back, too. */
export function useClosingOrLeaving({ isUnsaved = false, onClose, onDiscard, ...options }: LeavingOptions): Closing {
  // What is asked of the router comes in the same moment as the answer.
  const isSettled = useRef(false);
  const leaving = useLeaveBlocker(() => isUnsaved && !isSettled.current);
  const leave = () => {
    isSettled.current = true;
    onClose();
  };
  const closing = useClosing({ isUnsaved, ...options, onClose: leave });
  if (leaving.status !== 'blocked') return closing;
  const discard = () => {
    onDiscard?.();
    leaving.proceed();
  };
  return { ...closing, question: <Discard onYes={discard} onNo={leaving.reset} /> };
}
