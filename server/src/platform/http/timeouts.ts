import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { onResponseEnd } from './response-end.ts';

/** How long a client may keep us waiting, in milliseconds. */
export interface Timeouts {
  /** For the head of a request. */
  head: number;
  /** For head and body. */
  request: number;
  /** For taking anything of an answer that is there. */
  reading: number;
  /** For taking all of it. */
  answer: number;
  /** Between two looks at all of these: what is late is cut at most so much later. */
  look: number;
}

export const TIMEOUTS: Timeouts = { head: 8_000, request: 11_000, reading: 6_000, answer: 300_000, look: 1_000 };

/** The server's own clocks for slow heads and bodies. */
export const serverTimeouts = ({ head, request, look }: Timeouts) => ({
  requestTimeout: request,
  http: { connectionsCheckingInterval: look, headersTimeout: head },
});

/** Of what is larger goes out so much at a time: that a piece was taken is how a reader is seen to read. */
const PIECE = 64 * 1024;
function* piecesOf(whole: Buffer) {
  for (let from = 0; from < whole.length; from += PIECE) yield whole.subarray(from, from + PIECE);
}

/** An answer under way: how much of what was written its reader had taken, and since when it is no more. */
interface UnderWay {
  socket: Socket;
  taken: number;
  since: number;
  began: number;
}

/**
 * Hangs up on who does not read the answer, so that nothing of it is held for them: a reset, as the system would keep what
 * it has taken for minutes to hand it over. While there is nothing to send it is we who are slow, and they may wait.
 * A socket's own timeout does not see who says something from time to time and reads nothing.
 */
export function abortSlowClients(app: FastifyInstance, { reading, answer, look }: Timeouts) {
  const answers = new Set<UnderWay>();
  let looked = performance.now();

  const isSlow = (one: UnderWay, now: number): boolean => {
    const { socket } = one;
    const taken = socket.bytesWritten - socket.writableLength;
    if (taken > one.taken || socket.writableLength === 0) Object.assign(one, { taken, since: now });
    return now - one.since >= reading || now - one.began >= answer;
  };
  const looking = setInterval(() => {
    const now = performance.now();
    // Where this process stood still, what readers took meanwhile is not known yet.
    const stoodStill = now - looked > 3 * look;
    looked = now;
    for (const one of answers) {
      if (stoodStill) one.since = now;
      if (isSlow(one, now) && !one.socket.destroyed) one.socket.resetAndDestroy();
    }
  }, look).unref();
  app.addHook('onClose', () => clearInterval(looking));

  app.addHook('onSend', (request, reply, payload, done) => {
    // An answer that waits for the ones before it on its connection has no socket of its own yet.
    const { socket } = request.raw;
    // That of an injected request is none.
    if (socket instanceof Socket && !reply.raw.destroyed) {
      const now = performance.now();
      const one = { socket, taken: 0, since: now, began: now };
      answers.add(one);
      onResponseEnd(reply.raw, () => answers.delete(one));
    }
    const whole = typeof payload === 'string' && payload.length > PIECE ? Buffer.from(payload) : payload;
    if (!Buffer.isBuffer(whole) || whole.length <= PIECE) {
      done(null, payload);
      return;
    }
    reply.header('content-length', whole.length);
    done(null, Readable.from(piecesOf(whole), { objectMode: false, highWaterMark: PIECE }));
  });
}
