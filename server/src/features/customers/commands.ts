import { acquireLockOf } from '../../platform/db/locks.ts';
import type { BodyOf } from '@desk/contract/call';
import { customers, reachedNow, UPDATED } from '@desk/contract/customers';
import { sql } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween, type Entry } from '../../platform/audit/audit.ts';
import { customersTable as c, domainsTable as d } from '../../platform/db/tables/customers.ts';
import { namedDomain } from '../../platform/domain-names/typed.ts';
import { differing } from '../../domain/customers/reached-by.ts';
import { syncPeople } from '../../domain/customers/sync-people.ts';
import { addPerson, changePerson, holdPerson, type HeldPerson } from '../../domain/customers/write-person.ts';
import { acquireSyncLock } from '../../domain/sync/sync-lock.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import type { CrmContact, CrmPage } from '../../integrations/zoho/crm-records.ts';
import type { HeldRun } from '../../domain/sync/runs.ts';
import { SYNC_SERVICES } from '../../domain/sync/services.ts';
import { startSync } from '../../domain/sync/start.ts';

const made = (subject: string, subjectId: number, now: Record<string, unknown>): Entry => ({
  action: `${subject}_created`,
  subject,
  subjectId,
  changes: changesBetween({}, now),
});

export async function addCustomer({ formData }: BodyOf<typeof customers.add>, ctx: ActorContext) {
  const { company_name, phone_number: phone, email, first_name, last_name } = formData;
  const name = namedDomain(formData.domain_name) ?? refuse(customers.add, 400);
  await ctx.write(async (tx) => {
    const company = { companyName: company_name, email, phone };
    const [customer = { id: 0 }] = await tx.insert(c).values(company).returning({ id: c.id });
    const customerId = customer.id;
    const [domain] = await tx.insert(d).values({ name, customerId }).onConflictDoNothing().returning({ id: d.id });
    // Somebody has it, or was faster; the company goes with the transaction.
    if (!domain) return refuse(customers.add, 409);
    const person = { firstName: first_name, lastName: last_name, name: `${first_name} ${last_name}` };
    await audit(
      tx,
      ctx,
      made('customer', customerId, { company_name, email, phone }),
      made('domain', domain.id, { name, customer_id: customerId }),
    );
    await addPerson(tx, ctx, { customerId, ...person, ...company, website: name });
  });
  ctx.announce({ kind: 'crm' });
  ctx.announce({ kind: 'licences' });
  return {};
}

type Typed = Omit<BodyOf<typeof customers.update>['formData'], 'contact_id'>;

/** The typed contact details as they are stored; refused where they are neither valid nor unchanged. */
function reachedBy({ email: customer_email, phone, mobile }: HeldPerson['contact'], typed: Typed, isOther: boolean) {
  const read = reachedNow({ customer_email, phone, mobile }).safeParse(typed);
  if (!read.success && isOther) return refuse(customers.update, 409);
  if (!read.success) return refuseFields(read.error.issues.map((one) => ({ ...one, path: ['formData', ...one.path] })));
  const { data } = read;
  return { email: data.customer_email || null, phone: data.phone || null, mobile: data.mobile || null };
}

export async function updateContact({ formData, seen }: BodyOf<typeof customers.update>, ctx: ActorContext) {
  const { contact_id: id, ...typed } = formData;
  const months = await ctx.write(async (tx) => {
    const held = (await holdPerson(tx, id)) ?? refuse(customers.update, 404);
    if (held === 'moved') return refuse(customers.update, 409);
    const { contact } = held;
    const isOther = seen !== undefined && differing(contact, { ...seen, email: seen.customer_email }).length > 0;
    const now = reachedBy(contact, typed, isOther);
    if (isOther && differing(contact, now).length > 0) return refuse(customers.update, 409);
    return changePerson(tx, ctx, held, now);
  });
  if (months) ctx.announce({ kind: 'crm' });
  for (const month of months ?? []) ctx.announce({ kind: 'month', month });
  return { error: false, message: UPDATED };
}

export async function startContactSync(ctx: ActorContext) {
  await startSync(customers.startSync, 'crm_contacts', ctx);
  return {};
}

/** A page of people and how far the run is, in one transaction: a run that dies goes on with the next page. */
export const storePage = (db: Db, run: HeldRun, { rows, nextPageToken }: CrmPage<CrmContact>, askedAt: Date) =>
  db.transaction(async (tx) => {
    await acquireSyncLock(tx);
    const changed = await syncPeople(tx, rows, { author: run.author, askedAt });
    await SYNC_SERVICES.crm_contacts.runs.pageRead(tx, run, { rows: rows.length, changed, nextPageToken });
  });

/** The CRM's answer to the search for a contact: it is this person, with numbers that we may not know. */
export interface Link {
  zohoId: string;
  phone: string | null;
  mobile: string | null;
}

/** The contact is that person of the CRM from now on; false where another contact of ours is. */
export async function linkContact(tx: Db, contactId: number, { zohoId, phone, mobile }: Link): Promise<boolean> {
  // Of two contacts that want to be the same person, the second one sees the first.
  await acquireLockOf(tx, 'contact of the CRM', zohoId);
  const { rows } = await tx.execute<{ was: Record<string, unknown>; now: Record<string, unknown> }>(sql`
    update contacts k set zoho_id = ${zohoId}, phone = coalesce(k.phone, ${phone}), mobile = coalesce(k.mobile, ${mobile})
    from contacts old
    where k.id = ${contactId} and old.id = k.id
      and not exists (select from contacts x where x.zoho_id = ${zohoId} and x.id <> k.id)
    returning jsonb_build_object('zoho_id', old.zoho_id, 'phone', old.phone, 'mobile', old.mobile) as was,
      jsonb_build_object('zoho_id', k.zoho_id, 'phone', k.phone, 'mobile', k.mobile) as now`);
  const [linked] = rows;
  if (!linked) return false;
  const changes = changesBetween(linked.was, linked.now);
  await audit(tx, {}, { action: 'contact_linked', subject: 'contact', subjectId: contactId, changes });
  return true;
}
