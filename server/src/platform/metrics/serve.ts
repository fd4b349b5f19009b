import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { isSame } from '../crypto/compare.ts';
import { databaseNumbers } from './database-metrics.ts';
import * as measures from './measures.ts';

/** The connections of a node, by what they are for. */
type Pools = Readonly<Record<string, Pool>> & { readonly requests: Pool };

/** Sums that the library calls _total, which is a counter's name. The gauges they are the sums of are there without it. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

function makeRegistry(pools: Pools): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  for (const measure of Object.values(measures)) registry.registerMetric(measure);
  new Gauge({
    name: 'desk_database_connections',
    help: 'Connections of this node to the database by pool; waiting: requests for one that is not free',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool: name, state: 'total' }, totalCount);
        this.set({ pool: name, state: 'idle' }, idleCount);
        this.set({ pool: name, state: 'waiting' }, waitingCount);
      }
    },
  });
  databaseNumbers(registry, pools.requests);
  return registry;
}

/** `GET /metrics` for who has the token. Nobody else learns that it is there: without one, and with a wrong one, it is not. */
export function serveMetrics(app: FastifyInstance, token: string | undefined, pools: Pools) {
  const registry = token === undefined ? undefined : makeRegistry(pools);
  const wanted = `Bearer ${token ?? ''}`;
  const mayRead = ({ headers }: FastifyRequest) => isSame(headers.authorization ?? '', wanted);
  // A handler that is awaited for somebody else's answer adds listeners to it, which add up: it is not begun.
  const onRequest: onRequestHookHandler = (request, reply, done) => {
    if (registry && mayRead(request)) done();
    else reply.callNotFound();
  };
  app.get('/metrics', { onRequest }, (_request, reply) => {
    void reply.type(registry?.contentType ?? 'text/plain');
    return registry?.metrics() ?? '';
  });
}
