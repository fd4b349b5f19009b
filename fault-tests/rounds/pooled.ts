import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { messageOf } from '../../launcher/report-error.ts';
import type { Product } from '../product.ts';
import { pgbouncerMissing, POOL_SIZE } from '../pgbouncer.ts';
import type { Reported, Round } from '../round.ts';
import { rollingRestart } from './rolling-restart.ts';
import { serverKilled } from './server-killed.ts';
import { twoNodes } from './two-nodes.ts';

const CLIENTS = 2_000;
/** So many connect at the same time. */
const AT_ONCE = 50;
const REST_MS = 2_000;
const WORDS = 5;

/** Clients beside the nodes, as those of a hundred more would be, who ask now and then and hold their connection. */
async function startClients(url: string) {
  const refused: string[] = [];
  const clients: pg.Client[] = [];
  const open = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', (error) => refused.push(error.message));
    try {
      await client.connect();
      clients.push(client);
    } catch (error) {
      refused.push(messageOf(error));
    }
  };
  for (let n = 0; n < CLIENTS; n += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, open));
  let isOver = false;
  let answers = 0;
  const ask = async (client: pg.Client): Promise<void> => {
    await pause(Math.random() * REST_MS);
    while (!isOver) {
      await client.query('select 1').then(
        () => (answers += 1),
        (error: unknown) => refused.push(messageOf(error)),
      );
      await pause(REST_MS);
    }
    await client.end().catch(() => undefined);
  };
  const asking = Promise.all(clients.map(ask));
  return {
    stop: async () => {
      isOver = true;
      await asking;
      return { opened: clients.length, answers, refused };
    },
  };
}

/** The most sessions that PostgreSQL had of the pooler while the round was played. */
async function watchSessions({ ask }: Product, signal: AbortSignal): Promise<number> {
  let most = 0;
  while (!signal.aborted) {
    const [row] = await ask<{ sessions: number }>(
      `select count(*)::int as sessions from pg_stat_activity where datname = current_database()
        and application_name in ('reseller-desk', '') and pid <> pg_backend_pid()`,
    );
    most = Math.max(most, row?.sessions ?? 0);
    await pause(500);
  }
  return most;
}

/** The nodes' requests go through PgBouncer in transaction mode, beside two thousand clients of it. */
const throughPooler = (round: Round, id: string): Round => ({
  ...round,
  id,
  title: `${round.title}, behind PgBouncer`,
  topology: 'pooled',
  missing: pgbouncerMissing,
  async run(product, works, length): Promise<Reported> {
    const url = product.env.POOLER_DATABASE_URL;
    if (url === undefined) throw new Error('There is no pooler.');
    const clients = await startClients(url);
    const watching = new AbortController();
    const sessions = watchSessions(product, watching.signal);
    sessions.catch(() => undefined);
    const report = await round.run(product, works, length).finally(() => watching.abort());
    const { opened, answers, refused } = await clients.stop();
    const most = await sessions;
    const reasons = [...new Set(refused)].slice(0, WORDS);
    return {
      ...report,
      problems: [
        ...report.problems,
        ...(refused.length > 0 ? [`${refused.length} clients of the pooler were refused: ${reasons.join(', ')}`] : []),
      ],
      note: `${report.note ?? ''}; ${opened} clients got ${answers} answers over a pool of ${POOL_SIZE}, PostgreSQL had ${most} sessions at most, with those of jobs`,
    };
  },
});

/** R-21: R-01 and R-08 through PgBouncer. */
export const killedBehindPooler = throughPooler(serverKilled, 'R-21a');
export const restartedBehindPooler = throughPooler(rollingRestart, 'R-21b');
/** Events, sessions and codes of one node count at the other. */
export const twoNodesBehindPooler = throughPooler(twoNodes, 'R-21c');
