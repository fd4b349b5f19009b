import { randomUUID } from 'node:crypto';
import { crmTasks } from '../../contract/src/crm-tasks.ts';
import type { Product } from '../product.ts';
import type { Acknowledged, Workload } from '../acknowledged-writes.ts';

type Counted = { mark: string; rows: number; created: number; done: number };

/** Tasks for the accounting department: a row, an entry, and one task in the CRM in the end. */
export function tasks(product: Product): Workload {
  const actions: Acknowledged[] = [];
  return {
    name: 'tasks',
    actions,
    next: (token) => {
      const key = randomUUID();
      const mark = `fault test ${key}`;
      const body = { formData: { subject: mark, description: 'Please send the invoice again' } };
      return Promise.resolve({ path: crmTasks.create.path, body, key, token, mark, acknowledged: false });
    },
    open: async () => {
      const [row] = await product.ask<{ open: number }>(
        `select count(*)::int as open from crm_tasks where subject like 'fault test %' and state = 'queued'`,
      );
      return row?.open ?? 0;
    },
    look: async () => {
      const rows = await product.ask<Counted>(
        `with written as (select id, subject as mark, state from crm_tasks where subject like 'fault test %'),
         entries as (select subject_id as id, (count(*) filter (where action = 'crm_task_created'))::int as created,
             (count(*) filter (where action = 'crm_task_done'))::int as done
           from audit_log where subject = 'crm_task' group by 1)
         select mark, count(*)::int as rows, coalesce(sum(created), 0)::int as created, coalesce(sum(done), 0)::int as done
         from written left join entries using (id) group by 1`,
      );
      const made = new Map<string, number>();
      for (const { Subject } of product.simulators.zoho.crm.tasks()) made.set(Subject, (made.get(Subject) ?? 0) + 1);
      return new Map(
        rows.map(({ mark, rows, created, done }) => {
          const beside = { 'entries of the click': created, 'entries of its end': done };
          return [mark, { rows, effects: made.get(mark) ?? 0, beside }];
        }),
      );
    },
    torn: async () => {
      const rows = await product.ask<{ id: number }>(
        `select subject_id as id from audit_log where subject = 'crm_task' and action = 'crm_task_created'
         and not exists (select from crm_tasks t where t.id = subject_id)`,
      );
      return rows.map(({ id }) => `tasks: an entry tells of task ${id}, which is not there`);
    },
  };
}
