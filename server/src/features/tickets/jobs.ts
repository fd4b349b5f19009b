import type { Wiring } from '../../context.ts';
import { ZohoProblem } from '../../integrations/zoho/problem.ts';
import { startFirst, startNightly } from '../../sync-runs/nightly.ts';
import { readPages } from '../../sync-runs/pages.ts';
import type { HeldRun } from '../../sync-runs/runs.ts';
import { SERVICES } from '../../sync-runs/services.ts';
import { Stopped, workOnRun, type Sync } from '../../sync-runs/work.ts';
import { keepTickets } from './commands.ts';
import { NOT_CONFIGURED, placeAfter, placeOf, tokenOf } from './rules.ts';

const { runs, nightlyAt, isConfigured } = SERVICES.desk;
const OF_DESK = { runs, event: { kind: 'sync' } } as const;

/** All tickets at first, then those that were changed since the last run began. */
async function read(run: HeldRun, wiring: Wiring, signal: AbortSignal): Promise<void> {
  const { db, config, outside } = wiring;
  const desk = outside.zoho?.desk;
  if (!desk) throw new Stopped(NOT_CONFIGURED);
  const first = { since: (await runs.readUntil(db)) ?? null, from: 0 };
  const known = await desk.listDepartments({ signal });
  const departments = new Map(known.map(({ id, name }) => [id, name]));
  await readPages(OF_DESK, run, wiring, {
    list: async (pageToken) => {
      const place = pageToken === undefined ? first : placeOf(pageToken);
      const query = { from: place.from, modifiedSince: place.since ?? undefined };
      const page = await desk.listTickets(query, { signal });
      const next = placeAfter(place, page);
      return { rows: page.rows, nextPageToken: next && tokenOf(next) };
    },
    isRefusedToken: () => false,
    keep: ({ rows, nextPageToken }) =>
      db.transaction(async (tx) => {
        const changed = await keepTickets(tx, rows, { departments, timeZone: config.BUSINESS_TIME_ZONE });
        await runs.pageRead(tx, run, { rows: rows.length, changed, nextPageToken });
      }),
  });
  await db.transaction((tx) => runs.finish(tx, run));
}

const deskSync: Sync = { ...OF_DESK, isProblem: (error) => error instanceof ZohoProblem, read };

export const workOnTickets = (payload: Record<string, unknown>, wiring: Wiring, signal: AbortSignal): Promise<void> =>
  workOnRun(deskSync, Number(payload['run_id']), wiring, signal);

export async function startNightlyTickets(_payload: Record<string, unknown>, wiring: Wiring): Promise<void> {
  if (isConfigured(wiring.outside)) await startNightly(deskSync, nightlyAt, wiring);
}
export const ticketsCrontab = ['10,25,40,55 * * * * nightly-desk-sync'];

export async function sweepTickets(wiring: Wiring): Promise<void> {
  await runs.takeUpStalled(wiring.db);
  if (isConfigured(wiring.outside)) await startFirst(deskSync, wiring);
}
