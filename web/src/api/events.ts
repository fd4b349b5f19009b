import { useEffect } from 'react';
import type { ServerEvent } from './event-stream.ts';
import { onSessionChange, readSession } from './session.ts';
import { shareStream } from './shared-stream.ts';

/** `data` is undefined where the line was down: whatever it tells of may have happened meanwhile. */
type Heard = (data: unknown) => void;

const listeners = new Map<string, Set<Heard>>();
/** The browser has put the page to sleep: it must not hold what others wait for. */
let isAsleep = false;
let tuned: { readonly as: string; readonly leave: () => void } | undefined;

function emit(event: ServerEvent | undefined): void {
  if (!event) {
    for (const one of [...listeners.values()].flatMap((handlers) => [...handlers])) one(undefined);
    return;
  }
  const handlers = listeners.get(event.name);
  if (!handlers) return;
  const parsed: unknown = JSON.parse(event.data);
  for (const one of [...handlers]) one(parsed);
}

const listener = () => {
  const session = readSession();
  const listens = session && session.role !== 'CUSTOMER' && listeners.size > 0 && !isAsleep;
  return listens
    ? { name: `desk:events:${session.user}`, as: `${session.user} ${session.token.login_token}` }
    : undefined;
};

/** Listens as whoever is logged in now, if there is anything to listen for. */
function updateConnection(): void {
  const wanted = listener();
  if (wanted?.as === tuned?.as) return;
  tuned?.leave();
  tuned = wanted && { as: wanted.as, leave: shareStream(wanted.name, emit) };
}

function sleep(): void {
  isAsleep = true;
  updateConnection();
}

function wake(): void {
  if (!isAsleep) return;
  isAsleep = false;
  updateConnection();
  emit(undefined);
}

onSessionChange(updateConnection);
document.addEventListener('freeze', sleep);
document.addEventListener('resume', wake);
window.addEventListener('pagehide', sleep);
window.addEventListener('pageshow', wake);

/**
 * Hears what the server tells this session (one connection for all tabs of the browser). Keep `heard` stable. Without a name
 * nothing is listened for; to customers the server tells nothing, they ask again by themselves.
 */
export function useServerEvent(name: string | undefined, handler: Heard): void {
  useEffect(() => {
    if (name === undefined || readSession()?.role === 'CUSTOMER') return undefined;
    const all = listeners.get(name) ?? new Set<Heard>();
    listeners.set(name, all.add(handler));
    updateConnection();
    return () => {
      all.delete(handler);
      if (all.size === 0) listeners.delete(name);
      // The next screen may listen as well: it comes in the same turn.
      queueMicrotask(updateConnection);
    };
  }, [name, handler]);
}
