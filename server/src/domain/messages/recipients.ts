import type { MessageChannel, NotificationType } from '@desk/contract/words/lists';
import { asc, eq, inArray } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Db } from '../../platform/db/db.ts';
import { normalisePhone } from '../../integrations/messaging/phone.ts';
import { contactsTable as k, customersTable as cu, resellersTable as e } from '../../platform/db/tables/customers.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';

type Channel = z.infer<typeof NotificationType>;

/** One form of an e-mail address, so that two spellings of it are one recipient. */
const sameAddress = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

const distinct = (texts: readonly (string | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => (text ? [text] : []))),
];
const phonesOf = (texts: readonly (string | null)[]) => distinct(texts.map((text) => normalisePhone(text ?? '')));

/** Addresses in the form in which they are stored, each once; a number that is none becomes ''. */
export const asStored = (channel: Channel, addresses: readonly string[]): string[] => [
  ...new Set(addresses.map((one) => (channel === 'Email' ? sameAddress(one) : (normalisePhone(one) ?? '')))),
];

interface Company {
  customerId: number;
  companyName: string;
  email: string | null;
  phone: string | null;
}

/** Everybody whom a notification of the renewal may reach: the company and its contacts. Phones as +91…, each once. */
export async function findRecipients(db: Db, { customerId, companyName, email, phone }: Company) {
  const people = await db.select().from(k).where(eq(k.customerId, customerId)).orderBy(asc(k.id));
  return {
    name: people[0]?.name ?? companyName,
    emails: distinct([email, ...people.map((one) => one.email)].map((address) => sameAddress(address ?? ''))),
    phones: phonesOf([phone, ...people.flatMap((one) => [one.phone, one.mobile])]),
  };
}

interface Person {
  name: string;
  email: string;
  phone: string | null;
}

/** The reseller through whom a customer buys, in the same form. */
export const resellerRecipients = ({ name, email, phone }: Person) => ({
  name,
  emails: distinct([sameAddress(email)]),
  phones: phonesOf([phone]),
});

interface Addressed {
  channel: z.infer<typeof MessageChannel>;
  recipient: string;
}

/** Whether a recipient of notifications still is a contact of their customers, or these customers' reseller. */
export async function isStillRecipient(tx: Db, renewalIds: readonly number[], { channel, recipient }: Addressed) {
  const companies = await tx
    .selectDistinct({
      customerId: cu.id,
      companyName: cu.companyName,
      email: cu.email,
      phone: cu.phone,
      reseller: { name: e.name, email: e.email, phone: e.phone },
    })
    .from(r)
    .innerJoin(cu, eq(cu.id, r.customerId))
    .leftJoin(e, eq(e.id, cu.resellerId))
    .where(inArray(r.id, [...renewalIds]));
  const byMail = channel === 'Email';
  const wanted = byMail ? sameAddress(recipient) : recipient;
  const isAmong = ({ emails, phones }: { emails: string[]; phones: string[] }) =>
    (byMail ? emails : phones).includes(wanted);
  for (const company of companies) {
    if (company.reseller && isAmong(resellerRecipients(company.reseller))) continue;
    if (!isAmong(await findRecipients(tx, company))) return false;
  }
  return true;
}
