import { and, asc, eq, getTableColumns, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { ContractStatus } from '@desk/contract/directory-product';
import type { Db } from '../../platform/db/db.ts';
import { audit, type Author, type Entry } from '../../platform/audit/audit.ts';
import { domainsTable as d } from '../../platform/db/tables/customers.ts';
import { organizationsTable as o } from '../../platform/db/tables/directory-product.ts';
import { subscriptionIdsTable, subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { changesOfTerms, termsOf, type ContractTerms, type KnownOrganization } from './contract-terms.ts';
import { reconcileRenewals } from '../renewals/reconcile.ts';
import { chunked, columnNames, recordset } from '../../platform/db/sql/recordset.ts';
import { NOW } from '../../platform/db/now.ts';

/** A domain for which a contract can be made. */
export interface SoldDomain {
  id: number;
  name: string;
  customerId: number;
  companyName: string;
}

/** Organisations with their contracts, in a stable order. */
export async function organizationsWhere(db: Db, which: SQL | undefined): Promise<KnownOrganization[]> {
  const rows = await db
    .select({
      ...{ id: o.id, organizationId: o.organizationId, name: o.name, planName: o.planName, productCode: o.productCode },
      ...{ licences: o.licences, version: o.version, contractLicences: o.contractLicences },
      gone: sql<boolean>`${o.goneAt} is not null`,
      ...{ domain: sql<string>`lower(${d.name}::text)`, subscription: s },
    })
    .from(o)
    .leftJoin(d, eq(d.id, o.domainId))
    .leftJoin(s, eq(s.id, o.subscriptionId))
    .where(which)
    .orderBy(asc(o.id));
  return rows.map(({ domain, subscription, contractLicences, ...row }) => ({
    ...row,
    contract: subscription && {
      ...{ subscriptionId: subscription.id, externalId: subscription.externalId, domain },
      ...{ plan: subscription.skuName, endsOn: subscription.ownRenewalDate ?? '', licences: contractLicences },
      ...{ price: subscription.price, currency: subscription.currency },
      status: ContractStatus.parse(subscription.status),
    },
  }));
}

/** The whole contract to be written: the terms as they are from now on. */
export interface Contract {
  row: KnownOrganization | undefined;
  taken: KnownOrganization | undefined;
  domain: SoldDomain;
  terms: ContractTerms;
}

interface Keyed extends Contract {
  id: number;
  subscriptionId: number;
}

/** Keys for new rows, taken before they are written: they stand in other rows as well. */
async function newIds(tx: Db, table: 'subscriptions' | 'directory_organizations', count: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id from generate_series(1, ${count}::int)`);
  return rows.map(({ id }) => id);
}

const heldBy = ({ row, taken }: Contract) => row?.contract ?? taken?.contract ?? null;

async function keyed(tx: Db, contracts: readonly Contract[]): Promise<Keyed[]> {
  const rowIds = await newIds(tx, 'directory_organizations', contracts.filter(({ row }) => !row).length);
  const newOnes = contracts.filter((contract) => heldBy(contract) === null);
  const subscriptionIds = await newIds(tx, 'subscriptions', newOnes.length);
  return contracts.map((contract) => ({
    ...contract,
    id: contract.row?.id ?? rowIds.shift() ?? 0,
    subscriptionId: heldBy(contract)?.subscriptionId ?? subscriptionIds.shift() ?? 0,
  }));
}

/** A contract keeps its id, but one whose organisation the provider now lists goes on under that. */
function externalIdOf({ id, row, taken, ...contract }: Keyed): string {
  const own = row?.organizationId ? `${row.productCode ?? 'organization'}:${row.organizationId}` : `contract:${id}`;
  return (taken ? undefined : heldBy({ ...contract, row, taken })?.externalId) ?? own;
}

const { id, customerId, domainId, source, externalId, skuId, skuName, planName, status } = getTableColumns(s);
const { numberOfSeats, ownRenewalDate, price, currency } = getTableColumns(s);
const factColumns = {
  ...{ customerId, domainId, externalId, skuId, skuName, status },
  ...{ numberOfSeats, ownRenewalDate, price, currency },
};
const columns = { id, source, planName, ...factColumns };
const excluded = (written: Readonly<Record<string, { name: string }>>) =>
  sql.join(
    Object.values(written).map(({ name }) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`),
    sql`, `,
  );

async function writeSubscriptions(tx: Db, contracts: readonly Keyed[]): Promise<void> {
  const rows = contracts.map((contract) => {
    const { row, domain, terms, subscriptionId } = contract;
    return {
      ...{ id: subscriptionId, customerId: domain.customerId, domainId: domain.id, externalId: externalIdOf(contract) },
      ...{ source: 'directory', skuId: row?.productCode ?? 'directory', skuName: terms.plan, planName: 'ANNUAL' },
      ...{ status: terms.status, numberOfSeats: row?.licences ?? terms.licences, ownRenewalDate: terms.endsOn },
      ...{ price: terms.price, currency: terms.currency },
    };
  });
  await tx.execute(sql`
    insert into subscriptions (${columnNames(columns)}, created_at, ended_at) overriding system value
    select ${columnNames(columns, 'n.')}, ${NOW}, case when n.status = 'CANCELLED' then ${NOW} end from ${recordset(columns, rows)}
    on conflict (id) do update set ${excluded(factColumns)},
      ended_at = case when excluded.status = 'CANCELLED' then coalesce(subscriptions.ended_at, ${NOW}) end`);
  const ids = rows.map((row) => ({ externalId: row.externalId, subscriptionId: row.id }));
  const idColumns = {
    externalId: subscriptionIdsTable.externalId,
    subscriptionId: subscriptionIdsTable.subscriptionId,
  };
  await tx.execute(sql`
    insert into subscription_ids (created_at, ${columnNames(idColumns)})
    select ${NOW}, ${columnNames(idColumns, 'n.')} from ${recordset(idColumns, ids)}
    on conflict (external_id) do update set subscription_id = excluded.subscription_id`);
}

/** Of these organisations none has a contract any more; those that the provider never listed are nothing without it. */
export async function freeOrganizations(tx: Db, ids: readonly number[]): Promise<void> {
  const which = inArray(o.id, [...ids]);
  await tx.delete(o).where(and(which, isNull(o.organizationId)));
  const nothing = { domainId: null, subscriptionId: null, contractLicences: null };
  await tx
    .update(o)
    .set({ ...nothing, version: sql`${o.version} + 1` })
    .where(which);
}

async function writeOrganizations(tx: Db, contracts: readonly Keyed[]): Promise<Map<number, number>> {
  const taken = contracts.flatMap((contract) => contract.taken?.id ?? []);
  await freeOrganizations(tx, taken);
  const written = {
    ...{ id: o.id, name: o.name, planName: o.planName, domainId: o.domainId },
    ...{ subscriptionId: o.subscriptionId, contractLicences: o.contractLicences },
  };
  const rows = contracts.map(({ id: rowId, row, domain, terms, subscriptionId }) => ({
    ...{
      id: rowId,
      name: row?.organizationId ? row.name : domain.companyName,
      planName: terms.plan,
      domainId: domain.id,
    },
    ...{ subscriptionId, contractLicences: terms.licences },
  }));
  const { rows: versions } = await tx.execute<{ id: number; version: number }>(sql`
    insert into directory_organizations as known (created_at, ${columnNames(written)}) overriding system value
    select ${NOW}, ${columnNames(written, 'n.')} from ${recordset(written, rows)}
    on conflict (id) do update set
      ${excluded({ domainId: o.domainId, subscriptionId: o.subscriptionId, contractLicences: o.contractLicences })},
      name = case when known.organization_id is null then excluded.name else known.name end,
      plan_name = case when known.organization_id is null then excluded.plan_name else known.plan_name end,
      version = known.version + 1
    returning id, version`);
  return new Map(versions.map((one) => [one.id, one.version]));
}

/** Renewals that are open go to the customer of the domain with their subscription; what is closed stays as it was. */
const moveOpenRenewals = (tx: Db, subscriptionIds: readonly number[]) =>
  tx.execute(sql`
    update renewals r set customer_id = s.customer_id from subscriptions s
    where s.id = any(${sql.param([...subscriptionIds])}::int[]) and r.subscription_id = s.id
      and r.state = 'open' and r.customer_id <> s.customer_id`);

async function monthsOf(tx: Db, subscriptionIds: readonly number[]): Promise<string[]> {
  const { rows } = await tx.execute<{ month: string }>(sql`
    select distinct to_char(term_end, 'YYYY-MM') as month from renewals
    where subscription_id = any(${sql.param([...subscriptionIds])}::int[]) order by 1`);
  return rows.map(({ month }) => month);
}

function entryOf(contract: Keyed): Entry {
  const { row, taken, terms, subscriptionId } = contract;
  const known = row?.contract ? row : taken;
  return {
    action: known ? 'contract_changed' : 'contract_created',
    subject: 'subscription',
    subjectId: subscriptionId,
    changes: changesOfTerms(known && termsOf(known), terms),
  };
}

/**
 * Writes contracts of the directory product, a handful of statements however many they are, and has their renewals
 * follow. Part of a transaction that has taken its turn.
 */
export async function writeContracts(
  tx: Db,
  contracts: readonly Contract[],
  { author, today }: { author: Author; today: string },
) {
  const written = await keyed(tx, contracts);
  const subscriptionIds = written.map((one) => one.subscriptionId);
  const before = await monthsOf(tx, subscriptionIds);
  await writeSubscriptions(tx, written);
  const versions = await writeOrganizations(tx, written);
  await moveOpenRenewals(tx, subscriptionIds);
  for (const piece of chunked(written.map(entryOf), 2_000)) await audit(tx, author, ...piece);
  const kept = await reconcileRenewals(tx, { subscriptionIds, today, author });
  return {
    rows: written.map((one) => ({ id: one.id, version: versions.get(one.id) ?? 0 })),
    opened: kept.opened,
    /** The lists of these months look different now. */
    months: [...new Set([...before, ...kept.changedMonths])].sort(),
  };
}

/**
 * Domains for which a contract may be written: ours that are approved, and those that have one. Held until the transaction
 * ends: who decides on them meanwhile waits.
 */
export async function lockSoldDomains(tx: Db, names: readonly string[]): Promise<SoldDomain[]> {
  const { rows } = await tx.execute(sql`
    select d.id, lower(d.name::text) as name, d.customer_id as "customerId", c.company_name as "companyName"
    from domains d join customers c on c.id = d.customer_id
    where d.name = any(${sql.param([...names])}::citext[]) and (d.status in ('ACTIVE', 'SUSPENDED')
      or exists (select from directory_organizations known where known.domain_id = d.id))
    order by d.id for share of d`);
  return rows as unknown as SoldDomain[];
}
