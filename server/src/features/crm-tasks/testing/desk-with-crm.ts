import { crmTasks } from '@desk/contract/crm-tasks';
import { asc } from 'drizzle-orm';
import { crmTasksTable } from '../../../platform/db/tables/crm-tasks.ts';
import { zohoClient } from '../../../integrations/zoho/testing/zoho-client.ts';
import { testServer, type TestServer } from '../../../testing/server.ts';

export const { zoho, makeClient } = await zohoClient({ customers: 5 });

export const INVOICE = { subject: 'Raise invoice for acme.example', description: '20 Business Standard\nPO 77' };

/** A desk that reaches the CRM, and Asha, who asks for tasks. */
export async function deskWithCrm(client = makeClient()) {
  const desk = await testServer({ clients: { zoho: client } });
  const asha = await desk.as();
  const ask = (formData = INVOICE) => asha.calls(crmTasks.create, { formData });
  const list = async (body: { search?: string; state?: 'queued' | 'done' | 'refused'; page?: number } = {}) =>
    (await asha.calls(crmTasks.all, body)).reply;
  return { desk, asha, ask, list };
}

export const rows = ({ db }: TestServer) => db.select().from(crmTasksTable).orderBy(asc(crmTasksTable.id));

/** How many tasks the CRM has made meanwhile. */
export function counting() {
  const before = zoho.crm.effects().tasksCreated;
  return () => zoho.crm.effects().tasksCreated - before;
}

/** As if the time until the next try had passed. */
export async function letTimePass({ pool }: TestServer) {
  await pool.query(`update crm_tasks set next_try_at = '2020-01-01' where next_try_at is not null`);
  await pool.query('update graphile_worker._private_jobs set run_at = now()');
}
