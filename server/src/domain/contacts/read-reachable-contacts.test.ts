import { ContactRole } from '@desk/contract/words/reach';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  contactsTable,
  customersTable,
  resellersTable,
  silencedAddressesTable,
} from '../../platform/db/tables/customers.ts';
import { testServer } from '../../testing/server.ts';
import { NOBODY_REACHABLE } from './nobody-reachable.ts';
import { readPlaces, readReachableContacts } from './read-reachable-contacts.ts';

const ADDRESSES = [
  'Asha@x.example',
  'asha@X.example ',
  'ｒavi@x.example',
  'ravi@x.example',
  'mira@x.example',
  ' \t',
  '',
];
const address = fc.option(fc.constantFrom(...ADDRESSES));
const person = fc.record({ email: address, roles: fc.option(fc.subarray(ContactRole.options)) });
const customer = fc.record({
  email: address,
  through: fc.constantFrom(null, null, null, 0, 1, 2),
  people: fc.array(person, { maxLength: 5 }),
});
/** What is silenced has one form: that of `addressKey`. */
const silenced = fc.subarray(['asha@x.example', 'ravi@x.example', 'mira@x.example']);

test('of random customers SQL finds as unreachable whom the rule gives nobody to ask', async () => {
  const { db } = await testServer();
  const resellers = await db
    .insert(resellersTable)
    .values(['Asha@x.example', ' ', 'rina@reseller.example'].map((email) => ({ name: 'R', companyName: 'R', email })))
    .returning({ id: resellersTable.id });
  let unreachable = 0;
  let all = 0;
  for (const [n, silent] of fc.sample(silenced, { numRuns: 12, seed: 20 }).entries()) {
    const made = fc.sample(customer, { numRuns: 60, seed: n });
    const rows = await db
      .insert(customersTable)
      .values(
        made.map(({ email, through }) => ({
          ...{ companyName: 'Acme', email, resellerId: through === null ? null : (resellers[through]?.id ?? null) },
        })),
      )
      .returning({ id: customersTable.id });
    const people = made.flatMap(({ people: own }, at) =>
      own.map((one) => ({ ...one, name: 'P', customerId: rows[at]?.id ?? 0 })),
    );
    await db.insert(contactsTable).values(people);
    await db.delete(silencedAddressesTable);
    if (silent.length > 0)
      await db
        .insert(silencedAddressesTable)
        .values(silent.map((one) => ({ address: one, cause: 'bounced' as const, reason: 'No such mailbox' })));
    const ids = rows.map(({ id }) => id);
    const reachable = await readReachableContacts(db, ids);
    const found = await db.execute<{ id: number }>(
      sql`select c.id from customers c where c.id = any(${sql.param(ids)}::int[]) and ${NOBODY_REACHABLE} order by c.id`,
    );
    const byRule = ids.filter((id) => reachable.get(id)?.length === 0);
    expect(found.rows.map(({ id }) => id)).toEqual(byRule);
    unreachable += byRule.length;
    all += ids.length;
  }
  expect(unreachable).toBeGreaterThan(50);
  expect(all - unreachable).toBeGreaterThan(50);
});

test('of several customers each has its own people, in the order in which they came', async () => {
  const { db } = await testServer();
  const [one = { id: 0 }, other = { id: 0 }] = await db
    .insert(customersTable)
    .values([{ companyName: 'Acme', email: 'Office@acme.example' }, { companyName: 'Beta' }])
    .returning();
  await db.insert(contactsTable).values([
    { customerId: one.id, name: 'Asha', email: 'asha@acme.example' },
    { customerId: one.id, name: 'Ravi', email: 'ravi@acme.example', roles: ['buyer'] },
    { customerId: null, name: 'Nobody’s', email: 'nobodys@x.example' },
  ]);
  const reachable = await readReachableContacts(db, [one.id, other.id, one.id, 4711]);
  expect([...reachable].map(([id, found]) => [id, found.map(({ name, as }) => `${as} ${name}`)])).toEqual([
    [one.id, ['buyer Ravi', 'contact Asha', 'company Acme']],
    [other.id, []],
  ]);
  expect(await readReachableContacts(db, [])).toEqual(new Map());
  expect(await readPlaces(db, 4711)).toBeUndefined();
});
