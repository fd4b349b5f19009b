import { sql, type SQL } from 'drizzle-orm';
import { containsDomainPattern } from '../../platform/db/sql/containing.ts';

/** By what an entry is about: of what row the domain is, and how it is called. */
const SUBJECTS = {
  renewal: { from: 'renewals s', domain: 's.domain_name' },
  domain: { from: 'domains s', domain: 's.name' },
  subscription: { from: 'subscriptions s join domains d on d.id = s.domain_id', domain: 'd.name' },
};

/** The domain of an entry under an alias, an expression for a select list. */
export const domainOfEntry = (alias: string): string =>
  `(case ${alias}.subject ${Object.entries(SUBJECTS)
    .map(
      ([subject, { from, domain }]) =>
        `when '${subject}' then (select ${domain}::text from ${from} where s.id = ${alias}.subject_id)`,
    )
    .join(' ')} end)`;

/** Whether the entry `l` is about a domain with a text in its name. */
export const isAbout = (text: string): SQL => sql`${sql.raw(domainOfEntry('l'))} like ${containsDomainPattern(text)}`;

/** What entries about such domains have as subject and number; `most` of each kind. */
export const thingsOfDomains = (text: string, most?: number): SQL =>
  sql.join(
    Object.entries(SUBJECTS).map(
      ([subject, { from, domain }]) =>
        sql`(select ${sql.raw(`'${subject}'`)} as subject, s.id from ${sql.raw(from)}
          where ${sql.raw(domain)}::text like ${containsDomainPattern(text)} ${most === undefined ? sql`` : sql`limit ${most}`})`,
    ),
    sql` union all `,
  );
