import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestSeconds, requestsInFlight } from '../metrics/measures.ts';
import { onResponseEnd } from './response-end.ts';

/** A stream of events lasts as long as its page: no request whose time says anything. */
export const EVENTS_PATH = '/api/events';

/** Polled by proxies and monitors. */
const ASKED_ALL_THE_TIME = new Set(['/healthz', '/readyz', '/metrics']);

/** The pattern, never the address: that may hold what somebody typed. The app's files are one route. */
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'unknown';
  return url.startsWith('/api/') || ASKED_ALL_THE_TIME.has(url) ? url : 'static';
}

/** nginx's number, by now the usual one, for a client that closed the connection before the answer. */
const GONE = 499;

/** One line in the log and one measure of every request, when its answer has gone or was broken off. */
export function registerAccessLog(app: FastifyInstance) {
  const ended = (request: FastifyRequest, { statusCode, elapsedTime }: FastifyReply, isWhole: boolean) => {
    const { method } = request;
    const route = routeOf(request);
    // A stream of events has no end but that somebody goes.
    const isStream = request.routeOptions.url === EVENTS_PATH;
    const status = isWhole || isStream ? statusCode : GONE;
    const line = { event: 'request', method, route, status, ms: Math.round(elapsedTime) };
    if (ASKED_ALL_THE_TIME.has(route) && status < 400) request.log.debug(line);
    else request.log.info(line);
    if (isStream) return;
    requestsInFlight.dec();
    requestSeconds.observe({ route, method, status: `${Math.floor(status / 100)}xx` }, elapsedTime / 1_000);
  };

  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.url !== EVENTS_PATH) requestsInFlight.inc();
    onResponseEnd(reply.raw, (isWhole) => ended(request, reply, isWhole));
    done();
  });
}
