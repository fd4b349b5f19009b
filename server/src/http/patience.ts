import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long a client may keep us waiting, in milliseconds. */
export interface Patience {
  /** For the head of a request. */
  head: number;
  /** For head and body. */
  request: number;
  /** Between two looks at how long they took: what is late is cut at most so much later. */
  look: number;
  /** For taking anything of an answer that is there; Node looks twice before it is sure. */
  reading: number;
  /** For taking all of it. */
  answer: number;
}

export const PATIENCE: Patience = { head: 8_000, request: 11_000, look: 1_000, reading: 4_000, answer: 300_000 };

/** The server's own clocks for slow heads and bodies. */
export const serverPatience = ({ head, request, look }: Patience) => ({
  requestTimeout: request,
  http: { connectionsCheckingInterval: look, headersTimeout: head },
});

/**
 * Hangs up on who does not read the answer, so that nothing of it is held for them: a reset, as the system would keep what
 * it has taken for minutes to hand it over. While there is nothing to send it is
 * we who are slow, and they may wait.
 */
export function cutSlowReaders(app: FastifyInstance, { reading, answer }: Patience) {
  app.addHook('onSend', (request, { raw }, payload, done) => {
    // An answer that waits for the ones before it on its connection has no socket of its own yet.
    const { socket } = request.raw;
    // That of an injected request is none.
    if (socket instanceof Socket) {
      socket.setTimeout(reading);
      raw.on('timeout', () => {
        if (socket.writableLength > 0) socket.resetAndDestroy();
        else socket.setTimeout(reading);
      });
      const longest = setTimeout(() => socket.resetAndDestroy(), answer).unref();
      raw.once('close', () => clearTimeout(longest));
    }
    done(null, payload);
  });
}
