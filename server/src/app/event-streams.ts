import { EVENTS_PATH } from '../platform/http/access-log.ts';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Actor, Services } from '../platform/context.ts';
import type { DeskEvent, NodeEvent } from '../platform/events/events.ts';
import { eventStreams } from '../platform/metrics/measures.ts';
import { errorForLog } from '../platform/log/error-for-log.ts';
import type { FindSession } from '../auth/sessions.ts';

const HEARTBEAT_MS = 25_000;
const MOST_PER_ACCOUNT = 10;
/** More than this unread means that nobody reads any more. */
const MOST_UNREAD_BYTES = 64 * 1024;

interface Stream {
  reply: FastifyReply;
  token: string;
  accountId: number;
}

const mayListen = (actor: Actor | undefined): actor is Actor => actor?.kind === 'staff' && !actor.firstLogin;

/** `GET /api/events`: server-sent events to every open browser of staff. They name what changed, never its content. */
export function serveEvents(app: FastifyInstance, { findSession, log }: Services & { findSession: FindSession }) {
  const open = new Set<Stream>();
  const leave = (stream: Stream) => {
    open.delete(stream);
    eventStreams.set(open.size);
  };
  /** A stream that cannot be written to is given up; the others are told all the same. */
  const write = (stream: Stream, text: string) => {
    const { raw } = stream.reply;
    try {
      if (raw.writableLength > MOST_UNREAD_BYTES) raw.destroy();
      // It may have ended while its owner was looked up.
      else if (!raw.writableEnded) raw.write(text);
    } catch (error) {
      log.warn({ event: 'event_stream_broken', ...errorForLog(error) });
      leave(stream);
      raw.destroy();
    }
  };
  const end = (stream: Stream) => {
    leave(stream);
    stream.reply.raw.end();
  };
  /** A stream ends with its session. One question after the other: this must not take the connections from the clicks. */
  const check = async (streams: Iterable<Stream>) => {
    for (const stream of streams) {
      if (mayListen(await findSession(stream.token))) write(stream, ':\n\n');
      else end(stream);
    }
  };
  const checked = (streams: Iterable<Stream>) => {
    check(streams).catch((error: unknown) => {
      log.warn({ event: 'event_stream_check_failed', ...errorForLog(error) });
    });
  };
  const timer = setInterval(() => checked(open), HEARTBEAT_MS).unref();

  app.get(EVENTS_PATH, async (request, reply) => {
    const token = request.headers.authorization ?? '';
    const actor = await findSession(token);
    if (!mayListen(actor)) return reply.code(401).send({ error: true, message: 'Please log in again.' });
    // It has no body, and so no end to wait for.
    if (request.method === 'HEAD') return reply.type('text/event-stream').header('cache-control', 'no-store').send();
    // A client that left meanwhile has already emitted its end, and its stream would be kept for ever.
    if (reply.raw.destroyed) return reply.hijack();
    const [oldest, ...others] = [...open].filter(({ accountId }) => accountId === actor.id);
    if (oldest && others.length + 1 >= MOST_PER_ACCOUNT) end(oldest);
    const stream: Stream = { reply, token, accountId: actor.id };
    open.add(stream);
    eventStreams.set(open.size);
    reply.raw.on('close', () => leave(stream));
    reply.raw.on('error', (error) => {
      log.warn({ event: 'event_stream_broken', ...errorForLog(error) });
    });
    reply.hijack();
    // Hijacking the reply bypasses the framework's headers.
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    reply.raw.write('retry: 3000\n\n');
    return reply;
  });
  const endAll = () => {
    for (const stream of open) end(stream);
  };
  app.addHook('preClose', (done) => {
    clearInterval(timer);
    endAll();
    done();
  });
  return {
    /** Browsers reconnect, to a node that accepts connections. */
    endAll,
    tell: (event: DeskEvent | NodeEvent) => {
      if (event.kind === 'session_ended') {
        checked([...open].filter(({ accountId }) => accountId === event.account_id));
        return;
      }
      const text = `event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;
      for (const stream of open) write(stream, text);
    },
  };
}
