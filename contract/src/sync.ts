import * as z from 'zod/mini';
import { call } from './call.ts';
import { body } from './fields.ts';

const staff = { audience: 'staff', screens: ['subscription_sync'] } as const;

export const SyncRun = z.object({
  run_id: z.number(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  started_by: z.nullable(z.string()),
  started_at: z.string(),
  finished_at: z.nullable(z.string()),
  pages: z.number(),
  subscriptions: z.number(),
  created: z.number(),
  changed: z.number(),
  ended: z.number(),
  renewals_opened: z.number(),
  renewals_closed: z.number(),
  attempts: z.number(),
  error: z.nullable(z.string()),
});
export type SyncRun = z.infer<typeof SyncRun>;

export const sync = {
  start: call({
    path: 'adminpanel/start_google_sync/',
    ...staff,
    rows: 'all',
    body: body({}),
    reply: z.object({ run_id: z.number() }),
    refusals: { 409: 'A sync is already running.' },
    writes: true,
  }),
  /** The newest runs first, 10 of them; `next_run` is when the schedule starts the next one. */
  runs: call({
    path: 'adminpanel/get_google_sync_runs/',
    ...staff,
    body: body({}),
    reply: z.object({ runs: z.array(SyncRun), next_run: z.nullable(z.string()) }),
  }),
};
