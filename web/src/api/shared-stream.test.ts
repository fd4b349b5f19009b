import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { takeFirstRequest } from './first-request.ts';
import { storeSession } from './session.ts';
import { shareStream } from './shared-stream.ts';

type Held = (lock: Lock | null) => Promise<void>;
interface Request {
  readonly run: Held;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}
const aborted = () => new DOMException('The lock request is aborted.', 'AbortError');

/** The browser's locks, which the environment of these tests lacks: one name, in the order of asking. */
function makeLocks() {
  const queue: Request[] = [];
  let holder: Request | undefined;
  const next = () => {
    if (holder) return;
    holder = queue.shift();
    const mine = holder;
    mine?.run({} as Lock).then(() => {
      if (holder === mine) holder = undefined;
      mine.resolve();
      next();
    }, mine.reject);
  };
  const ask = ({ signal, steal, ifAvailable }: LockOptions, request: Request) => {
    if (ifAvailable && holder) return void request.run(null).then(request.resolve);
    if (steal) {
      holder?.reject(aborted());
      holder = undefined;
      queue.unshift(request);
    } else queue.push(request);
    signal?.addEventListener('abort', () => {
      const at = queue.indexOf(request);
      if (at >= 0) queue.splice(at, 1);
      request.reject(aborted());
    });
    next();
  };
  const request = (_: string, options: LockOptions, run: Held) =>
    new Promise<void>((resolve, reject) => ask(options, { run, resolve, reject }));
  return { request };
}

/** Each stream that was asked for, and whether it still stands. */
let streams: { emit: (name: string) => void; hangUp: () => void; isOpen: () => boolean }[];

beforeEach(() => {
  streams = [];
  storeSession({ user: 'asha@desk.example', token: { login_token: 'x', exp: 4e9 }, menu: [], role: 'ADMIN' });
  globalThis.fetch = (_, init) => {
    const signal = init?.signal as AbortSignal;
    let control: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({ start: (given) => void (control = given) });
    let isOpen = true;
    signal.addEventListener('abort', () => {
      isOpen = false;
      control.error(aborted());
    });
    const report = (name: string) => control.enqueue(new TextEncoder().encode(`event: ${name}\ndata: {}\n\n`));
    streams.push({ emit: report, hangUp: () => control.close(), isOpen: () => isOpen });
    return Promise.resolve(new Response(body));
  };
});
afterEach(() => vi.useRealTimers());

function withLocks() {
  Object.defineProperty(navigator, 'locks', { value: makeLocks(), configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
}

/** A tab that takes part, and the events that it receives. */
function openTab(name = 'desk:events:asha@desk.example') {
  const received: (string | undefined)[] = [];
  const leave = shareStream(name, (event) => received.push(event?.name));
  onTestFinished(leave);
  return { received, leave };
}
const open = () => streams.filter(({ isOpen }) => isOpen());

test('three tabs hear of an event over one stream', async () => {
  withLocks();
  const tabs = [openTab(), openTab(), openTab()];
  await expect.poll(() => streams.length).toBe(1);
  streams[0]?.emit('month');
  for (const { received } of tabs) await expect.poll(() => received.at(-1)).toBe('month');
  expect(streams).toHaveLength(1);
});

/** As when the page's first answer had lain there for a while before it was taken. */
function takeOldAnswer() {
  const response = Promise.resolve(new Response());
  window.firstRequest = { path: 'x/', body: '{}', token: 'x', at: Date.now() - 2_000, response };
  void takeFirstRequest({ path: 'x/', body: '{}', token: 'x' });
}

test('a page whose first answer was old looks again once it hears of events, in the first tab and in the next', async () => {
  withLocks();
  takeOldAnswer();
  const first = openTab();
  await expect.poll(() => first.received).toEqual([undefined]);
  takeOldAnswer();
  const second = openTab();
  await expect.poll(() => second.received).toEqual([undefined]);
  expect(first.received).toEqual([undefined]);
});

test('so does one without locks', async () => {
  takeOldAnswer();
  const { received } = openTab();
  await expect.poll(() => received).toEqual([undefined]);
});

test('when the tab with the stream closes another one takes over, and all that are left make up for what they missed', async () => {
  withLocks();
  const [first, second, third] = [openTab(), openTab(), openTab()];
  await expect.poll(() => streams.length).toBe(1);
  first.leave();
  await expect.poll(() => second.received.at(-1)).toBeUndefined();
  await expect.poll(() => third.received).toContain(undefined);
  expect(second.received).toContain(undefined);
  expect(open()).toHaveLength(1);
  streams.at(-1)?.emit('month');
  for (const { received } of [second, third]) await expect.poll(() => received.at(-1)).toBe('month');
});

test('a tab that has the stream and says nothing any more, as a frozen one, is taken out of the way', async () => {
  withLocks();
  const frozen = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => undefined);
  onTestFinished(() => frozen.mockRestore());
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  openTab();
  await expect.poll(() => streams.length).toBe(1);
  const second = openTab();
  frozen.mockRestore();
  vi.advanceTimersByTime(60_000);
  expect(streams).toHaveLength(1);
  vi.advanceTimersByTime(40_000);
  await expect.poll(() => streams.length).toBe(2);
  await expect.poll(() => second.received).toEqual([undefined]);
  expect(open()).toHaveLength(1);
});

test('a stream on which nothing came for too long, not even a heartbeat, is asked for again', async () => {
  withLocks();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { received } = openTab();
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(85_000);
  expect(streams).toHaveLength(2);
  expect(received).toEqual([undefined]);
});

test('what one person is told is not told to another one of the same browser', async () => {
  withLocks();
  openTab();
  await expect.poll(() => streams.length).toBe(1);
  const other = openTab('desk:events:meera@desk.example');
  streams[0]?.emit('month');
  const third = openTab();
  streams[0]?.emit('sync');
  await expect.poll(() => third.received).toContain('sync');
  expect(other.received).toEqual([]);
});

test('a browser without locks has a stream a tab', async () => {
  const tabs = [openTab(), openTab()];
  await expect.poll(() => streams.length).toBe(2);
  for (const { emit } of streams) emit('month');
  for (const { received } of tabs) await expect.poll(() => received).toEqual(['month']);
});
