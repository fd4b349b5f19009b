import type { PlantedBug } from '../planted-bug.ts';

/** Bugs of migrations, of backups and of their restore. */
export const ofTables: readonly PlantedBug[] = [
  {
    name: 'migrations are no transaction',
    round: 'R-15a',
    sign: 'half: migrations',
    changes: [
      {
        file: 'server/src/platform/db/schema/migrate.ts',
        from: 'await withTries(client, () => inTransaction(client, () => bringUpToDate(client)));',
        to: 'await bringUpToDate(client);',
      },
    ],
  },
  {
    name: 'an index is made while everybody waits',
    round: 'R-22',
    sign: 'somebody waited for the migration',
    changes: [
      {
        file: 'server/src/platform/db/schema/online-migrations.ts',
        from: "await client.query('set lock_timeout = 0');\n      await client.query(statement);",
        to: 'await client.query(insideTransaction(statement));',
      },
    ],
  },
  {
    name: 'each table is backed up as it is when its turn comes',
    round: 'R-15b',
    sign: 'the backup is of no one moment',
    changes: [
      {
        file: 'server/src/backup/snapshot.ts',
        from: 'begin isolation level repeatable read read only',
        to: 'begin isolation level read committed read only',
      },
    ],
  },
  {
    name: 'a backup leaves out what people wrote',
    round: 'R-15b',
    sign: 'acknowledged before the backup and not there once: 0 × fault test',
    changes: [
      {
        file: 'server/src/backup/tables.ts',
        from: "'throttles', 'service_tokens'",
        to: "'throttles', 'service_tokens', 'renewal_comments'",
      },
    ],
  },
  {
    name: 'what waited at the time of a backup is carried out after its restore',
    round: 'R-15b',
    sign: 'doubled: seats',
    changes: [
      {
        file: 'server/src/backup/begin-anew.ts',
        from: "where state in ('queued', 'unknown') and seats_after is null returning id",
        to: 'where false returning id',
      },
    ],
  },
];
