import type { Role } from '@desk/contract/call';
import { CoverageFinding } from '@desk/contract/rules/next-action';
import { ADD_ON_SCREEN, RENEWAL_SCREENS } from '@desk/contract/rules/pages';
import { LEFT, RenewalStatus } from '@desk/contract/words/lists';
import { sql, type SQL } from 'drizzle-orm';
import { NOBODY_REACHABLE, REACHED_BEFORE } from '../contacts/nobody-reachable.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { LAST_SPOKEN } from '../../platform/db/tables/open-mail.ts';
import { leftSql } from '../../platform/db/tables/standing.ts';
import { coverageFindingsTable } from '../../platform/db/tables/work.ts';
import { addDays } from '../../platform/time/days.ts';
import { isAddOnDue } from './add-ons.ts';
import { hasScreen, ownersByAssignee, readTeam } from './team.ts';

interface Asked {
  readonly today: string;
  /** Owners in whose place nobody is: what they have is Unassigned. */
  readonly unseen: readonly number[];
}

const IS_OPEN = sql`r.product = 'licence' and r.state = 'open'`;
const REPORTED = sql`r.subscription_id, r.id, r.customer_id, r.domain_name::text`;

/**
 * Active commitments (alias `s`) for whose next term nobody is to be asked. A customer who has left, and whose end only we know of, has
 * no next term.
 */
const UNASKED = sql`
  select s.id, null::int, s.customer_id, d.name::text
  from subscriptions s join domains d on d.id = s.domain_id
  where s.source <> 'directory' and s.status = 'ACTIVE' and s.ended_at is null and s.plan_name like 'ANNUAL%'
    and not exists (select from renewals r where r.subscription_id = s.id and r.state = 'open')
    and not (s.term_end is null and coalesce((select ${sql.raw(leftSql('r.'))} from renewals r
      where r.subscription_id = s.id order by r.term_end desc, r.id desc limit 1), false))`;

/** It is known when the term ends, and no renewal is open. */
const noRenewal = () => sql`${UNASKED} and coalesce(s.term_end, s.own_renewal_date) is not null`;

/** Nobody knows when the term ends: the provider tells no day of what it does not bill. */
const noDate = () => sql`${UNASKED} and coalesce(s.term_end, s.own_renewal_date) is null`;

const LEFT_STATUSES = sql.raw(
  RenewalStatus.options
    .filter((status) => LEFT.has(status))
    .map((status) => `'${status}'`)
    .join(', '),
);

/**
 * Of the provider's, and listed no more before its term was over, which nobody decided: its renewal is closed, and so in nobody's list. A hole
 * of a list passes within a day, and what somebody has written about since is known. Who was lost longer ago is nobody's work any more.
 */
const gone = () => sql`
  select ${REPORTED} from subscriptions s cross join lateral (
    select * from renewals newest where newest.subscription_id = s.id order by newest.term_end desc, newest.id desc limit 1) r
  where s.source = 'google' and s.ended_at between ${NOW} - interval '90 days' and ${NOW} - interval '1 day' and r.product = 'licence'
    and r.state = 'closed' and r.closed_because = 'ended' and r.term_end > (s.ended_at at time zone 'UTC')::date
    and coalesce(r.confirmation_status, '') not in (${LEFT_STATUSES})
    and not exists (select from instructions i where i.renewal_id = r.id and i.outcome = 'end' and i.state = 'fulfilled')
    and not coalesce((${LAST_SPOKEN}) > s.ended_at, false)`;

/** A subscription has had several ids: under each it is the same one. A term whose start nobody knows is of a year. */
const twoRenewals = () => sql`
  with term as (
    select r.*, coalesce(r.term_start, (r.term_end - interval '1 year')::date) as begins,
      coalesce(i.subscription_id, r.subscription_id) as of_subscription
    from renewals r left join subscription_ids i on i.external_id = r.external_id where ${IS_OPEN})
  select ${REPORTED} from term r
  where exists (select from term other where other.of_subscription = r.of_subscription and other.id < r.id
    and other.begins < r.term_end and r.begins < other.term_end)`;

/** What is nobody's waits in Unassigned, as long as somebody is there who looks at it. */
const noQueue = ({ unseen }: Asked) => sql`
  select ${REPORTED} from renewals r
  where ${IS_OPEN} and (r.assigned_to_id is null or r.assigned_to_id = any(${sql.param([...unseen])}::int[]))
    and not exists (select from accounts where accounts.kind = 'staff'
      and (accounts.status = 'ACTIVE' and accounts.role = 'ADMIN' or ${hasScreen(['manager_renewal_team'])}))`;

/** By what `reachableContactsOf` says: whoever could be asked has no address, a silenced one, or is a viewer. A customer is found once. */
const noContact = ({ today }: Asked) => sql`
  select distinct on (c.id) r.subscription_id, r.id, c.id, c.company_name
  from renewals r join customers c on c.id = r.customer_id
  where ${IS_OPEN} and r.term_end <= ${addDays(today, REACHED_BEFORE)} and ${NOBODY_REACHABLE}
  order by c.id, r.term_end, r.id`;

const ownerWithoutScreen = () => sql`
  select ${REPORTED} from renewals r join accounts on accounts.id = r.assigned_to_id
  where ${IS_OPEN} and not (accounts.kind = 'staff' and ${hasScreen(RENEWAL_SCREENS)})`;

/** Who enters that an add-on was renewed: its new start date. */
const RENEWS_ADD_ONS: Role = 'ADEPLOY';

/** An add-on is nobody's: it is seen as long as somebody has its screen who may enter that it was renewed. */
const addOnUnseen = ({ today }: Asked) => sql`
  select distinct null::int, null::int, null::int, d.name::text
  from axima_subscriptions x join axima_domains d on d.id = x.domain_id
  where ${isAddOnDue(today)} and not exists (select from accounts where accounts.kind = 'staff' and accounts.role = ${RENEWS_ADD_ONS} and ${hasScreen([ADD_ON_SCREEN])})`;

/** What is wrong, a row each: its subscription, its renewal, its customer and its name. */
const FOUND: Readonly<Record<CoverageFinding, (asked: Asked) => SQL>> = {
  no_renewal: noRenewal,
  no_date: noDate,
  gone,
  two_renewals: twoRenewals,
  no_queue: noQueue,
  no_contact: noContact,
  owner_without_screen: ownerWithoutScreen,
  add_on_unseen: addOnUnseen,
};

/** Looks for renewals that would fall through, and writes anew what there is. */
export async function findUncovered(db: Db, today: string): Promise<void> {
  await db.transaction(async (tx) => {
    const unseen = ownersByAssignee(await readTeam(tx, today), today).get(null) ?? [];
    await tx.delete(coverageFindingsTable);
    for (const kind of CoverageFinding.options)
      await tx.execute(sql`
        insert into coverage_findings (kind, created_at, subscription_id, renewal_id, customer_id, name)
        select ${kind}, ${NOW}, found.* from (${FOUND[kind]({ today, unseen })}) as found`);
  });
}
