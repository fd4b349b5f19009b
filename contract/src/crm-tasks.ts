import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, done, id, line, page, paragraph } from './fields.ts';

export const TaskState = z.enum(['queued', 'done', 'refused']);
export type TaskState = z.infer<typeof TaskState>;

/** Work for the accounting department, as it was sent to the CRM. */
export const CrmTask = z.object({
  /** Ours. */
  task_id: z.number(),
  /** The CRM's; null until it has answered. */
  zoho_id: z.nullable(z.string()),
  subject: z.string(),
  description: z.string(),
  /** When it was asked for, an instant. */
  date: z.string(),
  created_by: z.string(),
  state: TaskState,
  /** The CRM's last answer, in words. */
  answer: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
});
export type CrmTask = z.infer<typeof CrmTask>;

export const crmTasks = {
  /** The same words of the same person within a minute are the same task, unless the CRM has refused it. */
  create: call({
    path: 'adminpanel/create_zoho_task/',
    audience: 'staff',
    screens: ['add_zoho_task'],
    body: body({
      formData: z.strictObject({
        subject: line(250, 'Enter a subject'),
        description: paragraph(5_000, 'Enter a description'),
      }),
    }),
    reply: done,
    writes: true,
  }),
  /** Newest first, ten on a page; `search` is part of a subject. */
  all: call({
    path: 'adminpanel/get_zoho_task/',
    audience: 'staff',
    screens: ['add_zoho_task', 'zoho_task_history'],
    body: body({
      search: z.optional(line(250)),
      state: z.optional(TaskState),
      page,
    }),
    reply: z.object({ task: z.array(CrmTask), total: z.number() }),
  }),
  /** Sends a refused task again. */
  resend: call({
    path: 'adminpanel/resend_zoho_task/',
    audience: 'staff',
    screens: ['zoho_task_history'],
    body: body({ task_id: id }),
    reply: done,
    refusals: { 404: 'No Data Present', 409: 'This task is at the CRM, or on its way. Look at the list again.' },
    writes: true,
  }),
};
