import { defineSync, type SyncReading } from '../../domain/sync/define-sync.ts';
import { readPages } from '../../domain/sync/pages.ts';
import { SYNC_SERVICES } from '../../domain/sync/services.ts';
import { closeUnseen, storeTickets, markSeen } from './commands.ts';
import { NOT_CONFIGURED, placeAfter, placeOf, tokenOf } from './rules.ts';

const { runs } = SYNC_SERVICES.desk;

/** All tickets at first and once a week, else those that were changed since the last run began. */
async function read({ client: desk, run, services, signal }: SyncReading<'desk'>): Promise<void> {
  const { db, config, log } = services;
  const isWhole = await runs.isWholeDue(db);
  const first = { since: isWhole ? null : ((await runs.readUntil(db)) ?? null), from: 0, isWhole };
  const known = await desk.listDepartments({ signal });
  const departments = new Map(known.map(({ id, name }) => [id, name]));
  await readPages(SYNC_SERVICES.desk, run, services, {
    list: async (pageToken) => {
      const place = pageToken === undefined ? first : placeOf(pageToken);
      const query = { from: place.from, modifiedSince: place.since ?? undefined };
      const page = await desk.listTickets(query, { signal });
      for (const row of page.odd) log.warn({ event: 'desk_row_unreadable', ...row });
      const next = placeAfter(place, page);
      return { ...page, nextPageToken: next && tokenOf(next), hasAll: next === undefined && place.isWhole };
    },
    isRefusedToken: () => false,
    keep: ({ rows, odd, nextPageToken, hasAll }) =>
      db.transaction(async (tx) => {
        const kept = await storeTickets(tx, run.id, rows, { departments, timeZone: config.BUSINESS_TIME_ZONE });
        const oddIds = odd.flatMap(({ id }) => id ?? []);
        await markSeen(tx, run.id, oddIds);
        const changed = kept + (hasAll ? await closeUnseen(tx, run.id) : 0);
        const read = { rows: rows.length + odd.length, changed, skipped: odd.length };
        await runs.pageRead(tx, run, { ...read, nextPageToken, isWhole: hasAll });
      }),
  });
  await db.transaction((tx) => runs.finish(tx, run));
}

export const deskSync = defineSync({
  service: 'desk',
  notConfigured: NOT_CONFIGURED,
  readsAtOnce: true,
  read,
});
