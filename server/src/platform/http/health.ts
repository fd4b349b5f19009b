import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { neededLevel, reachedLevel } from '../db/schema/schema-level.ts';

export interface NodeState {
  readonly isStopping: () => boolean;
  /** Whether the workers are at it; true where the node has no jobs. */
  readonly areJobsWorkedOn: () => boolean;
}

type Missing = 'stopping' | 'jobs' | 'database' | 'schema';

const KEPT_MS = 1_000;
/** A question to a database that says nothing at all. */
const TIMEOUT_MS = 2_000;

/** Asks the database at most once a second and one question at a time, however many want to know. */
function makeDatabaseCheck(pool: Pool) {
  const level = neededLevel();
  const question = { text: 'select 1', query_timeout: TIMEOUT_MS };
  let known: { at: number; missing: Missing | undefined } | undefined;
  let asking: Promise<Missing | undefined> | undefined;

  const ask = async (): Promise<Missing | undefined> => {
    try {
      await pool.query(question);
      // A newer schema will do: a rolling upgrade migrates before the last old node has gone.
      return (await reachedLevel(pool)) >= level ? undefined : 'schema';
    } catch {
      return 'database';
    } finally {
      asking = undefined;
    }
  };
  return async (): Promise<Missing | undefined> => {
    if (known && performance.now() - known.at < KEPT_MS) return known.missing;
    asking ??= ask();
    const missing = await Promise.race([asking, pause(TIMEOUT_MS, 'database' as const, { ref: false })]);
    known = { at: performance.now(), missing };
    return missing;
  };
}

/** `/healthz`: the process answers. `/readyz`: it can do its work, else 503 and one word of what is missing. */
export function serveHealth(app: FastifyInstance, pool: Pool, state: NodeState) {
  const database = makeDatabaseCheck(pool);
  const missing = async (): Promise<Missing | undefined> => {
    if (state.isStopping()) return 'stopping';
    return state.areJobsWorkedOn() ? database() : 'jobs';
  };
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const word = await missing();
    return reply.code(word === undefined ? 200 : 503).send({ status: word ?? 'ok' });
  });
}
