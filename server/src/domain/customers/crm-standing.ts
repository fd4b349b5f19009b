import type { CrmStanding } from '@desk/contract/customers';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';

/** A domain, and the address of its customer. */
interface Asked {
  readonly domain: string;
  readonly email: string | null;
}
type State = CrmStanding['crm_state'];

interface Sent extends Record<string, unknown> {
  readonly key: string;
  readonly what: string;
  readonly state: State;
  readonly reason: string | null;
}

/** Older tasks are the accounting department's by now. */
const NEWEST_TASKS = 1_000;
const NAMES = '([a-z0-9-]+(?:[.][a-z0-9-]+)+)';

/** The newest task that names each domain, however it is written. */
const readTasks = async (db: Db, domains: readonly string[]): Promise<readonly Sent[]> =>
  (
    await db.execute<Sent>(sql`select distinct on (named.key) named.key, 'Task “' || t.subject || '”' as what, t.state,
      case when t.state <> 'done' then t.reason end as reason
      from (select * from crm_tasks order by id desc limit ${NEWEST_TASKS}) t,
      lateral (select distinct lower(found[1]) as key from regexp_matches(t.subject || ' ' || t.description, ${NAMES}, 'gi') found) named
      where named.key = any(${sql.param(domains)}::text[]) order by named.key, t.id desc`)
  ).rows;

/** The person at each address, as the list of customers says it; who is in the CRM before who is not. */
const readPeople = async (db: Db, addresses: readonly string[]): Promise<readonly Sent[]> =>
  (
    await db.execute<Sent>(sql`select distinct on (k.email) lower(k.email::text) as key, k.name as what, newest.reason,
      coalesce(newest.state, case when k.zoho_id is null then 'none' else 'done' end) as state
      from contacts k left join lateral (select w.state, w.reason from contact_writes w where w.contact_id = k.id
        order by w.id desc limit 1) newest on true
      where k.email = any(${sql.param(addresses)}::citext[]) order by k.email, k.zoho_id is null, k.id`)
  ).rows;

/** What has not arrived comes before what has. */
const URGENCY: readonly State[] = ['refused', 'queued', 'done', 'none'];
const NOTHING_SENT: CrmStanding = { crm_state: 'none', crm_reason: null };

function standingOf(sent: readonly (Sent | undefined)[]): CrmStanding {
  const [first] = sent
    .flatMap((one) => one ?? [])
    .toSorted((one, other) => URGENCY.indexOf(one.state) - URGENCY.indexOf(other.state));
  if (!first || first.state === 'none') return NOTHING_SENT;
  const { state, what, reason } = first;
  return { crm_state: state, crm_reason: reason === null ? what : `${what}: ${reason}` };
}

/** Whether what was sent to the CRM about domains has arrived: the newest task that names one, and the person who is its customer. */
export async function readCrmStandings(db: Db, asked: readonly Asked[]): Promise<(one: Asked) => CrmStanding> {
  const domains = asked.map(({ domain }) => domain.toLowerCase());
  const addresses = asked.flatMap(({ email }) => email ?? []);
  const [tasks, people] = await Promise.all([readTasks(db, domains), readPeople(db, addresses)]);
  const taskOf = new Map(tasks.map((one) => [one.key, one]));
  const personAt = new Map(people.map((one) => [one.key, one]));
  return ({ domain, email }) =>
    standingOf([taskOf.get(domain.toLowerCase()), email === null ? undefined : personAt.get(email.toLowerCase())]);
}
