import type { InputOf } from '@desk/contract/call';
import type { users } from '@desk/contract/users';
import { asc, eq, inArray } from 'drizzle-orm';
import { accountMenusTable, accountsTable, menusTable } from '../../../platform/db/tables/accounts.ts';
import { auditLogTable } from '../../../platform/db/tables/audit.ts';
import { outboxTable } from '../../../platform/db/tables/outbox.ts';
import { makeProfile } from '../../../testing/fixtures.ts';
import { testServer } from '../../../testing/server.ts';

/** A desk with a member of staff, and the keys of two menus of customers and of one of staff. */
export async function usersDesk() {
  const desk = await testServer({ env: { PUBLIC_URL: 'https://desk.example' } });
  const { db } = desk;
  // So that there are sets of menus to choose from, however many the product has.
  const licences = { name: 'Licences', toRoute: 'add_license', audience: 'customer', position: 20 } as const;
  await db.insert(menusTable).values(licences).onConflictDoNothing();
  const wanted = ['map_domain', 'add_license', 'get_all_users'];
  const found = await db.select().from(menusTable).where(inArray(menusTable.toRoute, wanted));
  const [mapDomain = 0, addLicense = 0, ofStaff = 0] = wanted.map(
    (route) => found.find((menu) => menu.toRoute === route)?.id,
  );

  return {
    ...desk,
    asha: await desk.as(),
    mapDomain,
    addLicense,
    ofStaff,
    /** Somebody who waits for approval, or was rejected. */
    register: async (email = 'ravi@acme.example', status: 'PENDING' | 'REJECTED' = 'PENDING') => {
      const { id } = await desk.account({ email, kind: 'customer', status, menus: [], name: 'Ravi Iyer' });
      await makeProfile(db, id);
      return id;
    },
    /** A customer who is logged in. */
    customer: async () => {
      const person = {
        email: 'ravi@acme.example',
        kind: 'customer',
        name: 'Ravi Iyer',
        menus: ['map_domain'],
      } as const;
      const ravi = await desk.as(person);
      await makeProfile(db, ravi.id);
      return ravi;
    },
    accountOf: async (id: number) => (await db.select().from(accountsTable).where(eq(accountsTable.id, id)))[0],
    menusOf: async (id: number) => {
      const mine = eq(accountMenusTable.accountId, id);
      const rows = await db.select().from(accountMenusTable).where(mine).orderBy(asc(accountMenusTable.menuId));
      return rows.map(({ menuId }) => menuId);
    },
    entries: () => db.select().from(auditLogTable).orderBy(asc(auditLogTable.id)),
    mails: () =>
      db.select({ to: outboxTable.recipient, subject: outboxTable.subject }).from(outboxTable).orderBy(outboxTable.id),
  };
}

/** The body of the Edit User form. */
export const form = (user_id: number): InputOf<typeof users.update>['formData'] => ({
  user_id,
  user_name: 'Ravi K Iyer',
  user_status: '',
  user_company_name: 'Acme India',
  user_designation: 'Director',
  user_phoneNumber: '9800000001',
  other_contact_name: 'Mira',
  other_contact_number: '9800000002',
});
