import type { Db } from '../../server/src/platform/db/db.ts';
import { setClock } from '../../server/src/platform/db/now.ts';
import { acquireLock } from '../../server/src/platform/db/locks.ts';
import { randomUUID } from 'node:crypto';
import { getTableName, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import {
  accountMenusTable,
  accountsTable,
  customerProfilesTable,
  departmentsTable,
  menusTable,
} from '../../server/src/platform/db/tables/accounts.ts';
import { auditLogTable } from '../../server/src/platform/db/tables/audit.ts';
import {
  aximaDomainsTable,
  aximaProductsTable,
  aximaSubscriptionsTable,
} from '../../server/src/platform/db/tables/axima.ts';
import { organizationsTable } from '../../server/src/platform/db/tables/directory-product.ts';
import {
  contactsTable,
  customersTable,
  domainsTable,
  resellersTable,
  silencedAddressesTable,
} from '../../server/src/platform/db/tables/customers.ts';
import { booksContactsTable, booksInvoicesTable } from '../../server/src/platform/db/tables/books.ts';
import { crmTasksTable } from '../../server/src/platform/db/tables/crm-tasks.ts';
import { pricesTable, seatOrdersTable } from '../../server/src/platform/db/tables/licences.ts';
import { memberTagsTable } from '../../server/src/platform/db/tables/team.ts';
import { ticketsTable } from '../../server/src/platform/db/tables/tickets.ts';
import { outboxRenewalsTable, outboxTable } from '../../server/src/platform/db/tables/outbox.ts';
import { instructionsTable } from '../../server/src/platform/db/tables/instructions.ts';
import { reminderPoliciesTable } from '../../server/src/platform/db/tables/reminders.ts';
import { STANDARD_STEPS } from '../../server/src/domain/reminders/policy.ts';
import { renewalDecisionsTable } from '../../server/src/platform/db/tables/renewal-decisions.ts';
import { renewalCommentsTable, renewalsTable } from '../../server/src/platform/db/tables/renewals.ts';
import {
  googleSubscriptionsTable,
  subscriptionIdsTable,
  subscriptionsTable,
  syncRunsTable,
} from '../../server/src/platform/db/tables/subscriptions.ts';
import { hashPassword } from '../../server/src/auth/passwords.ts';
import type { World } from '../../simulators/world/types.ts';
import { makeAxima } from './axima.ts';
import { makeBuyers } from './buyers.ts';
import { buyerLogin, demoLogins } from './logins.ts';
import { makeDemo } from './make-demo.ts';
import { makeExternalServices } from './external-services.ts';
import { makePortal } from './portal.ts';
import { makeContacts } from './contacts.ts';
import { answerDemo } from './mail-in.ts';
import { recordLastWeek } from './last-week.ts';
import { eveningBefore } from './office-hours.ts';
import { openDeadlines } from './open-deadlines.ts';
import { makeWishes } from './wishes.ts';

type DemoOptions = {
  databaseUrl: string;
  world: World;
  /** `YYYY-MM-DD` in India. */
  today: string;
};
type Tx = Db;

const PER_STATEMENT = 1_000;

/** Writes rows with the keys that they carry, and lets the table's own numbering go on after them. */
async function write(tx: Tx, table: PgTable, rows: readonly object[]): Promise<void> {
  for (let from = 0; from < rows.length; from += PER_STATEMENT) {
    await tx
      .insert(table)
      .overridingSystemValue()
      .values(rows.slice(from, from + PER_STATEMENT));
  }
  if (!('id' in table)) return;
  const name = getTableName(table);
  await tx.execute(sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${Math.max(rows.length, 1)})`);
}

async function writeStaff(tx: Tx): Promise<void> {
  const departments = new Map((await tx.select().from(departmentsTable)).map(({ role, id }) => [role, id]));
  const menus = await tx
    .select()
    .from(menusTable)
    .where(sql`audience = 'staff'`);
  const hashes = await Promise.all(demoLogins.map(({ password }) => hashPassword(password)));
  const accounts = demoLogins.map(({ role, name, email, menus: wanted }, n) => ({
    id: n + 1,
    kind: 'staff',
    email,
    name,
    phone: `+91600090000${n + 1}`,
    passwordHash: hashes[n],
    status: 'ACTIVE',
    role,
    departmentId: departments.get(role),
    mayExport: wanted === 'all',
  }));
  const entries = demoLogins.flatMap(({ menus: wanted }, n) =>
    menus
      .filter(({ toRoute }) => wanted === 'all' || wanted.includes(toRoute))
      .map(({ id }) => ({ accountId: n + 1, menuId: id })),
  );
  await write(tx, accountsTable, accounts);
  await write(tx, accountMenusTable, entries);
}

/** An account that the banner does not name has a random password. */
async function writeBuyers(tx: Tx, { accounts, profiles, withMenus }: ReturnType<typeof makeBuyers>): Promise<void> {
  const [known, unknown] = await Promise.all([hashPassword(buyerLogin.password), hashPassword(randomUUID())]);
  const hashOf = (email: string) => (email === buyerLogin.email ? known : unknown);
  await write(
    tx,
    accountsTable,
    accounts.map((account) => ({ ...account, passwordHash: hashOf(account.email) })),
  );
  await write(tx, customerProfilesTable, profiles);
  await tx.execute(sql`select setval(pg_get_serial_sequence('accounts', 'id'), (select max(id) from accounts))`);
  await tx.execute(sql`insert into account_menus select a.id, m.id from accounts a, menus m
    where a.id = any(${sql.param(withMenus)}) and m.audience = 'customer'`);
}

/** Of the products that the migration brought. */
async function writeAxima(tx: Tx, demo: Parameters<typeof makeAxima>[0], today: string): Promise<void> {
  const products = await tx.select().from(aximaProductsTable).orderBy(aximaProductsTable.id);
  const productIds = products.map(({ id }) => id);
  const { domains, subscriptions } = makeAxima(demo, productIds, today);
  await write(tx, aximaDomainsTable, domains);
  await write(tx, aximaSubscriptionsTable, subscriptions);
}

async function writePortal(
  tx: Tx,
  demo: ReturnType<typeof makeDemo>,
  buyers: ReturnType<typeof makeBuyers>,
  today: string,
) {
  const staff = demoLogins.map(({ email }, n) => ({ id: n + 1, email }));
  const books = { ...demo, domains: buyers.domains };
  const portal = makePortal(books, { buyers: buyers.accounts, staff }, demo.runs.length, today);
  await write(tx, pricesTable, portal.prices);
  await write(tx, seatOrdersTable, portal.orders);
  await write(tx, crmTasksTable, portal.tasks);
  return portal.contactSync;
}

async function writeExternalServices(
  tx: Tx,
  world: World,
  demo: ReturnType<typeof makeDemo>,
  runs: number,
  today: string,
) {
  const { booksContacts, invoices, tickets, syncs, tags } = makeExternalServices(world, demo, runs, today);
  await write(tx, booksContactsTable, booksContacts);
  await write(tx, booksInvoicesTable, invoices);
  await write(tx, ticketsTable, tickets);
  await write(tx, memberTagsTable, tags);
  return syncs;
}

async function fill(tx: Tx, { world, today }: DemoOptions): Promise<void> {
  await acquireLock(tx, 'demo data');
  const somebody = await tx.select({ id: accountsTable.id }).from(accountsTable).limit(1);
  if (somebody.length > 0) return;
  const demo = makeDemo(world, today);
  await writeStaff(tx);
  await write(tx, resellersTable, demo.resellers);
  await write(tx, customersTable, demo.customers);
  const buyers = makeBuyers(demo, demoLogins.length + 1, today);
  await writeBuyers(tx, buyers);
  await write(tx, domainsTable, buyers.domains);
  const { contacts, silenced } = makeContacts(demo, today);
  await write(tx, contactsTable, contacts);
  await write(tx, silencedAddressesTable, silenced);
  const { subscriptions, subscriptionIds, organizations } = demo.contracts;
  await write(tx, subscriptionsTable, [...demo.subscriptions, ...subscriptions]);
  await write(tx, subscriptionIdsTable, [...demo.subscriptionIds, ...subscriptionIds]);
  await write(tx, organizationsTable, organizations);
  const contactSync = await writePortal(tx, demo, buyers, today);
  const syncs = await writeExternalServices(tx, world, demo, contactSync.id, today);
  await write(tx, syncRunsTable, [...demo.runs, contactSync, ...syncs]);
  await write(tx, googleSubscriptionsTable, demo.mirror);
  await write(tx, renewalsTable, demo.renewals);
  await write(tx, renewalCommentsTable, demo.comments);
  await write(tx, outboxTable, demo.messages);
  await write(tx, outboxRenewalsTable, demo.messageRenewals);
  await write(tx, auditLogTable, demo.audit);
  await writeAxima(tx, demo, today);
  const { instructions, decisions } = makeWishes(demo, buyers, today);
  await write(tx, renewalDecisionsTable, decisions);
  await write(tx, instructionsTable, instructions);
  await tx.execute(
    sql`update renewal_decisions k set instruction_id = i.id from instructions i where i.renewal_id = k.renewal_id`,
  );
  await openDeadlines(tx, today);
  await answerDemo(tx, eveningBefore(today));
  await recordLastWeek(tx, today);
  // An installation begins with reminders off; the demo shows them.
  await write(tx, reminderPoliciesTable, [{ steps: STANDARD_STEPS, isOn: true }]);
}

/**
 * Fills a migrated database in which there is no account with the demo; leaves any other as it is. All or nothing, and one
 * at a time when two desks start on one database.
 */
export async function loadDemo(request: DemoOptions): Promise<void> {
  const client = new pg.Client({ connectionString: request.databaseUrl, application_name: 'reseller-desk demo' });
  await client.connect();
  try {
    // Whatever bears no time of its own was done before the day began.
    await drizzle(setClock(client, () => eveningBefore(request.today))).transaction((tx) => fill(tx, request));
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
