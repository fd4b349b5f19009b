import { asc, eq, getTableColumns, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween, type Author, type Entry } from '../../platform/audit/audit.ts';
import { customersTable as c, domainsTable as d } from '../../platform/db/tables/customers.ts';
import {
  googleSubscriptionsTable as g,
  subscriptionIdsTable as ids,
  subscriptionsTable as s,
} from '../../platform/db/tables/subscriptions.ts';
import type { ProviderSubscription } from '../../providers/port.ts';
import { renameNameless } from '../customers/customers.ts';
import { renamedIds } from './identity.ts';
import { upsertMirror } from './mirror.ts';
import { noteSuspensions, unlistedBefore } from './note-suspensions.ts';
import { chunked, columnNames, recordset } from '../../platform/db/sql/recordset.ts';
import { NOW } from '../../platform/db/now.ts';
import type { ProductChange } from '../renewals/ask-again.ts';

/** Columns that a sync takes from Google. Our own date, price, margin and the customer's zone are not among them. */
const { skuId, skuName, planName, status, billingMethod, numberOfSeats, maximumSeats, licensedSeats } =
  getTableColumns(g);
const { termStart, termEnd, renewalType, suspensionReasons } = getTableColumns(g);
const { termEndAt, trialEndAt, ifNobodyActs, seatsIfNobodyActs } = getTableColumns(g);
export const factColumns = {
  ...{ skuId, skuName, planName, status, billingMethod, numberOfSeats, maximumSeats, licensedSeats },
  ...{ termStart, termEnd, renewalType, suspensionReasons },
  ...{ termEndAt, trialEndAt, ifNobodyActs, seatsIfNobodyActs },
};

export interface AppliedSync {
  counts: { created: number; changed: number; ended: number };
  productChanges: ProductChange[];
}

const entryOf = (
  action: string,
  subjectId: number,
  changes: Entry['changes'] = [],
  subject: 'subscription' | 'domain' = 'subscription',
): Entry => ({ action, subject, subjectId, changes });

/** Listed subscriptions with our customer: by Google's id, else by the domain. */
const listedOnes = (tx: Db) =>
  tx
    .select({
      ...{ externalId: g.externalId, skuId: g.skuId, domain: sql<string>`lower(${g.domain}::text)` },
      customerId: sql<number>`coalesce(${c.id}, ${d.customerId})`,
    })
    .from(g)
    .leftJoin(c, eq(c.googleCustomerId, g.googleCustomerId))
    .leftJoin(d, eq(d.name, g.domain))
    .where(sql`coalesce(${c.id}, ${d.customerId}) is not null`);

const ourOnes = (tx: Db) =>
  tx
    .select({
      id: s.id,
      customerId: s.customerId,
      domain: sql<string>`lower(${d.name}::text)`,
      externalId: s.externalId,
      skuId: s.skuId,
      alive: sql<boolean>`${isNull(s.endedAt)}`,
      knownIds: sql<string[]>`array(select external_id from subscription_ids i where i.subscription_id = ${s.id})`,
    })
    .from(s)
    .innerJoin(d, eq(d.id, s.domainId))
    .where(
      or(
        eq(s.source, 'google'),
        sql`exists (select from google_subscriptions x where x.external_id = ${s.externalId})`,
      ),
    )
    .orderBy(asc(s.id));

/** Old ids stay known; a subscription that goes on under a new id keeps its row, and so its renewals. */
async function rename(tx: Db): Promise<Entry[]> {
  const ours = await ourOnes(tx);
  const oldIds = new Map(ours.map((one) => [one.id, one.externalId]));
  const renamed = [...renamedIds(await listedOnes(tx), ours)].map(([externalId, id]) => ({ externalId, id }));
  for (const rows of chunked(renamed)) {
    await tx.execute(sql`
      update subscriptions s set external_id = n.external_id
      from ${recordset({ id: s.id, externalId: s.externalId }, rows)} where s.id = n.id`);
    await tx
      .insert(ids)
      .values(rows.map(({ id, externalId }) => ({ subscriptionId: id, externalId })))
      .onConflictDoNothing();
  }
  return renamed.map(({ id, externalId }) =>
    entryOf('subscription_renamed', id, [{ field: 'external_id', old: oldIds.get(id) ?? null, new: externalId }]),
  );
}

/** The domain of a customer can change at Google: its row is renamed where nobody has the new name, else left behind. */
async function followDomains(tx: Db): Promise<Entry[]> {
  const renamed = await tx.execute<{ id: number; old: string; now: string }>(sql`
    update domains d set name = n.name from (
      select distinct on (moved.name) moved.domain_id, o.name as old, moved.name from (
        select s.domain_id, min(g.domain) as name from subscriptions s
        join google_subscriptions g on g.external_id = s.external_id
        group by s.domain_id having count(distinct g.domain) = 1
      ) as moved join domains o on o.id = moved.domain_id and o.name <> moved.name
      where not exists (select from domains x where x.name = moved.name)
      order by moved.name, moved.domain_id
    ) as n where n.domain_id = d.id
    returning d.id, n.old, d.name as now`);
  const called = await renameNameless(tx, renamed.rows);
  const created = await tx.execute<{ id: number; name: string; customer_id: number }>(sql`
    insert into domains (name, customer_id, created_at)
    select distinct on (g.domain) g.domain, coalesce(s.customer_id, c.id), ${NOW} from google_subscriptions g
    left join subscriptions s on s.external_id = g.external_id
    left join customers c on c.google_customer_id = g.google_customer_id
    where not exists (select from domains x where x.name = g.domain) and coalesce(s.customer_id, c.id) is not null
    order by g.domain, g.external_id
    returning id, name, customer_id`);
  const moved = await tx.execute<{ id: number; old: string; now: string }>(sql`
    update subscriptions s set domain_id = d.id
    from google_subscriptions g join domains d on d.name = g.domain, domains o
    where g.external_id = s.external_id and o.id = s.domain_id and o.id <> d.id
    returning s.id, o.name as old, d.name as now`);
  return [
    ...renamed.rows.map(({ id, old, now }) =>
      entryOf('domain_renamed', id, [{ field: 'name', old, new: now }], 'domain'),
    ),
    ...called,
    ...created.rows.map(({ id, ...row }) => entryOf('domain_created', id, changesBetween({}, row), 'domain')),
    ...moved.rows.map(({ id, old, now }) => entryOf('subscription_moved', id, [{ field: 'domain', old, new: now }])),
  ];
}

async function create(tx: Db, currency: string): Promise<Entry[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into subscriptions (customer_id, domain_id, source, external_id, currency, created_at, ${columnNames(factColumns)})
    select coalesce(c.id, d.customer_id), d.id, 'google', g.external_id, ${currency}::text, ${NOW}, ${columnNames(factColumns, 'g.')}
    from google_subscriptions g join domains d on d.name = g.domain
    left join customers c on c.google_customer_id = g.google_customer_id
    where not exists (select from subscriptions s where s.external_id = g.external_id)
    order by g.external_id
    returning id`);
  await tx.execute(sql`
    insert into subscription_ids (external_id, subscription_id, created_at)
    select s.external_id, s.id, ${NOW} from subscriptions s join google_subscriptions g on g.external_id = s.external_id
    on conflict do nothing`);
  return rows.map(({ id }) => entryOf('subscription_created', id));
}

/** @param only of one subscription, by Google's id. */
async function refresh(tx: Db, only?: string): Promise<Entry[]> {
  const old = getTableColumns(s);
  const oldFacts = Object.fromEntries(
    Object.keys(factColumns).map((key) => [key, old[key as keyof typeof factColumns]]),
  );
  const differs = sql`(${columnNames(oldFacts, 's.')}) is distinct from (${columnNames(factColumns, 'g.')})`;
  // A list that was asked for before an order of seats was answered, or in that very millisecond, may not show these seats yet.
  const isNews = sql`(s.answered_at is null or s.answered_at < g.asked_at)`;
  const which = only === undefined ? isNews : sql`g.external_id = ${only}`;
  const stale = sql`(${differs} or s.ended_at is not null or s.source <> 'google') and ${which}`;
  const { rows } = await tx.execute<{ id: number; old: Record<string, unknown>; now: Record<string, unknown> }>(sql`
    select s.id, to_jsonb(s) as old, to_jsonb(g) as now
    from subscriptions s join google_subscriptions g on g.external_id = s.external_id where ${stale} order by s.id`);
  if (rows.length === 0) return [];
  const settings = Object.values(factColumns).map(
    ({ name }) => sql`${sql.identifier(name)} = g.${sql.identifier(name)}`,
  );
  await tx.execute(sql`
    update subscriptions s set ${sql.join(settings, sql`, `)}, ended_at = null, source = 'google'
    from google_subscriptions g where g.external_id = s.external_id and ${stale}`);
  const names = Object.values(factColumns).map((column) => column.name);
  return rows.map(({ id, old: before, now }) => {
    const facts = Object.fromEntries(names.map((name) => [name, now[name]]));
    return entryOf('subscription_changed', id, changesBetween(before, { ...facts, ended_at: null, source: 'google' }));
  });
}

/** By its id at the provider: a product that is only called otherwise is the same. */
function productChangeOf({ subjectId, changes }: Entry): ProductChange[] {
  const of = (name: string) => changes.find(({ field }) => field === name);
  const [id, name] = [of('sku_id'), of('sku_name')];
  if (typeof subjectId !== 'number' || !id?.old || !id.new) return [];
  return [{ subscriptionId: subjectId, from: name?.old ?? id.old, to: name?.new ?? id.new }];
}

async function end(tx: Db): Promise<Entry[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    update subscriptions s set ended_at = ${NOW}
    where source = 'google' and ended_at is null
      and not exists (select from google_subscriptions g where g.external_id = s.external_id)
    returning id`);
  return rows.map(({ id }) => entryOf('subscription_ended', id));
}

/**
 * Takes over what Google answered to an order of seats; lists that were asked for earlier no longer count. Part of a
 * transaction that has taken its turn. @returns whether it is otherwise than we had it, and of another product
 */
export async function applySyncedSubscription(
  tx: Db,
  answer: ProviderSubscription,
  { author, now }: { author: Author; now: Date },
): Promise<{ isChanged: boolean; productChanges: readonly ProductChange[] }> {
  await upsertMirror(tx, [answer], { askedAt: NOW, now });
  const { subscriptionId } = answer;
  const unlisted = await unlistedBefore(tx, subscriptionId);
  const entries = await refresh(tx, subscriptionId);
  await audit(tx, author, ...entries);
  const suspensions = await noteSuspensions(tx, { only: subscriptionId, unlisted });
  await tx.update(s).set({ answeredAt: NOW }).where(eq(s.externalId, subscriptionId));
  const isChanged = entries.length > 0 || (suspensions.rowCount ?? 0) > 0;
  return { isChanged, productChanges: entries.flatMap(productChangeOf) };
}

/**
 * Makes our subscriptions those that a complete run has listed. Only Google's facts are written; customers must be there
 * already. Part of the transaction that keeps the renewals.
 */
export async function applySyncedSubscriptions(
  tx: Db,
  { runId, author, currency }: { runId: number; author: Author; currency: string },
): Promise<AppliedSync> {
  await tx.delete(g).where(sql`${g.runId} <> ${runId}`);
  const renamed = await rename(tx);
  const unlisted = await unlistedBefore(tx);
  const placed = await followDomains(tx);
  const created = await create(tx, currency);
  const refreshed = await refresh(tx);
  const ended = await end(tx);
  const isNew = created.flatMap(({ subjectId }) =>
    typeof subjectId !== 'number' ? [] : [{ id: subjectId, endedAt: null }],
  );
  await noteSuspensions(tx, { unlisted: [...unlisted, ...isNew] });
  for (const entries of chunked([...renamed, ...placed, ...created, ...refreshed, ...ended], 2_000))
    await audit(tx, author, ...entries);
  const changed = new Set([...renamed, ...refreshed].map((entry) => entry.subjectId));
  const counts = { created: created.length, changed: changed.size, ended: ended.length };
  return { counts, productChanges: refreshed.flatMap(productChangeOf) };
}
