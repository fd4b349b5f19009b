import { axima } from '@desk/contract/axima';
import type { BodyOf, ReplyOf, Role } from '@desk/contract/call';
import type { AddOn, myDay } from '@desk/contract/renewal-work/my-day';
import { ADD_ON_SCREEN, isOfRenewals } from '@desk/contract/rules/pages';
import { sql, type SQL } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import { addDays, dayIn, daysBetween } from '../../platform/time/days.ts';
import { FIRST_CALL } from './undecided.ts';
import { shortDay } from './short-day.ts';

/** A term of a month is renewed so many days before its end: at 60 days it would never leave the list. */
const MONTHLY_BEFORE = 7;

/** Subscriptions to the add-on product that are to be renewed, as a condition on the alias `x`. */
export const isAddOnDue = (today: string): SQL => sql`(x.status is distinct from 'Cancelled' and x.renewal_date <=
  case when x.billing_frequency = 'Monthly Monthly' then ${addDays(today, MONTHLY_BEFORE)} else ${addDays(today, FIRST_CALL)} end::date)`;

/** A later start date is what moves the renewal date: that it is entered belongs to the work. */
function sentenceOf(renewalDate: string, today: string): string {
  const day = shortDay(renewalDate, today);
  return renewalDate < today
    ? `Was to be renewed by ${day}. Renew or cancel it; Deployment enters which.`
    : `Renew it by ${day}; Deployment then enters its new start date.`;
}

/** Who sells, renews and supports the add-on product. */
const OF_ADD_ONS = [axima.update, axima.addLicence].flatMap(({ roles }): readonly Role[] => roles);

/**
 * Whether the add-ons to renew are work of somebody's day. All who have their screen share the list; of who works on renewals, and may
 * enter nothing about an add-on, it is no work.
 */
export const worksOnAddOns = ({ menus, role }: { menus: ReadonlySet<string>; role: Role }): boolean =>
  menus.has(ADD_ON_SCREEN) && (OF_ADD_ONS.includes(role) || ![...menus].some(isOfRenewals));

type Row = Omit<AddOn, 'sentence' | 'days_late'> & { count: number };

/**
 * The add-ons whose renewal is near or overdue. They are read anew each time, so that nothing has to tell that one was written; there
 * are few.
 */
export async function addOnsToRenew(
  { most }: BodyOf<typeof myDay.addOns>,
  { db, actor, config, now }: ActorContext,
): Promise<ReplyOf<typeof myDay.addOns>> {
  const today = dayIn(config.BUSINESS_TIME_ZONE, now());
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select x.id as axima_subscription_id, d.name::text as domain_name,
      coalesce(nullif(d.company_name, ''), d.customer_name) as company_name, p.name as product_name,
      x.renewal_date::text as renewal_date, count(*) over ()::int as count
    from axima_subscriptions x join axima_domains d on d.id = x.domain_id join axima_products p on p.id = x.product_id
    where ${isAddOnDue(today)} order by x.renewal_date, d.name, x.id limit ${most}`);
  const items = rows.map(({ axima_subscription_id, domain_name, company_name, product_name, renewal_date }) => ({
    ...{ axima_subscription_id, domain_name, company_name, product_name, renewal_date },
    sentence: sentenceOf(renewal_date, today),
    days_late: renewal_date < today ? daysBetween(renewal_date, today) : null,
  }));
  return { today, count: rows[0]?.count ?? 0, is_own_work: worksOnAddOns(actor), items };
}

/** How many there are, and whether one is overdue. */
export async function countAddOns({ db, config, now }: ActorContext): Promise<{ count: number; is_late: boolean }> {
  const today = dayIn(config.BUSINESS_TIME_ZONE, now());
  const { rows } = await db.execute<{ count: number; is_late: boolean }>(sql`
    select count(*)::int as count, coalesce(min(x.renewal_date) < ${today}::date, false) as is_late
    from axima_subscriptions x where ${isAddOnDue(today)}`);
  return rows[0] ?? { count: 0, is_late: false };
}
