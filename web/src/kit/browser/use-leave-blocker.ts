import { useBlocker, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { stepsOf } from './steps-back.ts';
import { useStable } from './use-stable.ts';

interface Way {
  readonly current: { readonly pathname: string };
  readonly next: { readonly pathname: string };
}

interface Question {
  readonly status: 'blocked' | 'idle';
  readonly proceed: () => void;
  readonly reset: () => void;
}

/** The way out of a session that has ended bears a mark: nothing could be saved any more, and to ask would keep a stranger's screen open. */
const isSessionOver = ({ next }: { next: { search: object } }): boolean => 'ended' in next.search;

const isNew = (action: string): boolean => action === 'PUSH' || action === 'REPLACE';

/** Back on an open dialog closes that, and leaves nothing: the dialog asks where something would be lost. */
const closesDialog = (steps: number): boolean => steps < 0 && document.querySelector('[data-modal]') !== null;

/**
 * The same for ways through the history. The router has gone such a way by the time it asks; it is gone back at once and
 * anew after the answer: else the address would be another page's meanwhile, and another press of Back would lead from there.
 */
function useHistoryBlocker(loses: (way: Way) => boolean): Question {
  const { history } = useRouter();
  const [asked, setAsked] = useState(0);
  const ask = useStable(loses);
  useEffect(
    () =>
      history.block({
        blockerFn: (way) => {
          const steps = stepsOf(way);
          if (isNew(way.action) || closesDialog(steps)) return false;
          const isAsking = ask({ current: way.currentLocation, next: way.nextLocation });
          if (isAsking) setAsked(steps);
          return isAsking;
        },
        enableBeforeUnload: false,
      }),
    [history, ask],
  );
  return {
    status: asked === 0 ? 'idle' : 'blocked',
    proceed: () => {
      setAsked(0);
      history.go(asked, { ignoreBlocker: true });
    },
    reset: () => setAsked(0),
  };
}

/**
 * Asks before a way leads off from what is not saved: `blocked` until `proceed` or `reset`; the browser asks where it is closed.
 * @param loses whether something would be lost, of each way or, without one, when the page is closed
 */
export function useLeaveBlocker(loses: (way?: Way) => boolean): Question {
  const through = useHistoryBlocker(loses);
  const on = useBlocker({
    shouldBlockFn: (way) => isNew(way.action) && !isSessionOver(way) && loses(way),
    enableBeforeUnload: () => loses(),
    withResolver: true,
  });
  return on.status === 'blocked' ? on : through;
}
