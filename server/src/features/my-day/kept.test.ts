import { contacts } from '@desk/contract/renewal-work/contacts';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contactsTable, customersTable, silencedAddressesTable } from '../../platform/db/tables/customers.ts';
import { instructionsTable } from '../../platform/db/tables/instructions.ts';
import { renewalDecisionsTable } from '../../platform/db/tables/renewal-decisions.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { nextActionsTable } from '../../platform/db/tables/work.ts';
import { deskOnMonday } from './testing/desk-on-monday.ts';

/** Items are kept while nothing is written: each write must be seen by who has the list already. */
async function readBefore() {
  const desk = await deskOnMonday();
  const { id } = await desk.renewal('acme.example', desk.ids.tarun);
  const item = async () => {
    const found = (await desk.list(desk.tarun)).groups.flatMap(({ items }) => items)[0];
    return found && [found.group, found.kind, found.waiting_for, found.value];
  };
  expect(await item()).toEqual(['today', 'call', null, '1000.00']);
  return { ...desk, id, item };
}

test('a renewal that is written is seen at once', async () => {
  const { server, id, item } = await readBefore();
  await server.db.update(renewalsTable).set({ price: '2000.00' }).where(eq(renewalsTable.id, id));
  expect(await item()).toEqual(['today', 'call', null, '2000.00']);
  await server.db.update(renewalsTable).set({ assignedToId: null }).where(eq(renewalsTable.id, id));
  expect(await item()).toBeUndefined();
});

test('what is next is seen at once, and that it is taken back', async () => {
  const { server, tarun, id, item } = await readBefore();
  const next = { kind: 'wait', day: '2026-11-26', time: null, reason: 'Away' } as const;
  await tarun.calls(myDay.setNext, { renewal_id: id, next });
  expect(await item()).toEqual(['waiting', 'wait', 'customer', '1000.00']);
  await server.db.update(nextActionsTable).set({ kind: 'quote' });
  expect(await item()).toEqual(['week', 'quote', null, '1000.00']);
  await server.db.delete(nextActionsTable);
  expect(await item()).toEqual(['today', 'call', null, '1000.00']);
});

test('what the customer decided is seen at once', async () => {
  const { server, id, item } = await readBefore();
  const { id: accountId } = await server.account({ email: 'pooja@acme.example', kind: 'customer' });
  await server.db.insert(renewalDecisionsTable).values({ renewalId: id, accountId, decision: 'renew' });
  expect(await item()).toEqual(['today', 'decide', null, '1000.00']);
});

test('an instruction is seen at once, and each of its states', async () => {
  const { server, ids, id, item, asha, list } = await readBefore();
  const wish = { renewalId: id, termEndsAt: new Date('2026-12-10T00:00:00Z'), outcome: 'renew', seats: 10 } as const;
  expect((await list(asha)).count).toBe(0);
  await server.db
    .insert(instructionsTable)
    .values({ ...wish, source: 'staff', requestedById: ids.tarun, approvalReasons: ['fall'] });
  expect(await item()).toEqual(['waiting', 'wait', 'approval', '1000.00']);
  expect((await list(asha)).count).toBe(1);
  // Neither its state nor what is wanted changes: its renewal is not written.
  await server.db.update(instructionsTable).set({ approvalReasons: [] });
  expect((await list(asha)).count).toBe(0);
});

test('that nobody can be reached any more is seen at once, and that somebody can', async () => {
  const { server, asha, tarun, list } = await readBefore();
  const sentence = async () => (await list(tarun)).groups.flatMap(({ items }) => items)[0]?.sentence;
  const alone = 'Nobody can be reached by mail: find somebody. Never contacted in this term. It renews on 10 Dec.';
  const renews = 'Never contacted in this term. It renews on 10 Dec.';
  const domain_name = 'acme.example';
  expect(await sentence()).toBe(renews);
  const address = `office@${domain_name}`;
  await server.db.insert(silencedAddressesTable).values({ address, cause: 'bounced', reason: 'No such mailbox' });
  expect(await sentence()).toBe(alone);
  await asha.calls(contacts.confirmAddress, { domain_name, address });
  expect(await sentence()).toBe(renews);
  await server.db.update(customersTable).set({ email: null });
  expect(await sentence()).toBe(alone);
  const person = { name: 'Pooja', customer_email: 'pooja@acme.example', phone: '', mobile: '', roles: [] };
  await tarun.calls(contacts.save, { domain_name, person });
  expect(await sentence()).toBe(renews);
  // As an import writes it, and the CRM's sync.
  await server.db.update(contactsTable).set({ email: null });
  expect(await sentence()).toBe(alone);
  await server.db.update(contactsTable).set({ email: 'pooja@acme.example' });
  expect(await sentence()).toBe(renews);
});

test('what is overdue by the clock alone is so after a while, though nothing was written', async () => {
  const { on, item } = await readBefore();
  await on('2026-12-11');
  expect(await item()).toEqual(['overdue', 'call', null, '1000.00']);
});
