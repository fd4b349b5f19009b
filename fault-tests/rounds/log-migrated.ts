import { setTimeout as pause } from 'node:timers/promises';
import { knownMigrations } from '../../server/src/platform/db/schema/schema-level.ts';
import { runCommand } from '../command.ts';
import type { Desk } from '../desk.ts';
import type { Round } from '../round.ts';
import { startReaders, startWriters } from '../writers.ts';

const ENTRIES = { long: 2_000_000, short: 300_000 };
const BEFORE_MS = 2_000;
const BY_YEAR = '0027_audit_log_by_year';

/** The log as the version before its partitions had it, with what is in it. */
const asBefore = (): string => `
  begin;
  alter table audit_log rename to audit_log_by_year;
  create table audit_log (like audit_log_by_year);
  insert into audit_log select * from audit_log_by_year;
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
  drop function make_audit_years(timestamptz);
  delete from drizzle.__drizzle_migrations where created_at >= ${knownMigrations().find(({ tag }) => tag === BY_YEAR)?.level ?? 0};
  commit`;

/** Of years, as two of each renewal of a large installation. */
const MORE = `insert into audit_log (at, actor, action, subject, subject_id, changes)
  select now() - interval '1 minute' * n, 'member' || n % 60 || '@desk.example', 'edited', 'renewal', n % 100000,
    '[{"field": "zone", "old": "North", "new": "South"}]' from generate_series(1, $1::int) n`;

/** What the database has of the log. */
async function logOf({ ask }: Desk) {
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
  // No write waits for longer.
  barMs: 1_000,
  nodes: 2,
  async run(desk, works, length) {
    await desk.ask(asBefore());
    await desk.ask(MORE, [ENTRIES[length]]);
    await desk.ask('analyze audit_log');
    const { pulse, stop } = startWriters(desk, works);
    const readers = startReaders(desk);
    await pause(BEFORE_MS);
    const before = await logOf(desk);
    pulse.hold();
    pulse.release();
    const began = performance.now();
    await runCommand(desk, 'migrate', [], desk.env.DATABASE_URL);
    const took = performance.now() - began;
    await pause(BEFORE_MS);
    await Promise.all([stop(), readers.stop()]);
    const after = await logOf(desk);
    const slowest = pulse.slowest();
    const problems = [
      ...(before.is_partitioned || !after.is_partitioned ? ['the log was not partitioned'] : []),
      ...(after.entries < before.entries ? [`${before.entries - after.entries} entries of the log are gone`] : []),
      ...(slowest > logMigrated.barMs ? [`a write waited for ${Math.round(slowest)} ms`] : []),
      ...(pulse.others() === 'none' ? [] : [`requests failed: ${pulse.others()}`]),
    ];
    return {
      ...{ rounds: 1, injected: 1 },
      ...pulse.outages(),
      problems: [...problems, ...pulse.problems(), ...readers.pulse.problems()],
      note: `${before.entries.toLocaleString('en')} entries in ${(took / 1000).toFixed(1)} s, the slowest write meanwhile ${Math.round(slowest)} ms`,
    };
  },
};
