export interface Deadline {
  /** Aborts when the time is over, or when the caller's signal does. */
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  /** Work that has ended needs no deadline. */
  readonly lift: () => void;
}

/**
 * How long somebody else is waited for. `AbortSignal.any` would say it shorter, but Node forgets a timeout that only a
 * combined signal knows as soon as memory is cleared, and then it never comes: https://github.com/nodejs/node/issues/57736
 */
export function deadlineIn(milliseconds: number, outer?: AbortSignal): Deadline {
  const inner = new AbortController();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    inner.abort(new DOMException('There was no answer in time.', 'TimeoutError'));
  }, milliseconds);
  const follow = () => {
    inner.abort(outer?.reason);
  };
  if (outer?.aborted) follow();
  else outer?.addEventListener('abort', follow, { once: true });
  return {
    signal: inner.signal,
    isOver: () => isOver,
    lift: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}
