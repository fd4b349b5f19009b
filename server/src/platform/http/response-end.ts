import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

type Tell = (isWhole: boolean) => void;
const waiting = new WeakMap<ServerResponse, Tell[]>();

/** Tells once that an answer is over: whole, or aborted because the client closed the connection. */
export function onResponseEnd(raw: ServerResponse, listener: Tell): void {
  const known = waiting.get(raw);
  if (known) {
    known.push(listener);
    return;
  }
  // However many want to know, the answer is listened to once: Node warns of many listeners.
  const listeners = [listener];
  waiting.set(raw, listeners);
  const over = (isWhole: boolean) => {
    if (waiting.delete(raw)) for (const each of listeners) each(isWhole);
  };
  raw.once('finish', () => over(true)).once('close', () => over(false));
}

/** The pending answers of each connection; when it ends, those still queued are notified. */
function makeConnections() {
  const connections = new WeakMap<Socket, Set<ServerResponse>>();
  return (socket: Socket): Set<ServerResponse> => {
    const known = connections.get(socket);
    if (known) return known;
    const answers = new Set<ServerResponse>();
    connections.set(socket, answers);
    socket.once('close', () => {
      for (const raw of answers) {
        // The one whose turn it was has the connection as its own, and is told by Node.
        if (raw.socket !== null) continue;
        raw.destroyed = true;
        raw.emit('close');
      }
    });
    return answers;
  };
}

/**
 * Lets go of answers that nobody waits for any more. Node tells of a connection's end only the answer whose turn it is: of
 * those that were asked for behind it, the files would stay open for ever.
 */
export function disposeAbortedResponses(app: FastifyInstance) {
  const answersOn = makeConnections();
  app.addHook('onRequest', ({ raw: { socket } }, { raw }, done) => {
    // That of an injected request is none.
    if (socket instanceof Socket) {
      const answers = answersOn(socket);
      answers.add(raw);
      onResponseEnd(raw, () => answers.delete(raw));
    }
    done();
  });
  app.addHook('onSend', (_request, { raw }, payload, done) => {
    if (!raw.destroyed) {
      done(null, payload);
      return;
    }
    if (payload instanceof Readable) payload.destroy();
    done(null, '');
  });
}
