import type { Call, InputOf, ReplyOf } from '@desk/contract/call';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { Toaster } from '../kit/feedback/toaster.tsx';

type Answer = readonly [path: string, reply: (body: never) => unknown];

type Replied<C extends Call> = ReplyOf<C> | Refused;
/**
 * The pretend server's answer to one call; typed by the contract, so it cannot drift. A function may refuse by `refusing`, and
 * take its time: `slowly`.
 */
export const answering = <C extends Call>(
  call: C,
  reply: ReplyOf<C> | ((body: InputOf<C>) => Replied<C> | Promise<Replied<C>>),
): Answer => [call.path, (typeof reply === 'function' ? reply : () => reply) as Answer[1]];

class Refused {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}
/** The pretend server's refusal: a status, and the body it comes with. Status 0: no answer at all. */
export const refusing = (status: number, body: unknown = {}): Refused => new Refused(status, body);

/** An answer that is under way until it `arrives`. */
export function slowly<Reply>(reply: Reply): { answer: () => Promise<Reply>; arrives: () => void } {
  let arrives: () => void = () => undefined;
  const arrived = new Promise<Reply>((resolve) => (arrives = () => resolve(reply)));
  return { answer: () => arrived, arrives: () => arrives() };
}

interface Sent {
  readonly path: string;
  readonly body: unknown;
  readonly headers: Headers;
}

/** The server's news: `emit` sends an event to whoever listens, `hangUp` ends the lines of all. */
function makeNews() {
  const listeners = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const stream = () => {
    let mine: ReadableStreamDefaultController<Uint8Array>;
    return new ReadableStream<Uint8Array>({
      start: (controller) => listeners.add((mine = controller)),
      cancel: () => void listeners.delete(mine),
    });
  };
  const emit = (name: string, data: object) => {
    const block = new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    for (const listener of listeners) listener.enqueue(block);
  };
  const hangUp = () => {
    for (const listener of listeners) listener.close();
    listeners.clear();
  };
  return { stream, emit, hangUp };
}

function pretend(answers: readonly Answer[], sent: Sent[], news: () => ReadableStream<Uint8Array>): typeof fetch {
  return (input, init) => {
    const path = (input as string).replace('/api/', '');
    if (path === 'events') return Promise.resolve(new Response(news()));
    const body = JSON.parse(init?.body as string) as unknown;
    sent.push({ path, body, headers: new Headers(init?.headers) });
    const answer = answers.find(([known]) => known === path);
    const result = answer ? answer[1](body as never) : refusing(500, { message: `nobody answers ${path}` });
    return result instanceof Promise ? result.then(respond) : respond(result);
  };
}

function respond(result: unknown): Promise<Response> {
  if (result instanceof Refused && result.status === 0) return Promise.reject(new TypeError('Failed to fetch'));
  const [status, reply] = result instanceof Refused ? [result.status, result.body] : [200, result];
  return Promise.resolve(new Response(JSON.stringify(reply), { status }));
}

/** Puts a screen up against a pretend server, at an address of its own choice. */
export function show(element: ReactElement, ...answers: readonly Answer[]) {
  return showAt('/', element, ...answers);
}

/** Any other address shows its own path, so that a test sees where the screen led. */
export function showAt(address: string, element: ReactElement, ...answers: readonly Answer[]) {
  return showPages(address, { [address.split('?')[0] ?? '/']: element }, ...answers);
}

/** Several pages by their paths, which lead to each other. */
export function showPages(
  address: string,
  pages: Readonly<Record<string, ReactElement>>,
  ...answers: readonly Answer[]
) {
  const sent: Sent[] = [];
  const news = makeNews();
  globalThis.fetch = pretend(answers, sent, news.stream);
  const root = createRootRoute({ component: Outlet });
  const here = Object.entries(pages).map(([path, element]) =>
    createRoute({ getParentRoute: () => root, path, component: () => element }),
  );
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: Elsewhere });
  const router = createRouter({
    routeTree: root.addChildren([...here, elsewhere]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(search as Record<string, string>).toString();
      return text === '' ? '' : `?${text}`;
    },
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router as never} />
      <Toaster />
    </QueryClientProvider>,
  );
  return {
    sent,
    screen,
    user: userEvent.setup({ delay: null }),
    address: () => router.state.location.href,
    /** Leaves the screen for another address. */
    goTo: (address: string) => router.history.push(address),
    /** One step back in the browser. */
    back: () => router.history.back(),
    /** The bodies that were sent to a call, in their order. */
    bodies: ({ path }: { path: string }) => sent.filter((one) => one.path === path).map(({ body }) => body),
    emit: news.emit,
    hangUp: news.hangUp,
  };
}

const Elsewhere = () => <p>Somewhere else</p>;
