import { useEffect } from 'react';
import { readSession } from './session.ts';

/** `data` is undefined where the line was down: whatever it tells of may have happened meanwhile. */
type Heard = (data: unknown) => void;

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
const listeners = new Map<string, Set<Heard>>();
let stop: (() => void) | undefined;

interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

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

function tell({ name, data }: ServerEvent): void {
  const heard = listeners.get(name);
  if (!heard) return;
  const parsed: unknown = JSON.parse(data);
  for (const one of [...heard]) one(parsed);
}

const nothing = () => undefined;
const tellThatItWasDown = () => {
  for (const one of [...listeners.values()].flatMap((heard) => [...heard])) one(undefined);
};

async function listen(signal: AbortSignal, opened: () => void): Promise<void> {
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
    const blocks = (rest + chunk.value).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const event of blocks.map(readEvent)) if (event) tell(event);
  }
}

/** Stays connected until stopped; a lost connection is taken up again, each time after a longer wait. */
function connect(): () => void {
  const control = new AbortController();
  const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
  const run = async () => {
    let pause = FIRST_WAIT_MS;
    for (let isBack = false; !control.signal.aborted; isBack = true) {
      const started = performance.now();
      await listen(control.signal, isBack ? tellThatItWasDown : nothing).catch(() => undefined);
      if (performance.now() - started > LONGEST_WAIT_MS) pause = FIRST_WAIT_MS;
      await wait(pause);
      pause = Math.min(pause * 2, LONGEST_WAIT_MS);
    }
  };
  void run();
  return () => control.abort();
}

/**
 * Hears what the server tells this session (one connection for the whole page). Keep `heard` stable. Without a name
 * nothing is listened for; to customers the server tells nothing, they ask again by themselves.
 */
export function useServerEvent(name: string | undefined, heard: Heard): void {
  useEffect(() => {
    if (name === undefined || readSession()?.role === 'CUSTOMER') return undefined;
    const all = listeners.get(name) ?? new Set<Heard>();
    listeners.set(name, all.add(heard));
    stop ??= connect();
    return () => {
      all.delete(heard);
      if (all.size === 0) listeners.delete(name);
      if (listeners.size > 0) return;
      stop?.();
      stop = undefined;
    };
  }, [name, heard]);
}
