import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, done } from './fields.ts';

export const Service = z.enum(['google', 'crm_contacts', 'books', 'desk', 'directory_product']);
export type Service = z.infer<typeof Service>;

export const Connection = z.object({
  service: Service,
  /** Whether it can be asked at all. */
  configured: z.boolean(),
  /** Of the newest run; null: there was none. */
  state: z.nullable(z.enum(['queued', 'running', 'done', 'failed'])),
  started_at: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
  started_by: z.nullable(z.string()),
  /** Rows read and rows that were new or different, in the newest run. */
  read: z.number(),
  changed: z.number(),
  /** Rows of it that could not be read: they stay as they were. */
  skipped: z.number(),
  attempts: z.number(),
  error: z.nullable(z.string()),
  /** When a run last ended well. */
  done_at: z.nullable(z.string()),
  /** When the schedule starts the next. */
  next_run: z.nullable(z.string()),
});
export type Connection = z.infer<typeof Connection>;

const administrators = { audience: 'staff', screens: ['connections'], roles: ['ADMIN'] } as const;

/** The external services that are synced, and the state of their syncs. */
export const connections = {
  all: call({
    path: 'adminpanel/get_connections/',
    ...administrators,
    body: body({}),
    reply: z.object({ connections: z.array(Connection) }),
  }),
  /** Reads what is new since the last time. */
  run: call({
    path: 'adminpanel/run_connection/',
    ...administrators,
    body: body({ service: Service }),
    reply: done,
    refusals: { 409: 'A sync is already running.', 503: 'This service is not configured.' },
    writes: true,
  }),
};
