import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { bodyOf } from '../simulators/loopback/serve.ts';
import type { Node } from './node.ts';

const LOOK_MS = 500;

type Asked = { incoming: IncomingMessage; response: ServerResponse; body: string };

/**
 * Hands a request to a node. @returns false where no connection could be made, so that another node may have it; once
 * there was one, whatever comes is the answer.
 */
const hand = ({ port }: Node, { incoming, response, body }: Asked): Promise<boolean> =>
  new Promise((resolve) => {
    const { method, url: path, headers } = incoming;
    const message = { ...headers, connection: 'close', 'x-forwarded-for': incoming.socket.remoteAddress };
    // A connection for each request, as proxies do that are not told otherwise.
    const asked = forward({ host: '127.0.0.1', port, path, method, headers: message, agent: false });
    let isConnected = false;
    asked.on('socket', (socket) => socket.once('connect', () => (isConnected = true)));
    asked.on('error', () => {
      if (isConnected) response.destroy();
      resolve(isConnected);
    });
    asked.on('response', (answer) => {
      // How long the near connection lives is this side's matter.
      delete answer.headers.connection;
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => response.destroy());
      answer.pipe(response);
      resolve(true);
    });
    response.on('close', () => asked.destroy());
    asked.end(body);
  });

/** Takes turns among the nodes that say that they are ready; it looks twice a second. */
export async function startBalancer(nodes: readonly Node[]) {
  let ready: readonly Node[] = [];
  let turn = 0;
  const look = async (): Promise<void> => {
    const result = await Promise.all(nodes.map((node) => node.isReady()));
    ready = nodes.filter((_, n) => result[n]);
  };
  const over = new AbortController();
  const looking = (async () => {
    while (!over.signal.aborted) {
      await look();
      await pause(LOOK_MS);
    }
  })();

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = { incoming, response, body: await bodyOf(incoming) };
    // Where none says that it is ready they may all be slow: better any than none.
    const candidates = ready.length > 0 ? ready : nodes;
    turn += 1;
    for (let n = 0; n < candidates.length; n++) {
      const node = candidates[(turn + n) % candidates.length];
      if (node !== undefined && (await hand(node, asked))) return;
    }
    response.writeHead(502).end();
  };
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Looks at the nodes at once. */
    look,
    stop: async (): Promise<void> => {
      over.abort();
      await looking;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
