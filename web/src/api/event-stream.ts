import { readSession } from './session.ts';

export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** Callbacks of `keepStream`. */
export interface StreamHandlers {
  /** It stands; `isBack`: it stood before, and what was told meanwhile is lost. */
  opened: (isBack: boolean) => void;
  event: (event: ServerEvent) => void;
  /** The server said anything at all, or is being asked again. */
  alive: () => void;
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** The server says something every 25 seconds; after three times nothing the line is dead, whatever the network says. */
export const IDLE_TIMEOUT_MS = 80_000;

/** One block of `text/event-stream`; undefined for a comment. */
export function readEvent(block: string): ServerEvent | undefined {
  const values = (field: string) =>
    block
      .split(/\r\n|\r|\n/)
      .filter((line) => line.startsWith(`${field}:`))
      .map((line) => line.slice(field.length + 1).replace(/^ /, ''));
  const data = values('data');
  return data.length === 0 ? undefined : { name: values('event').at(-1) ?? 'message', data: data.join('\n') };
}

/** Resolves when the server ends the stream. */
async function listen(
  signal: AbortSignal,
  { alive, event: received, opened }: Omit<StreamHandlers, 'opened'> & { opened: () => void },
) {
  const token = readSession()?.token.login_token;
  if (token === undefined) return;
  const response = await fetch('/api/events', {
    headers: { Authorization: token, 'X-Requested-With': 'XMLHttpRequest', Accept: 'text/event-stream' },
    signal,
  });
  if (!response.ok || !response.body) throw new Error(`No events: ${String(response.status)}`);
  opened();
  let rest = '';
  const chunks = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let chunk = await chunks.read(); !chunk.done; chunk = await chunks.read()) {
    alive();
    const blocks = (rest + chunk.value).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const event of blocks.map(readEvent)) if (event) received(event);
  }
}

/** One connection, given up after too long a silence. */
async function listenOnce(signal: AbortSignal, listener: Parameters<typeof listen>[1]): Promise<void> {
  const connection = new AbortController();
  const abort = () => connection.abort();
  signal.addEventListener('abort', abort);
  let idleTimer = setTimeout(abort, IDLE_TIMEOUT_MS);
  const alive = () => {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(abort, IDLE_TIMEOUT_MS);
    listener.alive();
  };
  try {
    await listen(connection.signal, { ...listener, alive });
  } catch {
    // A lost line is taken up again.
  } finally {
    clearTimeout(idleTimer);
    signal.removeEventListener('abort', abort);
  }
}

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });

/** Stays connected until `signal`; a lost connection is taken up again, each time after a longer wait. */
export async function keepStream(signal: AbortSignal, { opened, ...handlers }: StreamHandlers): Promise<void> {
  let pause = FIRST_WAIT_MS;
  for (let isBack = false; !signal.aborted; isBack = true) {
    const started = performance.now();
    handlers.alive();
    await listenOnce(signal, { ...handlers, opened: () => opened(isBack) });
    if (performance.now() - started > LONGEST_WAIT_MS) pause = FIRST_WAIT_MS;
    await wait(pause, signal);
    pause = Math.min(pause * 2, LONGEST_WAIT_MS);
  }
}
