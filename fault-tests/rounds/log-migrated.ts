import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../launcher/root.mjs';
import { knownMigrations } from '../../server/src/platform/db/schema/schema-level.ts';
import { runCommand } from '../command.ts';
import type { Product } from '../product.ts';
import type { Round } from '../round.ts';
import { startReaders, startWriters } from '../writers.ts';

/** Two of each renewal of a large installation, of almost four years; fewer have their index before anybody has to wait. */
const ENTRIES = 2_000_000;
const BEFORE_MS = 2_000;
/** Nobody waits for a lock of the migration for longer. */
const LONGEST_MS = 1_000;
const LOOK_MS = 50;
const BY_YEAR = '0027_audit_log_by_year';

const levelOf = (tag: string): number => knownMigrations().find((one) => one.tag === tag)?.level ?? 0;

/** Tables that migrations since then make: they are made anew. */
const withoutLaterTables = (): string =>
  knownMigrations()
    .filter(({ level }) => level > levelOf(BY_YEAR))
    .map(({ tag }) => readFileSync(join(root, 'server', 'migrations', `${tag}.sql`), 'utf8'))
    .flatMap((text) => [...text.matchAll(/create table (?:if not exists )?"(\w+)"/gi)])
    .map(([, name]) => `drop table "${String(name)}";`)
    .join('\n');

/** The log as the version before its partitions had it, with what is in it and much more. */
const asBefore = (): string => `
  begin;
  ${withoutLaterTables()}
  alter table audit_log rename to audit_log_by_year;
  create table audit_log (like audit_log_by_year);
  insert into audit_log select * from audit_log_by_year;
  insert into audit_log (id, at, actor, action, subject, subject_id, changes)
    select 1000000 + n, now() - interval '1 minute' * n, 'member' || n % 60 || '@desk.example', 'edited', 'renewal', n % 100000,
      '[{"field": "zone", "old": "North", "new": "South"}]' from generate_series(1, ${ENTRIES}) n;
  drop table audit_log_by_year;
  alter table audit_log alter column id add generated always as identity (sequence name audit_log_id_seq),
    add constraint audit_log_pkey primary key (id);
  select setval('audit_log_id_seq', (select coalesce(max(id), 0) + 1 from audit_log), false);
  create index audit_log_subject_subject_id_id_index on audit_log (subject, subject_id, id desc nulls last);
  create index audit_log_at_id_index on audit_log (at, id);
  create index audit_log_subject_at_id_index on audit_log (subject, at, id);
  create index audit_log_actor_at_id_index on audit_log (actor, at, id);
  create trigger audit_log_append_only before update or delete or truncate on audit_log
    for each statement execute function refuse_audit_change();
  drop function make_audit_years(timestamptz), audit_years_end();
  delete from drizzle.__drizzle_migrations where created_at >= ${levelOf(BY_YEAR)};
  commit`;

/** For how many milliseconds the longest of those waits now that wait for a lock of the migration. */
const WAITING = `select coalesce(max(extract(epoch from clock_timestamp() - l.waitstart) * 1000), 0)::int as ms from pg_locks l
  where not l.granted and exists (select from pg_stat_activity a
    where a.application_name like '% migrations' and a.pid = any(pg_blocking_pids(l.pid)))`;

/** The longest wait for the migration's locks until it is over. */
async function watchWaits({ ask }: Product, signal: AbortSignal): Promise<number> {
  let longest = 0;
  while (!signal.aborted) {
    const [row] = await ask<{ ms: number }>(WAITING);
    longest = Math.max(longest, row?.ms ?? 0);
    await pause(LOOK_MS);
  }
  return longest;
}

/** What the database has of the log. */
async function logOf({ ask }: Product) {
  const [row] = await ask<{ entries: number; is_partitioned: boolean }>(
    `select (select count(*)::int from audit_log) as entries, relkind = 'p' as is_partitioned
     from pg_class where oid = 'audit_log'::regclass`,
  );
  if (row === undefined) throw new Error('There is no audit log.');
  return row;
}

/** the migration that partitions the audit log, made by a node of the next version while people work. */
export const logMigrated: Round = {
  id: 'R-22',
  title: 'the audit log of years partitioned while people work',
  barMs: 2_000,
  nodes: 2,
  async run(product, works) {
    await product.ask(asBefore());
    await product.ask('analyze audit_log');
    const { probe, stop } = startWriters(product, works);
    const readers = startReaders(product);
    await pause(BEFORE_MS);
    const before = await logOf(product);
    const migrating = new AbortController();
    const waits = watchWaits(product, migrating.signal);
    // Whoever could not look says so when the migration is over.
    waits.catch(() => undefined);
    const began = performance.now();
    await runCommand(product, 'migrate', [], product.env.DATABASE_URL).finally(() => migrating.abort());
    const took = performance.now() - began;
    const longest = await waits;
    await pause(BEFORE_MS);
    await Promise.all([stop(), readers.stop()]);
    const after = await logOf(product);
    const problems = [
      ...(before.is_partitioned || !after.is_partitioned ? ['the log was not partitioned'] : []),
      ...(after.entries < before.entries ? [`${before.entries - after.entries} entries of the log are gone`] : []),
      ...(longest > LONGEST_MS ? [`somebody waited for the migration: ${longest} ms`] : []),
      ...(probe.others() === 'none' ? [] : [`requests failed: ${probe.others()}`]),
    ];
    return {
      ...{ rounds: 1, injected: 1 },
      ...probe.outages(),
      problems: [...problems, ...probe.problems(), ...readers.probe.problems()],
      note: `${before.entries.toLocaleString('en')} entries in ${(took / 1000).toFixed(1)} s; nobody waited for it for longer than ${longest} ms`,
    };
  },
};
