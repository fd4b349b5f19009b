import type { ClientBase } from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import { connect } from './connect.ts';
import { isTransient } from './is-transient.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { Clock } from '../../time/clock.ts';

/** "Cannot connect now": one of the few words after which the library of the queue tries again. */
const COME_AGAIN = '57P03';

type Ask = (...given: unknown[]) => unknown;

/**
 * The connections of the jobs, apart from those of requests: whatever the jobs do, a click finds one. The library of the
 * queue notes the end of a job without waiting for it: a connection that is lost just then would be nobody's error and
 * end the process, so it is told in the words after which it tries again.
 */
export function connectQueue(
  url: string,
  log: FastifyBaseLogger,
  given: { now: Clock; idleMs?: number; max?: number; line?: Heartbeat },
) {
  const { pool, db } = connect(url, log, { ...given, prepares: 'always' });
  const comeAgain = (error: unknown): Promise<never> => {
    // Another try after the pool was closed finds nobody who listens: the process is about to end.
    if (pool.ending) return new Promise(() => undefined);
    if (!(error instanceof Error) || !isTransient(error)) throw error;
    throw Object.assign(new Error(error.message, { cause: error }), { code: COME_AGAIN });
  };
  const patient =
    (ask: Ask): Ask =>
    (...given) => {
      const answer = ask(...given);
      return answer instanceof Promise ? answer.catch(comeAgain) : answer;
    };
  pool.connect = patient(pool.connect.bind(pool) as Ask) as typeof pool.connect;
  pool.on('connect', (client: ClientBase) => {
    client.query = patient(client.query.bind(client)) as typeof client.query;
  });
  return { pool, db };
}
