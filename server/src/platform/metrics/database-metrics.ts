import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { INSTANT } from '../db/now.ts';

const KEPT_MS = 10_000;
const TIMEOUT_MS = 2_000;

interface Numbers {
  /** Their label in `desk_database_numbers_readable`. */
  of: string;
  sql: string;
  values?: readonly unknown[];
  /** A column of numbers for each, by the metric's name; the other columns are its labels. */
  gauges: Readonly<Record<string, { help: string; column: string }>>;
  labels: readonly string[];
}

const NUMBERS: readonly Numbers[] = [
  {
    of: 'outbox',
    values: [INSTANT],
    // Not those that are sent: they are many, and only ranges of the index beside them are read.
    sql: `select state, count(*) as messages, coalesce(extract(epoch from $1::timestamptz - min(created_at)), 0) as age
      from (select state, created_at from outbox where state < 'sent'
        union all select state, created_at from outbox where state > 'sent') as o group by state`,
    gauges: {
      desk_outbox_messages: { help: 'Messages that are not sent, by state', column: 'messages' },
      desk_outbox_oldest_seconds: { help: 'Age of the oldest message that is not sent, by state', column: 'age' },
    },
    labels: ['state'],
  },
  {
    of: 'queue',
    sql: `select task_identifier as task,
        count(*) filter (where attempts < max_attempts and locked_at is null and run_at <= now()) as waiting,
        count(*) filter (where attempts >= max_attempts and locked_at is null) as given_up
      from graphile_worker.jobs group by task_identifier`,
    gauges: {
      desk_queue_waiting: { help: 'Jobs that are due and not begun, by task', column: 'waiting' },
      desk_queue_given_up: { help: 'Jobs whose last try has failed, by task', column: 'given_up' },
    },
    labels: ['task'],
  },
  {
    of: 'syncs',
    sql: `select service, extract(epoch from max(finished_at) filter (where state = 'done')) as done,
        extract(epoch from max(finished_at) filter (where state = 'failed')) as failed
      from sync_runs group by service`,
    gauges: {
      desk_sync_succeeded_timestamp_seconds: { help: 'When a sync last ended well, by service', column: 'done' },
      desk_sync_failed_timestamp_seconds: { help: 'When a sync last failed, by service', column: 'failed' },
    },
    labels: ['service'],
  },
];

type Row = Readonly<Record<string, string | null>>;

/** The rows, read at most once in ten seconds; undefined while the database does not answer. */
function keptRows(pool: Pool, { sql, values }: Numbers): () => Promise<Row[] | undefined> {
  const question = { text: sql, ...(values && { values: [...values] }), query_timeout: TIMEOUT_MS };
  const read = () =>
    pool.query<Row>(question).then(
      ({ rows }) => rows,
      () => undefined,
    );
  let known: { at: number; rows: ReturnType<typeof read> } | undefined;
  return () => {
    if (!known || performance.now() - known.at >= KEPT_MS) known = { at: performance.now(), rows: read() };
    return known.rows;
  };
}

const labelsOf = (row: Row, labels: readonly string[]) =>
  Object.fromEntries(labels.map((label) => [label, row[label] ?? '']));

/** Numbers that lie in the database and are the same on every node, read when somebody asks for them. */
export function databaseNumbers(registry: Registry, pool: Pool): void {
  const registers = [registry];
  const sources = NUMBERS.map((numbers) => ({ ...numbers, rows: keptRows(pool, numbers) }));
  new Gauge({
    name: 'desk_database_numbers_readable',
    help: '1 where the numbers that lie in the database could be read',
    labelNames: ['of'],
    registers,
    async collect() {
      for (const { of, rows } of sources) this.set({ of }, (await rows()) ? 1 : 0);
    },
  });
  for (const { gauges, labels: labelNames, rows } of sources) {
    for (const [name, { help, column }] of Object.entries(gauges)) {
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          const read = (await rows()) ?? [];
          this.reset();
          for (const row of read.filter((each) => each[column] !== null))
            this.set(labelsOf(row, labelNames), Number(row[column]));
        },
      });
    }
  }
}
