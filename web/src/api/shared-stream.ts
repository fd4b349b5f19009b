import * as z from 'zod/mini';
import { keepStream, IDLE_TIMEOUT_MS, type ServerEvent } from './event-stream.ts';
import { takeMissed } from './first-request.ts';

/** `undefined`: whatever the server told meanwhile was missed. */
type OnMessage = (event: ServerEvent | undefined) => void;

/** Messages from the tab that holds the stream to the others. */
const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), event: z.object({ name: z.string(), data: z.string() }) }),
  z.object({ kind: z.literal('missed') }),
  z.object({ kind: z.literal('alive') }),
]);
type Message = z.infer<typeof Message>;

const LOOK_MS = 20_000;

/** Old browsers, and pages that are not served securely, have no locks: each tab has a stream of its own then. */
const canShare = () => 'locks' in navigator && typeof BroadcastChannel === 'function';

function ownStream(receive: OnMessage): () => void {
  const control = new AbortController();
  void keepStream(control.signal, {
    opened: (isBack) => (isBack || takeMissed()) && receive(undefined),
    event: receive,
    alive: () => undefined,
  });
  return () => control.abort();
}

/**
 * One stream for all tabs that share under the same name: browsers open six connections to a server, and a stream never ends.
 * The tab that has the lock holds the stream and tells the others; when it closes, or is silent for too long, another one
 * takes over, and all are told that they may have missed something. Answers how to leave.
 */
export function shareStream(name: string, onMessage: OnMessage): () => void {
  if (!canShare()) return ownStream(onMessage);
  const leaving = new AbortController();
  const channel = new BroadcastChannel(name);
  let isHolder = false;
  let lastMessageAt = performance.now();
  const post = (message: Message) => {
    // A line may say its last while the tab leaves.
    if (!leaving.signal.aborted) channel.postMessage(message);
  };
  channel.onmessage = ({ data }) => {
    const read = Message.safeParse(data);
    lastMessageAt = performance.now();
    if (read.data?.kind === 'event') onMessage(read.data.event);
    if (read.data?.kind === 'missed') onMessage(undefined);
  };

  /** Resolves when the tab leaves, or another one has taken the lock away. */
  const hold = async (options: LockOptions, isFirst: boolean): Promise<void> => {
    const holding = new AbortController();
    const end = () => holding.abort();
    leaving.signal.addEventListener('abort', end);
    const stream = async (lock: Lock | null) => {
      if (!lock) {
        if (isFirst && takeMissed()) onMessage(undefined);
        return;
      }
      isHolder = true;
      await keepStream(holding.signal, {
        opened: (isBack) => {
          // Whose page was just opened has just asked for everything, but for what was asked before its scripts were there.
          if (isBack || !isFirst || takeMissed()) onMessage(undefined);
          post({ kind: 'missed' });
        },
        event: (event) => {
          onMessage(event);
          post({ kind: 'event', event });
        },
        alive: () => post({ kind: 'alive' }),
      });
    };
    try {
      await navigator.locks.request(name, options, stream);
    } catch (error) {
      // Another tab took the lock away, or this one leaves.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    } finally {
      isHolder = false;
      end();
      leaving.signal.removeEventListener('abort', end);
    }
  };
  const takePart = async () => {
    await hold({ ifAvailable: true }, true);
    while (!leaving.signal.aborted) await hold({ signal: leaving.signal }, false);
  };
  let leaveOwn: () => void = () => undefined;
  takePart().catch(() => {
    // A page that may not lock after all.
    leaveOwn = ownStream(onMessage);
  });

  const looking = setInterval(() => {
    if (isHolder || performance.now() - lastMessageAt < IDLE_TIMEOUT_MS) return;
    lastMessageAt = performance.now();
    hold({ steal: true }, false).catch(() => undefined);
  }, LOOK_MS);
  return () => {
    clearInterval(looking);
    leaving.abort();
    leaveOwn();
    channel.close();
  };
}
