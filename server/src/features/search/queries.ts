import type { BodyOf, ReplyOf } from '@desk/contract/call';
import { MOST_HITS, type search, type SearchHit } from '@desk/contract/search';
import { sql, type SQL } from 'drizzle-orm';
import { LISTED } from '../../domain/customers/listed.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { compiled } from '../../platform/db/sql/compile.ts';
import { PLANNED_ANEW } from '../../platform/db/connection/prepare-repeated.ts';
import { containsPattern } from '../../platform/db/sql/containing.ts';
import { PHONE_DIGITS } from '../../platform/db/tables/customers.ts';
import { meant, SHORTEST_PART, type Meant } from './rules.ts';

/** So many that contain the text are looked at for the best: of a frequent part of names there are too many to sort. */
const CANDIDATES = 60;

const listed = sql.raw(LISTED);
/** What begins with a text, by an index in the order of bytes. */
const beginsWith = (column: string, text: string): SQL =>
  sql`${sql.raw(column)} >= ${text} and ${sql.raw(column)} < ${text} || chr(1114111)`;
const C = 'collate "C"';

/** The domain of the customer `c` that a hit opens. */
const FIRST_DOMAIN = sql`(select d.name from domains d where d.customer_id = c.id and ${listed} order by d.id limit 1)`;

const HAS_DOMAIN = sql`exists (select from domains d where d.customer_id = c.id and ${listed})`;

const isPart = (text: string): boolean => text.length >= SHORTEST_PART;

/** Domains by their name or their company's, with how well they fit: 0 begins so, 1 contains it. */
function domainsMeant({ text, domain, gstin }: Meant): SQL {
  const part = containsPattern(domain);
  const companyPart = containsPattern(text);
  const ofCompany = (where: SQL, fit: number) =>
    sql`select d.id, ${fit}::int as fit from (select c.id from customers c where ${where} limit ${CANDIDATES}) c
      join domains d on d.customer_id = c.id where ${listed}`;
  const ways = [
    sql`(select d.id, 0 as fit from domains d where ${listed} and ${beginsWith(`lower(d.name::text) ${C}`, domain)}
      order by lower(d.name::text) ${sql.raw(C)} limit ${MOST_HITS})`,
    ofCompany(beginsWith(`lower(c.company_name) ${C}`, text), 0),
    ...(isPart(domain)
      ? [sql`(select d.id, 1 from domains d where ${listed} and d.name::text ilike ${part} limit ${CANDIDATES})`]
      : []),
    ...(isPart(text) ? [ofCompany(sql`c.company_name ilike ${companyPart}`, 1)] : []),
    ...(gstin === null
      ? []
      : [
          ofCompany(beginsWith(`upper(c.gst_number) ${C}`, gstin), 0),
          sql`select d.id, 0 from books_contacts b join domains d on d.customer_id = b.customer_id
            where ${listed} and ${beginsWith(`upper(b.gst_number) ${C}`, gstin)}`,
        ]),
  ];
  return sql`(select id, min(fit) as fit from (${sql.join(ways, sql` union all `)}) ways group by id)`;
}

const domainHits = (found: SQL, isSimilar: boolean): SQL =>
  sql`(select 'domain' as kind, d.name as domain_name, d.name as title, c.company_name as detail,
      found.fit as fit, ${isSimilar}::boolean as is_similar
    from ${found} found join domains d on d.id = found.id join customers c on c.id = d.customer_id
    order by found.fit, length(d.name::text), d.name limit ${MOST_HITS})`;

/** A letter in the middle of a word of eight that is another one makes it this alike. */
const ALIKE = '0.45';

/** Names that are only alike, the likest first. */
const similarDomains = ({ text, domain }: Meant): SQL =>
  domainHits(
    sql`(select id, min(fit) as fit from (
      (select d.id, ${domain} <<-> d.name::text as fit from domains d
        where ${listed} and ${domain} <% d.name::text order by 2 limit ${MOST_HITS})
      union all
      (select d.id, ${text} <<-> c.company_name from customers c join domains d on d.customer_id = c.id
        where ${listed} and ${text} <% c.company_name order by 2 limit ${MOST_HITS})) alike group by id)`,
    true,
  );

/** How a person is reached, as far as it is known. */
const reached = (...parts: string[]): SQL => sql.raw(`concat_ws(' · ', ${parts.map((part) => `nullif(${part}, '')`).join(', ')})`); // prettier-ignore

function peopleHits({ text, digits }: Meant): SQL | undefined {
  const pattern = containsPattern(text);
  const phones = (alias: string, columns: string) =>
    sql`(${sql.raw(PHONE_DIGITS(columns.split(' ').map((column) => `${alias}.${column}`)))}) like ${containsPattern(digits ?? '')}`;
  const contacts =
    digits !== null
      ? phones('k', 'phone mobile')
      : isPart(text)
        ? sql`(k.name ilike ${pattern} or k.email::text ilike ${pattern})`
        : undefined;
  if (contacts === undefined) return undefined;
  const customers = digits !== null ? phones('c', 'phone') : sql`c.email::text ilike ${pattern}`;
  const resellers =
    digits !== null ? phones('e', 'phone') : sql`(e.name ilike ${pattern} or e.email::text ilike ${pattern})`;
  return sql`(select 'person', ${FIRST_DOMAIN} as domain_name, title, detail, min(fit) as fit, false from (
      (select k.customer_id as id, k.name as title, ${reached('k.email::text', 'coalesce(k.phone, k.mobile)', 'c.company_name')} as detail,
          case when k.name ilike ${pattern.slice(1)} then 0 else 1 end as fit
        from contacts k join customers c on c.id = k.customer_id where ${contacts} and ${HAS_DOMAIN} limit ${CANDIDATES})
      union all
      (select c.id, c.company_name, ${reached('c.email::text', 'c.phone')}, 1 from customers c where ${customers} and ${HAS_DOMAIN} limit ${CANDIDATES})
      union all
      (select c.id, e.name, ${reached('e.email::text', 'e.phone', 'e.company_name', 'c.company_name')}, 1
        from resellers e join customers c on c.reseller_id = e.id where ${resellers} and ${HAS_DOMAIN} limit ${CANDIDATES})
    ) c group by c.id, title, detail order by fit, title limit ${MOST_HITS})`;
}

const ticketHits = (where: SQL, fit: SQL): SQL =>
  sql`(select 'ticket', d.name, '#' || t.number, ${reached('t.subject', 't.status', 't.domain_name')}, ${fit} as fit, false
    from (select t.* from tickets t where ${where}
        and exists (select from domains d where d.name = t.domain_name::citext and ${listed}) limit ${CANDIDATES}) t
      join domains d on d.name = t.domain_name::citext and ${listed}
    order by fit, t.opened_at desc limit ${MOST_HITS})`;

/** As it was typed, or with other zeros before its digits: both by the index of its parts. */
const isInvoice = (pattern: string, invoice: string | null): SQL =>
  invoice === null ? sql`i.number ilike ${pattern}` : sql`(i.number ilike ${pattern} or i.number ~* ${invoice})`;

function numberHits({ number, invoice }: Meant): SQL[] {
  if (number === null || number.length < SHORTEST_PART) return [];
  const pattern = containsPattern(number);
  return [
    sql`(select 'invoice', ${FIRST_DOMAIN}, i.number, ${reached('c.company_name', 'b.name', 'i.status')},
        case when lower(i.number) = ${number} or i.number ~* ${invoice === null ? null : `^${invoice}$`} then 0 else 1 end as fit, false
      from (select i.* from books_invoices i join customers c on c.id = i.customer_id
          where ${isInvoice(pattern, invoice)} and ${HAS_DOMAIN} limit ${CANDIDATES}) i
        join customers c on c.id = i.customer_id left join books_contacts b on b.zoho_id = i.books_contact_id
      order by fit, i.date desc limit ${MOST_HITS})`,
    ticketHits(beginsWith(`t.number ${C}`, number), sql`case when t.number = ${number} then 0 else 1 end`),
    sql`(select 'subscription', d.name, x.external_id, ${reached('s.sku_name', 's.plan_name', 'd.name::text')},
        case when x.external_id = s.external_id then 0 else 1 end as fit, false
      from (select * from subscription_ids x where ${beginsWith(`lower(x.external_id) ${C}`, number)} limit ${CANDIDATES}) x
        join subscriptions s on s.id = x.subscription_id join domains d on d.id = s.domain_id and ${listed}
      where s.source <> 'directory'
      order by fit, x.external_id limit ${MOST_HITS})`,
  ];
}

/** Tickets by their subject. */
const subjectHits = ({ text, number }: Meant): SQL[] =>
  number !== null || !isPart(text) ? [] : [ticketHits(sql`t.subject ilike ${containsPattern(text)}`, sql`1`)];

/** The hits with the renewal of each that is due first. */
const withRenewals = (parts: readonly SQL[]): SQL => sql`
  select h.kind, h.domain_name, h.title, h.detail, h.is_similar,
    case when r.id is not null then json_build_object('renewal_id', r.id, 'renewal_date', r.term_end) end as renewal
  from (${sql.join([...parts], sql` union all `)}) h (kind, domain_name, title, detail, fit, is_similar)
    left join lateral (select r.id, r.term_end from renewals r
      where r.domain_name = h.domain_name and r.state = 'open' and r.product = 'licence' order by r.term_end, r.id limit 1) r on true
  where h.domain_name is not null`;

async function alike(asked: Meant, db: Db): Promise<SearchHit[]> {
  const { rows } = await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${ALIKE}, true)`);
    return tx.execute(sql`${PLANNED_ANEW} ${withRenewals([similarDomains(asked)])}`);
  });
  return rows as unknown as SearchHit[];
}

export async function searchEverything(
  { query }: BodyOf<typeof search.everything>,
  { pool, db }: ActorContext,
): Promise<ReplyOf<typeof search.everything>> {
  const asked = meant(query);
  const people = peopleHits(asked);
  const parts = [domainHits(domainsMeant(asked), false), ...(people ? [people] : []), ...numberHits(asked), ...subjectHits(asked)]; // prettier-ignore
  const { rows: hits } = await pool.query<SearchHit>(compiled(withRenewals(parts)));
  return { hits: hits.length === 0 && asked.isName ? await alike(asked, db) : hits };
}
