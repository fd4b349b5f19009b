import type { Services } from '../../platform/context.ts';
import { ZohoProblem } from '../../integrations/zoho/problem.ts';
import { startFirstSync, startNightlySync } from '../../domain/sync/nightly.ts';
import { readPages } from '../../domain/sync/pages.ts';
import type { HeldRun } from '../../domain/sync/runs.ts';
import { SYNC_SERVICES } from '../../domain/sync/services.ts';
import { Stopped, workOnRun, type Sync } from '../../domain/sync/work.ts';
import { closeUnseen, storeTickets, markSeen } from './commands.ts';
import { NOT_CONFIGURED, placeAfter, placeOf, tokenOf } from './rules.ts';

const { runs, nightlyAt, isConfigured } = SYNC_SERVICES.desk;
const OF_DESK = { runs, event: { kind: 'sync' } } as const;

/** All tickets at first and once a week, else those that were changed since the last run began. */
async function read(run: HeldRun, services: Services, signal: AbortSignal): Promise<void> {
  const { db, config, log, clients } = services;
  const desk = clients.zoho?.desk;
  if (!desk) throw new Stopped(NOT_CONFIGURED);
  const isWhole = await runs.isWholeDue(db);
  const first = { since: isWhole ? null : ((await runs.readUntil(db)) ?? null), from: 0, isWhole };
  const known = await desk.listDepartments({ signal });
  const departments = new Map(known.map(({ id, name }) => [id, name]));
  await readPages(OF_DESK, run, services, {
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

const deskSync: Sync = { ...OF_DESK, isProblem: (error) => error instanceof ZohoProblem, read };

export const workOnTickets = (
  payload: Record<string, unknown>,
  services: Services,
  signal: AbortSignal,
): Promise<void> => workOnRun(deskSync, Number(payload['run_id']), services, signal);

export async function startNightlyTickets(_payload: Record<string, unknown>, services: Services): Promise<void> {
  if (isConfigured(services.clients)) await startNightlySync(deskSync, nightlyAt, services);
}
export const ticketsCrontab = ['10,25,40,55 * * * * nightly-desk-sync'];

export async function sweepTickets(services: Services): Promise<void> {
  await runs.takeUpStalled(services.db);
  if (isConfigured(services.clients)) await startFirstSync(deskSync, services);
}
