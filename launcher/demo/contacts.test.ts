import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ContactRole, SilencedCause } from '../../contract/src/words/reach.ts';
import { NOBODY_REACHABLE } from '../../server/src/domain/contacts/nobody-reachable.ts';
import { contactsTable, silencedAddressesTable } from '../../server/src/platform/db/tables/customers.ts';
import { databaseUrl, db, emptyDatabase } from '../../server/src/testing/clone.ts';
import { makeWorld } from '../../simulators/world/world.ts';
import { loadDemo } from './load.ts';

test.each(['2026-11-21', '2028-02-29', '2027-03-31'])(
  'on %s people have every role, some none, a few addresses are not written to, and nobody of one customer is reached',
  async (today) => {
    await emptyDatabase();
    await loadDemo({ databaseUrl, world: makeWorld({ today }), today });
    const people = await db.select().from(contactsTable);
    expect(new Set(people.flatMap(({ roles }) => roles ?? []))).toEqual(new Set(ContactRole.options));
    expect(people.filter(({ roles }) => roles === null).length).toBeGreaterThan(100);
    const silenced = await db.select().from(silencedAddressesTable);
    expect(new Set(silenced.map(({ cause }) => cause))).toEqual(new Set(SilencedCause.options));
    const { rows } = await db.execute(sql`select c.id from customers c where ${NOBODY_REACHABLE}
      and c.id in (select customer_id from renewals where state = 'open' and term_end <= ${today}::date + 90)`);
    expect(rows).toHaveLength(1);
  },
);
