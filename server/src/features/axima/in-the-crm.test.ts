import { axima } from '@desk/contract/axima';
import { expect, test } from 'vitest';
import { contactsTable, contactWritesTable } from '../../platform/db/tables/customers.ts';
import { crmTasksTable } from '../../platform/db/tables/crm-tasks.ts';
import { deskWithAxima } from './testing/desk-with-axima.ts';

/** The desk with acme.example, whose customer is ravi@acme.example, and what both lists say of the CRM there. */
async function open() {
  const { desk, devika } = await deskWithAxima();
  const { db } = desk;
  const stands = async () => {
    const [one] = (await devika.calls(axima.all, {})).reply.domains;
    const [other] = (await devika.calls(axima.existing, {})).reply.domains;
    expect([other?.crm_state, other?.crm_reason]).toEqual([one?.crm_state, one?.crm_reason]);
    return [one?.crm_state, one?.crm_reason];
  };
  const task = (subject: string, state: 'queued' | 'done' | 'refused', reason: string | null = null) =>
    db
      .insert(crmTasksTable)
      .values({ subject, description: '40 users', state, reason, createdBy: 'ananya@desk.example' });
  const person = async (zohoId: string | null) => {
    const values = { name: 'Ravi Iyer', email: 'Ravi@acme.example', zohoId };
    const [made] = await db.insert(contactsTable).values(values).returning();
    return made?.id ?? 0;
  };
  const write = (contactId: number, state: 'queued' | 'done' | 'refused', reason: string | null = null) =>
    db.insert(contactWritesTable).values({ contactId, state, reason, createdBy: 'devika@desk.example' });
  return { stands, task, person, write };
}

test('of whom nothing was sent the list says so', async () => {
  const { stands, task } = await open();
  await task('Invoice for other-acme.example and acme.example.org', 'done');
  expect(await stands()).toEqual(['none', null]);
});

test('the customer of a domain is there, on the way, or refused with the reason', async () => {
  const { stands, person, write } = await open();
  const id = await person('77');
  expect(await stands()).toEqual(['done', 'Ravi Iyer']);
  await write(id, 'queued');
  expect(await stands()).toEqual(['queued', 'Ravi Iyer']);
  await write(id, 'refused', 'Phone is invalid');
  expect(await stands()).toEqual(['refused', 'Ravi Iyer: Phone is invalid']);
});

test('the newest task that names the domain counts too, and what has not arrived comes first', async () => {
  const { stands, task, person } = await open();
  await person('77');
  await task('Invoice ACME.example.', 'refused', 'No owner');
  expect(await stands()).toEqual(['refused', 'Task “Invoice ACME.example.”: No owner']);
  await task('Invoice acme.example again', 'queued');
  expect(await stands()).toEqual(['queued', 'Task “Invoice acme.example again”']);
  await task('Invoice acme.example at last', 'done', 'record added');
  expect(await stands()).toEqual(['done', 'Task “Invoice acme.example at last”']);
});
