import { useBlocker } from '@tanstack/react-router';

interface Way {
  readonly current: { readonly pathname: string };
  readonly next: { readonly pathname: string };
}

/** The way out of a session that has ended bears a mark: nothing could be saved any more, and to ask would keep a stranger's screen open. */
const isSessionOver = ({ next }: { next: { search: object } }): boolean => 'ended' in next.search;

/**
 * Asks before a way leads off from what is not saved: `blocked` until `proceed` or `reset`; the browser asks where it is closed.
 * @param loses whether something would be lost, of each way or, without one, when the page is closed
 */
export const useLeaveBlocker = (loses: (way?: Way) => boolean) =>
  useBlocker({
    shouldBlockFn: (way) => !isSessionOver(way) && loses(way),
    enableBeforeUnload: () => loses(),
    withResolver: true,
  });
