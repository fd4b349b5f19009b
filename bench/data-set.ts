import { getTableColumns } from 'drizzle-orm';
import type { Client } from 'pg';
import { Flag, RenewalStatus, Segment, Zone } from '../contract/src/words/lists.ts';
import { renewalsTable } from '../server/src/platform/db/tables/renewals.ts';

const FULL = { resellers: 2_000, domains: 20_000, comments: 300_000, members: 60, tickets: 50_000, invoices: 100_000 };
const SUBSCRIPTIONS_OF_DOMAIN = 3;

/** The member who holds the session; the others are `member2@…` to `member60@…`. */
export const CALLER = 'member1@desk.example';
export const memberOf = (n: number): string => `member${1 + (n % FULL.members)}@desk.example`;
/** Parts of the domains' names; each is in about every sixteenth. */
export const NAME_PARTS =
  'dhara vika netra mitra loka vana rekha setu kunja tara vritti sagara jyoti patha bhava nidhi'.split(' ');

const listOf = (words: readonly string[]): string => `(array[${words.map((word) => `'${word}'`).join(',')}])`;
/** A word of a list, by a number. */
const pick = (words: readonly string[], n: string): string => `${listOf(words)}[1 + (${n}) % ${words.length}]`;
/** A number from 0 up to one below `below`, spread as if by chance over the rows `i`. */
const spread = (below: number, salt: number, i = 's.id'): string =>
  `((${i}::bigint * ${salt}) % 104729 % ${below})::int`;
const orNull = (percent: number, salt: number, value: string): string =>
  `case when ${spread(100, salt)} < ${percent} then ${value} end`;

const columns = getTableColumns(renewalsTable);
type Column = keyof typeof columns;

const seats = `(case when ${spread(100, 7919)} < 70 then 3 + ${spread(96, 7907)} when ${spread(100, 7919)} < 90
  then 100 + ${spread(201, 7901)} else 301 + ${spread(1_800, 7883)} end)`;

/** Each column of a renewal as an expression over the subscription `s` and the number `n` of its term, 0 closed, 1 open. */
const RENEWAL: Partial<Record<Column, string>> = {
  subscriptionId: 's.id',
  customerId: 's.customer_id',
  termStart: "(s.term_end + interval '1 year' * (n - 2))::date",
  termEnd: "(s.term_end + interval '1 year' * (n - 1))::date",
  state: "case n when 1 then 'open' else 'closed' end",
  closedBecause: "case n when 0 then 'renewed' end",
  externalId: 's.external_id',
  domainName: 'd.name',
  resellerType: "case when c.reseller_id is null then 'N' else 'Y' end",
  planName: 's.plan_name',
  status: 's.status',
  licensedSeats: 's.licensed_seats',
  numberOfSeats: 's.number_of_seats',
  maximumSeats: 's.maximum_seats',
  skuName: 's.sku_name',
  margin: 's.margin',
  price: 's.price',
  providerRenewalDate: "(s.term_end + interval '1 year' * (n - 1))::date",
  googleRenewalDate: "(s.term_end + interval '1 year' * (n - 1))::date",
  zone: 'c.zone',
  segment: 'c.segment',
  assignedToId: orNull(90, 6_997, `1 + ${spread(FULL.members, 6_991)}`),
  followupComment: orNull(60, 6_983, "'Spoke to the IT head of ' || d.name || ', purchase order by Friday'"),
  highlightCase: orNull(60, 6_977, pick(Flag.options, spread(3, 6_971))),
  confirmationStatus: orNull(60, 6_967, pick(RenewalStatus.options, spread(RenewalStatus.options.length, 6_961))),
  agreementStatus: orNull(50, 6_959, pick(['Sent', 'Signed', 'Pending', 'N/A'], spread(4, 6_949))),
  priceType: orNull(50, 6_947, pick(['price', 'split_price'], spread(2, 6_917))),
  upto20: orNull(25, 6_911, `${spread(4_000, 6_907)} + 2000`),
  above20: orNull(25, 6_911, `${spread(4_000, 6_907)} + 1800`),
  pricePerUser: orNull(40, 6_899, `${spread(9_000, 6_883)} + 1500`),
  specialComments: orNull(15, 6_871, "'Invoice in the name of the parent company'"),
  taskStatus: orNull(20, 6_869, pick(['Done', 'In-Progress', 'On-Hold'], spread(3, 6_863))),
  renewedLicences: orNull(50, 6_857, `${seats} + 2`),
  addedLicences: orNull(50, 6_857, '2'),
  extensionDate: orNull(5, 6_841, 's.term_end + 15'),
  supportCharge: orNull(20, 6_833, `(${spread(40, 6_829)} * 500)::text`),
};

/** A copy of the renewals with their indexes and without triggers: what the database itself can write. */
export const BARE_TABLE = 'bare_renewals';
/** The same of the audit log, without what keeps its rows from being changed. */
export const BARE_AUDIT = 'bare_audit_log';

const forEach = (table: string, statement: string): string =>
  `do $$ declare i record; begin for i in select * from ${table} loop execute ${statement}; end loop; end $$`;
const forEachIndex = (statement: string): string => forEach('wanted_indexes', statement);

/** Indexes are made faster than they are kept, and references are looked at faster in one go. */
export const withoutIndexes = (written: readonly string[]): string[] => [
  'drop table if exists pg_temp.wanted_indexes, pg_temp.wanted_references',
  `create temporary table wanted_indexes as select indexname as name, indexdef as text from pg_indexes
    where schemaname = 'public' and tablename = 'renewals' and indexname not like '%_pkey'`,
  `create temporary table wanted_references as select conname as name, pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = 'public.renewals'::regclass and contype = 'f'`,
  forEachIndex("format('drop index %I', i.name)"),
  forEach('wanted_references', "format('alter table renewals drop constraint %I', i.name)"),
  ...written,
  forEachIndex('i.text'),
  forEach('wanted_references', "format('alter table renewals add constraint %I %s', i.name, i.text)"),
];

function statements(scale: number): string[] {
  const part = (n: number) => Math.round(n * scale);
  const resellers = part(FULL.resellers);
  const domains = part(FULL.domains);
  const comments = part(FULL.comments);
  const domain = `${pick('aru vasu megha chandra niru surya anu kshiti varu teja ishi udaya'.split(' '), 'i')} ||
    ${pick(NAME_PARTS, 'i / 12')} || '-' || i`;
  const names = Object.keys(RENEWAL).map((key) => `"${columns[key as Column].name}"`);
  return [
    'set synchronous_commit = off',
    "set maintenance_work_mem = '256MB'",
    `insert into accounts (kind, email, name, password_hash, status, role, created_at)
      select 'staff', 'member' || i || '@desk.example', 'Member ' || i, '-', 'ACTIVE', 'RMEMBER', now()
     from generate_series(1, ${FULL.members}) i`,
    `insert into account_menus (account_id, menu_id)
      select a.id, m.id from accounts a, menus m where a.email = '${CALLER}' and m.audience = 'staff'`,
    `insert into resellers (name, company_name, email) select 'Reseller ' || i, 'Reseller ' || i || ' Infosolutions',
      'desk' || i || '@reseller.example' from generate_series(1, ${resellers}) i`,
    `insert into customers (company_name, email, phone, reseller_id, segment, zone, google_customer_id, zoho_customer_id, created_at)
      select initcap(${domain}) || ' Pvt Ltd', 'it@' || ${domain} || '.example', '+91600' || lpad(i::text, 7, '0'),
        case when i % 9 < 4 then 1 + i % ${resellers} end, ${pick(Segment.options, 'i / 5')}, ${pick(Zone.options, 'i')},
        'C' || lpad(i::text, 8, '0'), '46' || lpad(i::text, 16, '0'), now() from generate_series(1, ${domains}) i`,
    `insert into domains (name, customer_id, created_at) select ${domain} || '.example', i, now() from generate_series(1, ${domains}) i`,
    `insert into subscriptions (customer_id, domain_id, source, external_id, sku_id, sku_name, plan_name, status,
        number_of_seats, licensed_seats, term_start, term_end, own_renewal_date, price, margin, created_at)
      select 1 + s.id % ${domains}, 1 + s.id % ${domains}, 'google', (1000000000 + s.id * 16)::text, '1010020027',
        ${pick(['Google Workspace Business Starter', 'Google Workspace Business Standard', 'Google Vault'], 's.id / 7')},
        'ANNUAL', 'ACTIVE', ${seats}, ${seats}, t.day - interval '1 year', t.day, t.day, ${seats} * 3000,
        ${orNull(85, 6_823, `5 + ${spread(13, 6_803)}`)}, now()
      from generate_series(1, ${domains * SUBSCRIPTIONS_OF_DOMAIN}) s(id), lateral (select (date_trunc('month', current_date)
        + interval '1 month' * (s.id % 12) + interval '1 day' * ${spread(28, 6_793)})::date as day) t order by s.id`,
    `insert into subscription_ids (external_id, subscription_id, created_at) select external_id, id, now() from subscriptions`,
    ...withoutIndexes([
      `insert into renewals (${names.join(', ')}, created_at) select ${Object.values(RENEWAL).join(', ')}, now()
      from subscriptions s join customers c on c.id = s.customer_id join domains d on d.id = s.domain_id,
        generate_series(0, 1) n order by 4, s.id`,
    ]),
    `insert into renewal_comments (renewal_id, comment, updated_by, updated_on)
      select 1 + i % (select count(*)::int from renewals), 'Called, the purchase order comes by Friday (' || i || ')',
        'member' || 1 + i % 60 || '@desk.example', now() - interval '1 minute' * i from generate_series(1, ${comments}) i`,
    `insert into books_contacts (zoho_id, name, customer_id, is_read)
      select 'B' || id, company_name, id, true from customers`,
    `insert into books_invoices (zoho_id, books_contact_id, customer_id, number, status, date, currency, exchange_rate,
        total, balance, is_read)
      select 'I' || i, 'B' || c.id, c.id, 'INV-' || i, case when i % 3 = 0 then 'overdue' else 'paid' end,
        current_date - i % 900, 'INR', 1, 1000 + i % 90000, case when i % 3 = 0 then 1000 + i % 90000 else 0 end, true
      from generate_series(1, ${part(FULL.invoices)}) i join customers c on c.id = 1 + i % ${domains}`,
    `insert into tickets (zoho_id, number, department, subject, status, status_type, domain_name, opened_at, closed_at)
      select 'T' || i, i::text, case when i % 3 = 0 then 'deployment' else 'support' end, 'Ticket ' || i,
        t.status, t.status, d.name, now() - interval '1 hour' * i, case when t.status = 'Closed' then now() end
      from generate_series(1, ${part(FULL.tickets)}) i join domains d on d.id = 1 + i % ${domains},
        lateral (select ${pick(['Open', 'Closed', 'Closed', 'On Hold'], 'i / 7')} as status) t`,
    `create table ${BARE_TABLE} (like renewals including all excluding indexes)`,
    `create table ${BARE_AUDIT} (like audit_log including all)`,
    `insert into ${BARE_TABLE} overriding system value select * from renewals`,
    `alter table ${BARE_TABLE} add primary key (id)`,
    forEachIndex(
      `replace(replace(i.text, ' ON public.renewals ', ' ON public.${BARE_TABLE} '), i.name, 'bare_' || i.name)`,
    ),
    'reset synchronous_commit',
    'vacuum analyze',
  ];
}

/** Fills a migrated database with the data set described in `docs/performance.md`. */
export async function fill(client: Client, scale: number): Promise<void> {
  for (const statement of statements(scale)) await client.query(statement);
}
