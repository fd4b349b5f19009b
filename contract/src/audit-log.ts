import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, day, line } from './fields.ts';

export const AuditEntry = z.object({
  entry_id: z.number(),
  /** An instant. */
  at: z.string(),
  /** The e-mail of who did it, or `system`. */
  by: z.string(),
  action: z.string(),
  subject: z.string(),
  subject_id: z.nullable(z.number()),
  /** The domain that it is about; of what a customer has, as its people and their mails, the first of the customer's. Null for all else, and for what is gone. */
  domain: z.nullable(z.string()),
  changes: z.array(z.object({ field: z.string(), old: z.nullable(z.string()), new: z.nullable(z.string()) })),
  ip: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** As an entry bears it. */
const instantOfEntry = z.iso.datetime({ precision: 3, message: 'Not the time of an entry' });

const filter = {
  /** Part of the e-mail of who did it. */
  person: z.optional(line(254)),
  /** Part of the domain that the subject is about. */
  search: z.optional(line(253)),
  /** Kind of the subject: account, renewal, domain … */
  thing: z.optional(line(60)),
  from: z.optional(day),
  to: z.optional(day),
};

/** The audit log, for administrators. */
export const auditLog = {
  /** Newest first, 50 at a time; `before` is the last entry that was seen, `before_at` its instant, by which it is found at once. */
  entries: call({
    path: 'adminpanel/get_audit_log/',
    audience: 'staff',
    screens: ['audit_log'],
    roles: ['ADMIN'],
    rows: 'all',
    body: body({ ...filter, before: z.optional(z.int().check(z.positive())), before_at: z.optional(instantOfEntry) }),
    reply: z.object({ entries: z.array(AuditEntry), more: z.boolean() }),
  }),
  /** The things there are entries of, to choose from. */
  things: call({
    path: 'adminpanel/get_audit_things/',
    audience: 'staff',
    screens: ['audit_log'],
    roles: ['ADMIN'],
    body: body({}),
    reply: z.object({ things: z.array(z.string()) }),
  }),
  export: call({
    path: 'adminpanel/export_audit_log/',
    audience: 'staff',
    screens: ['audit_log'],
    roles: ['ADMIN'],
    rows: 'all',
    body: body(filter),
    reply: z.string(),
    download: 'audit.csv',
  }),
};
