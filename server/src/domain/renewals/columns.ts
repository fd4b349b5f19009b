import type { RenewalRow } from '@desk/contract/renewals';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ColumnKind } from '../../platform/files/sheet.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import { customersTable as c } from '../../platform/db/tables/customers.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { termMonthsSql } from '../../platform/db/tables/standing.ts';

/** What is computed of a column, where it is not the column itself. */
interface Computed {
  sql: string;
  isNumber: boolean;
}
export type Source = readonly [alias: 'r' | 'c' | 'a', column: AnyPgColumn, computed?: Computed];

const TERM_MONTHS = { sql: termMonthsSql('r.'), isNumber: true };
/** Looked up only where something was said, by the index that the history is read by: when that was, and not what has come since and nobody said. */
const FOLLOWED_UP_AT = {
  sql: `case when r.followup_comment is not null then (
    select to_char(said.updated_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')
    from renewal_comments said where said.renewal_id = r.id and said.comment = r.followup_comment
    order by said.id desc limit 1) end`,
  isNumber: false,
};

/** The joins behind the aliases of the columns below; `r` comes before it. */
export const RENEWAL_JOINS = 'join customers c on c.id = r.customer_id left join accounts a on a.id = r.assigned_to_id';

/** A renewal on the wire: each name and where it is read. The one such list. */
export const RENEWAL_COLUMNS: Readonly<Record<keyof RenewalRow, Source>> = {
  renewal_id: ['r', r.id],
  domain_name: ['r', r.domainName],
  resellerType: ['r', r.resellerType],
  company_name: ['c', c.companyName],
  plan_name: ['r', r.planName],
  status: ['r', r.status],
  licensed_seats: ['r', r.licensedSeats],
  number_of_seats: ['r', r.numberOfSeats],
  maxSeats: ['r', r.maximumSeats],
  sku_name: ['r', r.skuName],
  margin: ['r', r.margin],
  renewal_date: ['r', r.termEnd],
  provider_renewal_date: ['r', r.providerRenewalDate],
  google_renewal_date: ['r', r.googleRenewalDate],
  zone: ['r', r.zone],
  price: ['r', r.price],
  currency: ['r', r.currency],
  segments: ['r', r.segment],
  followup_comments: ['r', r.followupComment],
  highlight_case: ['r', r.highlightCase],
  confirmation_status: ['r', r.confirmationStatus],
  agreement_status: ['r', r.agreementStatus],
  priceType: ['r', r.priceType],
  upto20: ['r', r.upto20],
  above20: ['r', r.above20],
  price_per_user: ['r', r.pricePerUser],
  special_comments: ['r', r.specialComments],
  task_status: ['r', r.taskStatus],
  reason: ['r', r.reason],
  renewed_lic: ['r', r.renewedLicences],
  add_lic: ['r', r.addedLicences],
  extension_date: ['r', r.extensionDate],
  closed_because: ['r', r.closedBecause],
  assign: ['r', r.supportCharge],
  suspension_reason: ['r', r.suspensionReason],
  customer_email: ['c', c.email],
  assigned_to: ['a', a.email],
  subscription_id: ['r', r.externalId],
  zoho_customer_id: ['c', c.zohoCustomerId],
  notification: ['r', r.notification],
  term_months: ['r', r.termStart, TERM_MONTHS],
  followed_up_at: ['r', r.followupComment, FOLLOWED_UP_AT],
  last_safe_day: ['r', r.lastSafeDay],
  if_nobody_acts: ['r', r.ifNobodyActs],
  seats_if_nobody_acts: ['r', r.seatsIfNobodyActs],
  instruction: ['r', r.instructionState],
  wanted: ['r', r.wantedOutcome],
  wanted_seats: ['r', r.wantedSeats],
  version: ['r', r.version],
};

const KIND_OF_TYPE: Readonly<Record<string, ColumnKind>> = {
  integer: 'number',
  date: 'day',
  'numeric(12, 2)': 'amount',
};
/** The column's type in an export. */
export const kindOf = (name: keyof RenewalRow): ColumnKind =>
  name === 'margin' ? 'percent' : (KIND_OF_TYPE[RENEWAL_COLUMNS[name][1].getSQLType()] ?? 'text');
export const sqlOf = (name: keyof RenewalRow): string => {
  const [alias, column, computed] = RENEWAL_COLUMNS[name];
  return computed?.sql ?? `${alias}."${column.name}"`;
};

const names = Object.keys(RENEWAL_COLUMNS) as (keyof RenewalRow)[];
const isNumber = names.map((name) => {
  const [, column, computed] = RENEWAL_COLUMNS[name];
  return computed?.isNumber ?? column.dataType === 'number';
});
/** Not written where they are null: they are in most rows. */
const SELDOM: readonly string[] = [
  ...['closed_because', 'notification', 'term_months', 'followed_up_at', 'last_safe_day'],
  ...['if_nobody_acts', 'seats_if_nobody_acts', 'instruction', 'wanted', 'wanted_seats'],
];

/** The select list; rows read with it, AS_TEXT and `rowMode: 'array'` are what the functions below take. */
export const RENEWAL_SELECT = names.map(sqlOf).join(', ');

/** Values as PostgreSQL writes them, in the order of the select list. */
export type TextRow = readonly (string | null)[];

/** Keeps every value as the text that came over the wire: no date or number is made and thrown away. */
export const AS_TEXT = { getTypeParser: () => (text: string) => text };

/** One row as an object of the contract. */
export const renewalOf = (row: TextRow): RenewalRow =>
  Object.fromEntries(
    names.map((name, i) => {
      const value = row[i] ?? null;
      return [name, isNumber[i] && value !== null ? Number(value) : value];
    }),
  ) as RenewalRow;

// Characters that JSON escapes; nearly no text has any of them.
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;
const places = names.map((name, i) => {
  const head = `${i === 0 ? '{' : ','}${JSON.stringify(name)}:`;
  return { head, none: SELDOM.includes(name) ? '' : `${head}null`, open: `${head}"`, isNumber: isNumber[i] };
});

function jsonOf(row: TextRow): string {
  let json = '';
  let i = 0;
  for (const place of places) {
    const value = row[i] ?? null;
    i += 1;
    if (value === null) json += place.none;
    else if (place.isNumber) json += place.head + value;
    else if (ESCAPED.test(value)) json += place.head + JSON.stringify(value);
    else json += place.open + value + '"';
  }
  return `${json}}`;
}

/** So many rows become bytes at a time: one string of them all is slow to put together. */
const AT_A_TIME = 100;

/**
 * The rows as a JSON array, written column by column; three times as fast as objects and JSON.stringify.
 * @param before what stands before the array, as `after` after it: put together once, as there may be fifty megabytes
 */
export function renewalsJson(rows: readonly TextRow[], before: string, after: string): Buffer {
  const parts: Buffer[] = [];
  for (let from = 0; from < rows.length; from += AT_A_TIME) {
    const some = rows.slice(from, from + AT_A_TIME).map(jsonOf);
    parts.push(Buffer.from(`${from === 0 ? '' : ','}${some.join(',')}`));
  }
  return Buffer.concat([Buffer.from(`${before}[`), ...parts, Buffer.from(`]${after}`)]);
}
