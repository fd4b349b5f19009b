import { existsSync } from 'node:fs';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import type { CallGroup } from '@desk/contract/call';
import { isPage } from '@desk/contract/rules/pages';
import { withSlugs } from '@desk/contract/rules/slugs';
import { drizzle } from 'drizzle-orm/node-postgres';
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { sessionsOf } from '../auth/sessions.ts';
import { businessOf, logoOf, senderOf, slugsOf, type Config } from '../config.ts';
import type { Services } from '../platform/context.ts';
import { routes } from './routes.ts';
import { registerAccessLog } from '../platform/http/access-log.ts';
import { answerClientError } from '../platform/http/client-error.ts';
import { serveCalendars } from '../features/deadlines/routes.ts';
import { serveDecisionPage } from '../features/decision-page/routes.ts';
import { serveInboundMail, serveWhatsapp } from '../features/inbound/routes.ts';
import { serveEvents } from './event-streams.ts';
import { setHeaders } from '../platform/http/headers.ts';
import { serveHealth, type NodeState } from '../platform/http/health.ts';
import { serveReference } from './reference.ts';
import { registerJsonParser } from '../platform/http/json-body.ts';
import { createCallHandler, type CallHandlerOptions } from './handle-call.ts';
import { disposeAbortedResponses } from '../platform/http/response-end.ts';
import { abortSlowClients, TIMEOUTS, serverTimeouts, type Timeouts } from '../platform/http/timeouts.ts';
import { handleError } from '../platform/http/problems.ts';
import { serveAccent, serveLogo, serveWeb } from '../platform/http/static.ts';
import { serveMetrics } from '../platform/metrics/serve.ts';

export const pathOf = (call: CallGroup[string], config: Config): string =>
  `/api/${withSlugs(call.path, slugsOf(config))}`;

export interface AppOptions {
  checkReplies: CallHandlerOptions['checkReplies'];
  /** The built browser app; left out in tests. */
  webFolder?: string;
  /** In tests the process runs and has no jobs. */
  state?: NodeState;
  /** Connections beside those of the services; in tests there are none. */
  pools?: { readonly logins: Pool; readonly jobs: Pool };
  timeouts?: Timeouts;
}

const RUNNING: NodeState = { isStopping: () => false, areJobsWorkedOn: () => true };

/** Calls are read and answered by the contract; without this the framework loads two libraries for schemas of its own at each start. */
const noSchemas = () => (): never => {
  throw new Error('Requests and answers are described by the contract, not by schemas of a route.');
};

export async function buildApp(services: Services, options: AppOptions) {
  const { config, pool, sessionPool } = services;
  const { state = RUNNING, pools, timeouts: timeout = TIMEOUTS } = options;
  const secure = config.PUBLIC_URL.startsWith('https:');
  const app: FastifyInstance = Fastify({
    loggerInstance: services.log,
    trustProxy: config.TRUST_PROXY,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    bodyLimit: 1024 * 1024,
    ...serverTimeouts(timeout),
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    forceCloseConnections: 'idle',
    // Requests on a kept-alive connection are still served: their client could not know that the node stops.
    return503OnClosing: false,
    clientErrorHandler: answerClientError(secure, services.log),
    // A request that cannot be routed runs no hook: the headers are set here.
    frameworkErrors: (error, request: FastifyRequest, reply: FastifyReply) => {
      setHeaders(reply, secure);
      void handleError(error, request, reply);
    },
  });
  await app.register(cookie);
  await app.register(multipart);
  app.removeContentTypeParser(['text/plain', 'application/json']);
  registerJsonParser(app);
  app.addHook('onRequest', (_request, reply, done) => {
    setHeaders(reply, secure);
    done();
  });
  registerAccessLog(app);
  disposeAbortedResponses(app);
  abortSlowClients(app, timeout);
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (state.isStopping()) reply.header('connection', 'close');
    done(null, payload);
  });
  app.setErrorHandler(handleError);

  const findSession = sessionsOf(sessionPool);
  const loop = createCallHandler(services, {
    findSession,
    checkReplies: options.checkReplies,
    ...(pools && { logins: { pool: pools.logins, db: drizzle(pools.logins) } }),
  });
  for (const route of routes) app.post(pathOf(route.call, config), loop(route));
  const events = serveEvents(app, { ...services, findSession });
  serveReference(app, {
    ...senderOf(config),
    pathOf: (call) => pathOf(call, config),
    readers: config.API_REFERENCE,
    findSession,
  });

  serveHealth(app, sessionPool, state);
  serveMetrics(app, config.METRICS_TOKEN, { requests: pool, sessions: sessionPool, ...pools });

  serveCalendars(app, services);
  serveDecisionPage(app, services);
  serveInboundMail(app, services);
  serveWhatsapp(app, services);

  const { webFolder } = options;
  serveAccent(app, businessOf(config));
  serveLogo(app, businessOf(config), logoOf(config));
  const sendPage =
    webFolder !== undefined && existsSync(webFolder) ? await serveWeb(app, webFolder, businessOf(config)) : undefined;
  app.setNotFoundHandler((request, reply) => {
    const mayBePage = ['GET', 'HEAD'].includes(request.method) && !/^\/(?:api|assets)\//.test(request.url);
    if (mayBePage && sendPage) {
      // The app tells a person that the address is wrong; a program is told by the status.
      const [path = ''] = request.url.split('?');
      // Not returned: each time an answer is awaited, listeners are added to it.
      void sendPage(request, reply.code(isPage(path) ? 200 : 404));
      return;
    }
    void reply.code(404).send({ error: true, message: 'Not found', request_id: request.id });
  });
  return { app, events };
}
