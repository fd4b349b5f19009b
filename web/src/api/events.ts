import { useEffect } from 'react';
import type { ServerEvent } from './event-stream.ts';
import { onSessionChange, readSession } from './session.ts';
import { shareStream } from './shared-stream.ts';

/** `data` is undefined after the connection was lost: events may have been missed. */
type EventHandler = (data: unknown) => void;

const listeners = new Map<string, Set<EventHandler>>();
/** A frozen page must not hold the stream that the other tabs share. */
let isFrozen = false;
let connection: { readonly identity: string; readonly leave: () => void } | undefined;

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

const wantedConnection = () => {
  const session = readSession();
  const isWanted = session && session.role !== 'CUSTOMER' && listeners.size > 0 && !isFrozen;
  return isWanted
    ? { name: `desk:events:${session.user}`, identity: `${session.user} ${session.token.login_token}` }
    : undefined;
};

/** Listens as whoever is logged in now, if there is anything to listen for. */
function updateConnection(): void {
  const wanted = wantedConnection();
  if (wanted?.identity === connection?.identity) return;
  connection?.leave();
  connection = wanted && { identity: wanted.identity, leave: shareStream(wanted.name, emit) };
}

function freeze(): void {
  isFrozen = true;
  updateConnection();
}

function resume(): void {
  if (!isFrozen) return;
  isFrozen = false;
  updateConnection();
  emit(undefined);
}

onSessionChange(updateConnection);
document.addEventListener('freeze', freeze);
document.addEventListener('resume', resume);
window.addEventListener('pagehide', freeze);
window.addEventListener('pageshow', resume);

/**
 * Handles an event of the server, over one connection for all tabs of the browser. Keep `handler` stable. Without a name, and
 * for customers, to whom the server sends no events, it listens for nothing.
 */
export function useServerEvent(name: string | undefined, handler: EventHandler): void {
  useEffect(() => {
    if (name === undefined || readSession()?.role === 'CUSTOMER') return undefined;
    const all = listeners.get(name) ?? new Set<EventHandler>();
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
