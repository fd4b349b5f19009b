import { existsSync } from 'node:fs';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import type { CallGroup } from '@desk/contract/call';
import { withSlugs } from '@desk/contract/slugs';
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { sql } from 'drizzle-orm';
import { slugsOf, type Config } from './config.ts';
import type { Wiring } from './context.ts';
import { routes } from './routes.ts';
import { serveEvents } from './http/events.ts';
import { setHeaders } from './http/headers.ts';
import { serveReference } from './http/reference.ts';
import { readJson } from './http/json-body.ts';
import { makeLoop, type LoopOptions } from './http/loop.ts';
import { answerProblem } from './http/problems.ts';
import { serveWeb } from './http/static.ts';

export const pathOf = (call: CallGroup[string], config: Config): string =>
  `/api/${withSlugs(call.path, slugsOf(config))}`;

export interface AppOptions extends LoopOptions {
  /** The built browser app; left out in tests. */
  webFolder?: string;
}

export async function buildApp(wiring: Wiring, options: AppOptions) {
  const { config } = wiring;
  const secure = config.PUBLIC_URL?.startsWith('https:') ?? false;
  const app: FastifyInstance = Fastify({
    loggerInstance: wiring.log,
    trustProxy: config.TRUST_PROXY,
    bodyLimit: 1024 * 1024,
    requestTimeout: 15_000,
    http: { connectionsCheckingInterval: 2_000, headersTimeout: 8_000 },
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // What cannot even be routed meets no hook: the headers are set here.
    frameworkErrors: (error, request: FastifyRequest, reply: FastifyReply) => {
      setHeaders(reply, secure);
      void answerProblem(error, request, reply);
    },
  });
  await app.register(cookie);
  await app.register(multipart);
  app.removeContentTypeParser(['text/plain', 'application/json']);
  readJson(app);
  app.addHook('onRequest', (_request, reply, done) => {
    setHeaders(reply, secure);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    const route = request.routeOptions.url ?? 'unknown';
    request.log.info({ event: 'request', route, status: statusCode, ms: Math.round(reply.elapsedTime) });
    done();
  });
  app.setErrorHandler(answerProblem);

  const loop = makeLoop(wiring, options);
  for (const route of routes) app.post(pathOf(route.call, config), loop(route));
  const events = serveEvents(app, wiring);
  serveReference(
    app,
    config.BRAND_NAME,
    routes.map(({ call }) => ({ path: pathOf(call, config), call })),
  );

  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await wiring.db.execute(sql`select 1`).then(
      () => true,
      () => false,
    );
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'the database does not answer' });
  });

  const { webFolder } = options;
  if (webFolder !== undefined && existsSync(webFolder)) {
    await serveWeb(app, webFolder);
  }
  app.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' && !request.url.startsWith('/api/') && !request.url.startsWith('/assets/');
    if (page && webFolder !== undefined) return reply.sendFile('index.html', webFolder);
    return reply.code(404).send({ error: true, message: 'Not found', request_id: request.id });
  });
  return { app, events };
}
