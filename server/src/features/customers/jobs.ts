import { randomInt } from 'node:crypto';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit } from '../../platform/audit/audit.ts';
import { createLeasedQueue, retryDelay, type Leased } from '../../platform/queue/leased-queue.ts';
import { contactWritesTable as w } from '../../platform/db/tables/customers.ts';
import type { ZohoCrm } from '../../integrations/zoho/crm.ts';
import { ZohoProblem } from '../../integrations/zoho/problem.ts';
import { errorForLog } from '../../platform/log/error-for-log.ts';
import { defineSync, type SyncReading } from '../../domain/sync/define-sync.ts';
import { FIELDS, namesOf, type Field } from '../../domain/customers/reached-by.ts';
import { enqueueWrite } from '../../domain/customers/write-person.ts';
import { readPages } from '../../domain/sync/pages.ts';
import { SYNC_SERVICES } from '../../domain/sync/services.ts';
import { storePage, linkContact, type Link } from './commands.ts';
import { heldBy, personOf } from './queries.ts';
import { PAUSES, SENTENCES } from './rules.ts';
import { NOW } from '../../platform/db/now.ts';

type Write = Leased<typeof w>;
type Person = NonNullable<Awaited<ReturnType<typeof personOf>>>;
/** `link`: the person of the CRM, found or made, whom the contact did not stand for yet. */
type Ending = { outcome: 'done'; link?: Link } | { outcome: 'refused'; reason: string };
type Result = Ending | { outcome: 'later'; reason: string };

/** The changes of a person go out one after the other. */
const turn = sql`not exists (select from contact_writes earlier
  where earlier.contact_id = contact_writes.contact_id and earlier.id < contact_writes.id and earlier.state = 'queued')`;

const queue = createLeasedQueue({ table: w, open: ['queued'], isReady: turn, enqueue: enqueueWrite });

const newContact = ({ contact, customerName }: Person, email: string) => {
  const { name, firstName, lastName, phone, mobile, companyName } = contact;
  const names = lastName === null ? namesOf(name) : { firstName: firstName ?? '', lastName };
  return { ...names, email, phone, mobile, companyName: companyName ?? customerName ?? email };
};

const valuesOf = ({ contact }: Person, fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, contact[field]]));

/** Finds the person in the CRM by the address, or makes them there. */
async function createInCrm(
  person: Person,
  { fields }: Write,
  crm: ZohoCrm,
  db: Db,
  signal: AbortSignal,
): Promise<Ending> {
  const { email, phone, mobile } = person.contact;
  if (email === null) return { outcome: 'refused', reason: SENTENCES.noAddress };
  const found = await crm.findContacts(email, { signal });
  const held = await heldBy(
    db,
    found.map(({ id }) => id),
  );
  const same = found.find(({ id }) => !held.has(id));
  const [holder] = held.values();
  if (!same && holder !== undefined) return { outcome: 'refused', reason: SENTENCES.isSomebodyElse(holder) };
  if (!same) {
    const { id } = await crm.createContact(newContact(person, email), { signal });
    return { outcome: 'done', link: { zohoId: id, phone, mobile } };
  }
  // Numbers that we do not know stay as the CRM has them, and become ours.
  const known = fields.filter((field) => field !== 'email' && person.contact[field] !== null);
  if (known.length > 0) await crm.updateContact(same.id, valuesOf(person, known), { signal });
  return { outcome: 'done', link: { zohoId: same.id, phone: same.phone, mobile: same.mobile } };
}

/** No other try would be answered otherwise. */
const isFinal = (error: unknown): error is ZohoProblem =>
  error instanceof ZohoProblem && (error.kind === 'refused' || error.kind === 'not-found');

/** Failures that staff or time may mend are retried. */
function failed(error: unknown, { log }: Services, signal: AbortSignal): Result {
  if (isFinal(error)) return { outcome: 'refused', reason: error.message };
  if (signal.aborted) return { outcome: 'later', reason: SENTENCES.restarted };
  if (error instanceof ZohoProblem) return { outcome: 'later', reason: error.message };
  log.error({ event: 'contact_write_error', ...errorForLog(error) });
  return { outcome: 'later', reason: SENTENCES.internal };
}

/** Tells the CRM what the person is now, whatever was changed when; what nobody changed here is the CRM's own. */
async function send(write: Write, services: Services, signal: AbortSignal): Promise<Result> {
  const { db, clients } = services;
  const crm = clients.zoho?.crm;
  if (!crm) return { outcome: 'later', reason: SENTENCES.notConfigured };
  try {
    const person = await personOf(db, write.contactId);
    if (!person) return { outcome: 'done' };
    const { zohoId } = person.contact;
    if (zohoId === null) return await createInCrm(person, write, crm, db, signal);
    await crm.updateContact(zohoId, valuesOf(person, write.fields), { signal });
    return { outcome: 'done' };
  } catch (error) {
    return failed(error, services, signal);
  }
}

/** The person's next change was held up by this one; it takes along what the CRM refused to hear. */
async function enqueueFollowing(tx: Db, { contactId, id }: Write, refused: readonly Field[]): Promise<void> {
  const following = and(eq(w.contactId, contactId), eq(w.state, 'queued'), gt(w.id, id));
  const [next] = await tx.select().from(w).where(following).orderBy(asc(w.id)).limit(1);
  if (!next) return;
  const fields = FIELDS.filter((field) => next.fields.includes(field) || refused.includes(field));
  await tx.update(w).set({ fields }).where(eq(w.id, next.id));
  await enqueueWrite(tx, next.id);
}

async function end(tx: Db, write: Write, result: Ending): Promise<void> {
  const reason = result.outcome === 'refused' ? result.reason : null;
  const ended = await tx
    .update(w)
    .set({ state: result.outcome, reason, leasedUntil: null, nextTryAt: null, finishedAt: NOW })
    .where(queue.thisTry(write))
    .returning({ id: w.id });
  if (ended.length === 0) return;
  const action = result.outcome === 'done' ? 'contact_written' : 'contact_write_refused';
  const changes = reason === null ? [] : [{ field: 'reason', old: null, new: reason }];
  await audit(tx, {}, { action, subject: 'contact', subjectId: write.contactId, changes });
  await enqueueFollowing(tx, write, result.outcome === 'refused' ? write.fields : []);
}

const settle = ({ db }: Services, write: Write, result: Result, signal: AbortSignal): Promise<void> =>
  db.transaction(async (tx) => {
    if (result.outcome === 'later') {
      const { reason } = result;
      const delay = signal.aborted ? 0 : retryDelay(PAUSES, write.attempts, randomInt(1_000) / 1_000);
      if (delay !== undefined) return queue.retryLater(tx, write, reason, delay);
      return end(tx, write, { outcome: 'refused', reason });
    }
    const link = result.outcome === 'done' ? result.link : undefined;
    const isLinked = !link || (await linkContact(tx, write.contactId, link));
    return end(tx, write, isLinked ? result : { outcome: 'refused', reason: SENTENCES.isHeld });
  });

/** Writes one change of a person to the CRM, if it is due, the next one, and not leased by another worker. */
export async function writeContact(
  payload: Record<string, unknown>,
  services: Services,
  signal: AbortSignal,
): Promise<void> {
  const write = await queue.take(services.db, Number(payload['id']));
  if (!write) return;
  const result = await queue.underLease(write, services, () => send(write, services, signal));
  await settle(services, write, result, signal);
  services.announce({ kind: 'crm' });
}

const isRefusedToken = (error: unknown) =>
  error instanceof ZohoProblem && error.kind === 'refused' && error.status === 400;

/** Everybody at first, then those who changed since the last run began. */
async function read({ client: crm, run, services, signal }: SyncReading<'crm_contacts'>): Promise<void> {
  const { db } = services;
  const { runs } = SYNC_SERVICES.crm_contacts;
  const modifiedSince = await runs.readUntil(db);
  await readPages(SYNC_SERVICES.crm_contacts, run, services, {
    list: (pageToken) => crm.listContacts({ pageToken, ...(modifiedSince && { modifiedSince }) }, { signal }),
    isRefusedToken,
    keep: (page, askedAt) => storePage(db, run, page, askedAt),
  });
  await db.transaction((tx) => runs.finish(tx, run));
}

export const contactSync = defineSync({ service: 'crm_contacts', notConfigured: SENTENCES.notConfigured, read });
export const sweepContactWrites = queue.sweep;
export const wakeContactWrites = queue.wake;
