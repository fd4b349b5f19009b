import { Server } from 'node:net';
import { promisify } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const LOOK_MS = 20;

/**
 * Ends the serving of requests so that none is lost. First nobody can connect any more, which is what sends a proxy to another
 * node. What comes on connections that are kept is still answered, each answer the last one of its connection: a proxy may be
 * writing on one at the very moment at which we would end it, and asks nobody else then. Idle connections are ended last.
 * @param keptMs how long a proxy may keep a connection without using it
 */
export async function drain(app: FastifyInstance, endStreams: () => void, keptMs: number): Promise<void> {
  const { server } = app;
  // Node's own `close` of an HTTP server would end the idle connections at once.
  Server.prototype.close.call(server);
  endStreams();
  const count = promisify(server.getConnections.bind(server));
  const end = performance.now() + keptMs;
  while (performance.now() < end && (await count()) > 0) await pause(LOOK_MS);
  await app.close();
}
