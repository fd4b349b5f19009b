import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Wiring } from '../context.ts';
import type { DeskEvent } from '../db/events.ts';
import { whoIs } from './sessions.ts';

const HEARTBEAT_MS = 25_000;

/** `GET /api/events`: server-sent events to every open browser of staff. They name what changed, never its content. */
export function serveEvents(app: FastifyInstance, { pool }: Wiring) {
  const open = new Set<FastifyReply>();
  const write = (text: string) => {
    for (const reply of open) reply.raw.write(text);
  };
  const timer = setInterval(write, HEARTBEAT_MS, ':\n\n').unref();

  app.get('/api/events', async (request, reply) => {
    const actor = await whoIs(pool, request.headers.authorization ?? '');
    if (!actor || actor.kind !== 'staff' || actor.firstLogin)
      return reply.code(401).send({ error: true, message: 'Please log in again.' });
    reply.hijack();
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    reply.raw.write('retry: 3000\n\n');
    open.add(reply);
    reply.raw.on('close', () => open.delete(reply));
    return reply;
  });
  app.addHook('preClose', (done) => {
    clearInterval(timer);
    for (const reply of open) reply.raw.end();
    done();
  });
  return {
    tell: (event: DeskEvent) => {
      write(`event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`);
    },
  };
}
