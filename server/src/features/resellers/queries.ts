import type { BodyOf, ReplyOf } from '@desk/contract/call';
import type { RenewalReseller, ResellerRenewal, resellers } from '@desk/contract/resellers';
import { sql, type SQL } from 'drizzle-orm';
import { monthRange } from '../../platform/time/days.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { termStateSql } from '../../platform/db/tables/standing.ts';
import { containsPattern } from '../../platform/db/sql/containing.ts';
import { databaseSheet, type DatabaseColumn } from '../../platform/db/export/database-sheet.ts';
import { auditExport } from '../../platform/audit/exported.ts';
import type { Line } from './rules.ts';

const PAGE = 10;

type OfMonth = BodyOf<typeof resellers.exportMonth>;

const FROM = `from renewals r join customers c on c.id = r.customer_id join resellers e on e.id = c.reseller_id
  left join accounts a on a.id = r.assigned_to_id`;
const SELECT = `e.company_name, e.email::text as email, string_agg(distinct a.email::text, ', ' order by a.email::text) as assigned_to,
  count(*)::int as count`;

function whereOf({ month, search = '' }: OfMonth): SQL {
  const { from, to } = monthRange(month);
  const found = search === '' ? sql`` : sql` and e.company_name ilike ${containsPattern(search)}`;
  return sql`r.product = 'licence' and r.term_end between ${from}::date and ${to}::date${found}`;
}
/** A row for each reseller of the month that the search finds. */
const foundOf = (asked: OfMonth): SQL =>
  sql`(select ${sql.raw(SELECT)} ${sql.raw(FROM)} where ${whereOf(asked)} group by e.id)`;

export async function resellersOfMonth(
  { page = 1, ...asked }: BodyOf<typeof resellers.ofMonth>,
  { db }: ActorContext,
): Promise<{ domain: RenewalReseller[]; total: number }> {
  const { rows } = await db.execute<RenewalReseller & { total: number } & Record<string, unknown>>(sql`
    with found as ${foundOf(asked)}
     select shown.*, (select count(*)::int from found) as total from (select 1) as one
     left join lateral (select * from found order by company_name, email
       limit ${PAGE} offset ${(page - 1) * PAGE}::int) as shown on true`);
  const domain = rows
    .filter(({ email }) => (email as string | null) !== null)
    .map(({ company_name, email, assigned_to, count }) => ({ company_name, email, assigned_to, count }));
  return { domain, total: rows[0]?.total ?? 0 };
}

const COLUMNS: readonly DatabaseColumn[] = [
  { label: 'Company Name', kind: 'text', sql: 'found.company_name', typed: true },
  { label: 'Email', kind: 'text', sql: 'found.email', typed: true },
  { label: 'Assigned To', kind: 'text', sql: 'found.assigned_to', typed: true },
  { label: 'Count', kind: 'number', sql: 'found.count' },
];

/** data.csv: all resellers of the month that the search finds. */
export function exportMonth(asked: OfMonth, ctx: ActorContext) {
  const from = sql`from ${foundOf(asked)} as found order by found.company_name, found.email`;
  const finished = auditExport(ctx, 'resellers', { month: asked.month, search: asked.search ?? '' });
  return Promise.resolve(databaseSheet({ database: ctx.config, columns: COLUMNS, from, finished }));
}

const isOf = ({ reseller_email, tag }: BodyOf<typeof resellers.customers>): SQL =>
  tag === 'company' ? sql`e.company_name = ${reseller_email}` : sql`e.email = ${reseller_email}::citext`;

/** As `ofMonth` names them, joined by commas; the empty text: nobody. */
const isAssignedTo = (members: string | null): SQL =>
  members === null
    ? sql`true`
    : sql`coalesce(a.email, '') = any(${sql.param(members.split(',').map((email) => email.trim()))}::citext[])`;

export async function customersOf(asked: BodyOf<typeof resellers.customers>, { db }: ActorContext) {
  const { from, to } = monthRange(asked.month);
  const { assigned_to: members = null } = asked;
  const { rows } = await db.execute(sql`
    select r.id as renewal_id, r.domain_name as "customerDomain", c.company_name, r.plan_name as plan, r.status,
      coalesce(r.number_of_seats, r.maximum_seats) as "maxSeats", r.licensed_seats as "usedSeats", r.sku_name as "skuName",
      r.provider_renewal_date::text as provider_renewal_date, r.google_renewal_date::text as "Google_renewal_date",
      r.term_end::text as renewal_date, r.price::text as price, r.currency, r.external_id as "subscriptionId",
      ${sql.raw(termStateSql('r.'))} as state, r.confirmation_status, r.instruction_state as instruction, r.wanted_outcome as wanted,
      c.email::text as email, c.phone, a.email::text as assigned_to, r.version
    ${sql.raw(FROM)}
    where r.product = 'licence' and r.term_end between ${from} and ${to} and ${isOf(asked)}
      and ${isAssignedTo(members)}
    order by r.term_end, r.domain_name, r.id`);
  return { domain: rows as unknown as ResellerRenewal[] };
}

export interface Announced extends Line {
  id: number;
  /** The e-mail of who has the renewal; null: nobody who is still there. */
  assignee: string | null;
  /** Null: the customer buys directly. */
  reseller: { id: number; name: string; email: string } | null;
}

type Selection = Pick<BodyOf<typeof resellers.notify>, 'subscriptionIds' | 'renewalDates' | 'month'>;

/**
 * The renewals of some subscriptions, by any id that they ever had: that of the date, of the month (the open one first), or
 * else the open one. Each once; undefined where one of them is missing.
 */
export async function renewalsToAnnounce(tx: Db, { subscriptionIds: ids, renewalDates, month }: Selection) {
  const { from, to } = month === undefined ? { from: null, to: null } : monthRange(month);
  const days = renewalDates ?? ids.map(() => null);
  const { rows } = await tx.execute(sql`
    select distinct on (asked.place) r.id, r.domain_name as domain, r.sku_name as "skuName", r.term_end::text as "renewsOn",
      coalesce(r.number_of_seats, r.licensed_seats) as seats, r.price::text as price, r.currency, ${sql.raw(termStateSql('r.'))} as state,
      r.confirmation_status, r.instruction_state as instruction, r.wanted_outcome as wanted, r.wanted_seats as "wantedSeats",
      a.email as assignee, r.planned_sku as "plannedSku", r.renewed_lic as "renewedLicences",
      r.price_per_user::text as "pricePerUser", r.upto20::text as upto20, r.above20::text as above20,
      case when e.id is not null then json_build_object('id', e.id, 'name', e.name, 'email', e.email) end as reseller
    from unnest(${sql.param([...ids])}::text[], ${sql.param(days)}::date[]) with ordinality as asked (external_id, day, place)
    join subscription_ids i on i.external_id = asked.external_id join subscriptions s on s.id = i.subscription_id
    join renewals r on r.subscription_id = s.id and r.product = 'licence' and case
      when asked.day is not null then r.term_end = asked.day
      when ${from}::date is null then r.state = 'open' else r.term_end between ${from}::date and ${to}::date end
    join customers c on c.id = r.customer_id left join resellers e on e.id = c.reseller_id
    left join accounts a on a.id = r.assigned_to_id and a.status = 'ACTIVE'
    order by asked.place, r.state = 'open' desc, r.term_end`);
  const found = rows as unknown as Announced[];
  return found.length === ids.length ? [...new Map(found.map((one) => [one.id, one])).values()] : undefined;
}

const SHOWN = 200;
type NotificationResult = ReplyOf<typeof resellers.results>['notifications'][number];

/** Messages about the renewals of a reseller's customers in a month, to whomever they went. */
export async function messagesOf(
  { month, reseller_email }: BodyOf<typeof resellers.results>,
  db: Db,
): Promise<NotificationResult[]> {
  const { from, to } = monthRange(month);
  const { rows } = await db.execute<
    Omit<NotificationResult, 'created_at' | 'finished_at'> & { created_at: Date; finished_at: Date | null }
  >(sql`
    select o.id as message_id, o.channel as notification_type, o.recipient, o.state, o.reason, o.attempts, o.created_by,
      o.created_at, o.finished_at, count(*)::int as renewals, min(r.domain_name::text) as domain_name
    from resellers e join customers c on c.reseller_id = e.id join renewals r on r.customer_id = c.id
    join outbox_renewals m on m.renewal_id = r.id join outbox o on o.id = m.message_id
    where e.email = ${reseller_email}::citext and r.product = 'licence' and r.term_end between ${from} and ${to}
    group by o.id order by o.id desc limit ${SHOWN}`);
  return rows.map((row) => ({
    ...row,
    created_at: new Date(row.created_at).toISOString(),
    finished_at: row.finished_at && new Date(row.finished_at).toISOString(),
  }));
}
