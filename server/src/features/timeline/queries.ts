import { createHash } from 'node:crypto';
import type { BodyOf, ReplyOf } from '@desk/contract/call';
import { RENEWAL_SCREENS } from '@desk/contract/rules/pages';
import { timeline, TIMELINE_PAGE, TimelineKind, type DomainSummary } from '@desk/contract/timeline';
import { sql, type SQL } from 'drizzle-orm';
import { readSpeakTo } from '../../domain/contacts/speak-to.ts';
import { customerOf, renewalsOfDomain, subscriptionsOf } from '../../domain/customers/of-domain.ts';
import { shortTop } from '../../platform/mail/reply-top.ts';
import { sourcesOf, type Source } from '../../domain/customers/timeline-sources.ts';
import { auditedInWords } from '../../domain/renewals/audit-words.ts';
import { waitingForAnswer } from '../../domain/renewals/answered.ts';
import { RENEWAL_COLUMNS, RENEWAL_JOINS, sqlOf } from '../../domain/renewals/columns.ts';
import type { ActorContext } from '../../platform/context.ts';
import { compiled } from '../../platform/db/sql/compile.ts';
import { UNPAID } from '../../platform/db/tables/books.ts';
import { undecidedSql } from '../../platform/db/tables/standing.ts';
import { isPublicMail } from '../../platform/domain-names/public-mail.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { afterOf, pageOf, type After, type Found } from './rules.ts';

/** What may be told to who has no screen of renewals: what the sections of the domain tell too. */
const FOR_ALL: readonly TimelineKind[] = ['ticket', 'invoice'];

const seesRenewals = ({ actor }: ActorContext): boolean => RENEWAL_SCREENS.some((screen) => actor.menus.has(screen));

/** Of these statements there are few, and to plan one takes longer than to run it. */
function plannedOnce(query: SQL) {
  const { text, values } = compiled(query);
  return { name: `domain-${createHash('sha256').update(text).digest('base64url')}`, text, values };
}

/** What is known of a domain by its name. A host of everybody's mail is nobody's domain and has no tickets. */
const aboutDomain = (name: string): SQL => {
  const ticketsOf = isPublicMail(name.toLowerCase()) ? null : name.toLowerCase();
  return sql`about as materialized (
    select ${customerOf(name)} as customer_id, (select id from domains where name = ${name}::citext) as domain_id,
      array${renewalsOfDomain(name)} as renewals, array${subscriptionsOf(name)} as subscriptions, ${ticketsOf}::text as tickets_of)`;
};

function isAfter({ at, id, isNumber }: Source, after: After | undefined): SQL {
  if (after === undefined) return sql`true`;
  const seen = sql`${after.at}::timestamptz`;
  if (after.rest === 'all') return sql`${at} <= ${seen}`;
  if (after.rest === 'none') return sql`${at} < ${seen}`;
  return sql`(${at}, ${id}) < (${seen}, ${after.rest.below}::${sql.raw(isNumber ? 'bigint' : 'text')})`;
}

/** Found by their keys alone, then read: of many only those of the page. */
const newestOf = (kind: TimelineKind, source: Source, after: After | undefined): SQL => sql`
  (select ${kind}::text as kind, ${source.id}::text as id,
     to_char(found.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, ${source.by}::text as by, ${source.parts} as parts
   from (select ${source.id} as found_id, ${source.at} as at from ${source.table} where ${source.where} and ${isAfter(source, after)}
     order by ${source.at} desc, ${source.id} desc limit ${sql.raw(String(TIMELINE_PAGE + 1))}) found
   join ${source.table} on ${source.id} = found.found_id and ${source.at} = found.at ${source.joins ?? sql``} order by found.at desc, found.found_id desc)`;

const countOf = (source: Source): SQL => sql`(select count(*)::int from ${source.table} where ${source.where})`;

type Counts = Record<TimelineKind, number>;

/** So much of a mail is told. */
const LONGEST_TEXT = 500;

/** Entries of the audit log are told in the words of people, mails without what they quote. */
const worded = (found: Found): Found => {
  const { kind, parts } = found;
  if (kind === 'inbound') return { ...found, parts: { ...parts, text: shortTop(String(parts['text']), LONGEST_TEXT) } };
  return kind === 'sync' || kind === 'edit' ? { ...found, parts: auditedInWords(parts) } : found;
};

export async function entriesOf(
  { domain_name, kind, before }: BodyOf<typeof timeline.entries>,
  ctx: ActorContext,
): Promise<ReplyOf<typeof timeline.entries>> {
  const sources = sourcesOf(ctx.config.BUSINESS_TIME_ZONE);
  const allowed = seesRenewals(ctx) ? TimelineKind.options : FOR_ALL;
  const wanted = allowed.filter((one) => kind === undefined || one === kind);
  const counts = allowed.map((one) => sql`${one}::text, ${countOf(sources[one])}`);
  const newest = wanted.map((one) => newestOf(one, sources[one], afterOf(one, before)));
  const { rows } = await ctx.pool.query<{ customer_id: number | null; counts: Partial<Counts>; found: Found[] | null }>(
    plannedOnce(sql`with ${aboutDomain(domain_name)}
      select customer_id, json_build_object(${sql.join(counts, sql`, `)}) as counts,
        ${newest.length === 0 ? sql`null` : sql`(select json_agg(e) from (${sql.join(newest, sql` union all `)}) e)`} as found
      from about`),
  );
  const [row] = rows;
  if (!row || row.customer_id === null) return refuse(timeline.entries, 404);
  const none = Object.fromEntries(TimelineKind.options.map((one) => [one, 0])) as Counts;
  return { ...pageOf((row.found ?? []).map(worded)), counts: { ...none, ...row.counts } };
}

const COLUMNS = Object.keys(RENEWAL_COLUMNS) as (keyof typeof RENEWAL_COLUMNS)[];
/** Amounts are decimal text on the wire. */
const onWire = (name: (typeof COLUMNS)[number]): string =>
  RENEWAL_COLUMNS[name][1].dataType === 'string' ? `${sqlOf(name)}::text` : sqlOf(name);
const RENEWAL_JSON = COLUMNS.map((name) => `${onWire(name)} as "${name}"`).join(', ');

/** Of a term that runs. */
const BY_ITSELF = sql`(select json_build_object('outcome', itself.if_nobody_acts, 'seats', itself.seats_if_nobody_acts,
    'last_safe_day', r.last_safe_day)
  from subscriptions itself where itself.id = r.subscription_id and r.state = 'open')`;

/** The renewals of a domain on which there is work, and the one that is looked at, first to end first. */
const renewalsWith = (
  asked: number | undefined,
) => sql`(select coalesce(json_agg(o order by o.renewal_date, o.renewal_id), '[]') from (
  select ${sql.raw(RENEWAL_JSON)}, ${BY_ITSELF} as by_itself from renewals r ${sql.raw(RENEWAL_JOINS)}
  where r.id = any((select renewals from about)::int[])
    and (r.state = 'open' or r.id = ${asked ?? null}::int or (${sql.raw(undecidedSql('r.'))}))) o)`;

const LAST_CONTACT = sql`(select json_build_object('at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', t.by, 'kind', t.kind) from (
    (select c.updated_on as at, c.updated_by as by, 'comment' as kind from renewal_comments c
      where c.renewal_id = any((select renewals from about)::int[]) and c.updated_by <> 'system' order by c.updated_on desc limit 1)
    union all
    (select o.created_at, o.created_by, 'message' from outbox o where o.purpose = 'renewal' and o.state <> 'failed' and o.created_by <> 'system'
      and o.id in (select l.message_id from outbox_renewals l where l.renewal_id = any((select renewals from about)::int[]))
      order by o.created_at desc limit 1)
  ) t order by t.at desc limit 1)`;

const COUNTS = sql`json_build_object(
  'plans', (select count(*) from alive),
  'invoices', (select count(*) from books_invoices i where i.customer_id = about.customer_id),
  'outstanding', owed.invoices,
  'contacts', (select count(*) from contacts k where k.customer_id = about.customer_id),
  'renewals', cardinality(about.renewals),
  'deployment_tickets', (select count(*) from tickets t where t.domain_name = about.tickets_of and t.department = 'deployment'),
  'support_tickets', (select count(*) from tickets t where t.domain_name = about.tickets_of and t.department = 'support'))`;

interface Whose {
  /** Null: nobody knows the name. */
  customerId: number | null;
  allRenewals: number[];
}

export async function summaryOf(
  { domain_name, renewal_id }: BodyOf<typeof timeline.summary>,
  ctx: ActorContext,
): Promise<ReplyOf<typeof timeline.summary>> {
  const isShown = seesRenewals(ctx);
  const { rows } = await ctx.pool.query<Omit<DomainSummary, 'speak_to'> & Whose>(
    plannedOnce(sql`with ${aboutDomain(domain_name)}, alive as materialized (
        select s.* from subscriptions s where s.id = any((select subscriptions from about)::int[]) and s.ended_at is null)
      select about.customer_id as "customerId", about.renewals as "allRenewals", coalesce((select name::text from domains where id = about.domain_id), ${domain_name.toLowerCase()}::text) as domain_name,
        (select company_name from customers where id = about.customer_id) as company_name,
        (select status from alive order by status <> 'ACTIVE', id limit 1) as status,
        array(select distinct plan_name from alive order by plan_name) as plans,
        (select min(r.term_end)::text from renewals r where r.id = any(about.renewals) and r.state = 'open') as renews_on,
        (select sum(licensed_seats)::int from alive) as seats_used,
        (select sum(coalesce(number_of_seats, maximum_seats))::int from alive) as seats_bought,
        owed.amount as owes, ${COUNTS} as counts,
        ${isShown ? LAST_CONTACT : sql`null::json`} as last_contact, ${isShown ? renewalsWith(renewal_id) : sql`'[]'::json`} as renewals
      from about, lateral (
        select round(sum(i.balance * i.exchange_rate), 2)::text as amount, count(i.exchange_rate)::int as invoices
        from books_invoices i where i.customer_id = about.customer_id and ${sql.raw(UNPAID)}) owed`),
  );
  const [row] = rows;
  if (!row || row.customerId === null) return refuse(timeline.summary, 404);
  const { customerId, allRenewals, ...summary } = row;
  const waiting = isShown ? await waitingForAnswer(ctx.db, customerId, allRenewals) : [];
  const newest = waiting.findLast(({ from }) => from !== '');
  return { ...summary, speak_to: await readSpeakTo(ctx.db, customerId, newest?.from) };
}
