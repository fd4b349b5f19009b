import type { NotificationType } from '@desk/contract/lists';
import { asc, eq, inArray } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Db } from '../context.ts';
import { normalisePhone } from '../integrations/messaging/phone.ts';
import { contactsTable as k, customersTable as cu, resellersTable as e } from './tables/customers.ts';
import { renewalsTable as r } from './tables/renewals.ts';

/** One form of an e-mail address, so that two spellings of it are one recipient. */
export const sameAddress = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

const distinct = (texts: readonly (string | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => (text ? [text] : []))),
];
const phonesOf = (texts: readonly (string | null)[]) => distinct(texts.map((text) => normalisePhone(text ?? '')));

interface Company {
  customerId: number;
  companyName: string;
  email: string | null;
  phone: string | null;
}

/** Everybody whom a notification of the renewal may reach: the company and its contacts. Phones as +91…, each once. */
export async function reachable(db: Db, { customerId, companyName, email, phone }: Company) {
  const people = await db.select().from(k).where(eq(k.customerId, customerId)).orderBy(asc(k.id));
  return {
    name: people[0]?.name ?? companyName,
    emails: distinct([email, ...people.map((one) => one.email)].map((address) => sameAddress(address ?? ''))),
    phones: phonesOf([phone, ...people.flatMap((one) => [one.phone, one.mobile])]),
  };
}

interface Addressed {
  channel: z.infer<typeof NotificationType>;
  recipient: string;
}

/** Whether somebody who was told of renewals still is a contact of their customers, or these customers' reseller. */
export async function isStillReachable(tx: Db, renewalIds: readonly number[], { channel, recipient }: Addressed) {
  const companies = await tx
    .selectDistinct({
      customerId: cu.id,
      companyName: cu.companyName,
      email: cu.email,
      phone: cu.phone,
      reseller: e.email,
    })
    .from(r)
    .innerJoin(cu, eq(cu.id, r.customerId))
    .leftJoin(e, eq(e.id, cu.resellerId))
    .where(inArray(r.id, [...renewalIds]));
  const byMail = channel === 'Email';
  const wanted = byMail ? sameAddress(recipient) : recipient;
  for (const company of companies) {
    if (byMail && sameAddress(company.reseller ?? '') === wanted) continue;
    const { emails, phones } = await reachable(tx, company);
    if (!(byMail ? emails : phones).includes(wanted)) return false;
  }
  return true;
}
