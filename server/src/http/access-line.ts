import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestSeconds, requestsInFlight } from '../metrics/measures.ts';
import { EVENTS_PATH } from './events.ts';

/** What a proxy and a monitor ask all the time. */
const ASKED_ALL_THE_TIME = new Set(['/healthz', '/readyz', '/metrics']);

/** The pattern, never the address: that may hold what somebody typed. The app's files are one route. */
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'unknown';
  return url.startsWith('/api/') || ASKED_ALL_THE_TIME.has(url) ? url : 'static';
}

/** One line in the log and one measure of every request, when its answer has gone or was broken off. */
export function keepAccessLog(app: FastifyInstance) {
  const isStream = ({ routeOptions: { url } }: FastifyRequest) => url === EVENTS_PATH;

  app.addHook('onRequest', (request, _reply, done) => {
    if (!isStream(request)) requestsInFlight.inc();
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status, elapsedTime } = reply;
    const { method } = request;
    const route = routeOf(request);
    const line = { event: 'request', method, route, status, ms: Math.round(elapsedTime) };
    if (ASKED_ALL_THE_TIME.has(route) && status < 400) request.log.debug(line);
    else request.log.info(line);
    if (!isStream(request)) {
      requestsInFlight.dec();
      requestSeconds.observe({ route, method, status: `${Math.floor(status / 100)}xx` }, elapsedTime / 1_000);
    }
    done();
  });
}
