import { randomInt } from 'node:crypto';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Db, Wiring } from '../../context.ts';
import { audit } from '../../db/audit.ts';
import { makeCourier, nextTryIn, type Taken } from '../../db/courier.ts';
import { contactWritesTable as w } from '../../db/tables/customers.ts';
import type { ZohoCrm } from '../../integrations/zoho/crm.ts';
import { ZohoProblem } from '../../integrations/zoho/problem.ts';
import { startNightly } from '../../sync-runs/nightly.ts';
import { readPages } from '../../sync-runs/pages.ts';
import type { HeldRun } from '../../sync-runs/runs.ts';
import { SERVICES } from '../../sync-runs/services.ts';
import { Stopped, workOnRun, type Sync } from '../../sync-runs/work.ts';
import { keepPage, linkContact, wakeWrite, type Link } from './commands.ts';
import { heldBy, personOf } from './queries.ts';
import { namesOf, PAUSES, SENTENCES } from './rules.ts';

type Write = Taken<typeof w>;
type Person = NonNullable<Awaited<ReturnType<typeof personOf>>>;
/** `link`: the person of the CRM, found or made, whom the contact did not stand for yet. */
type Ending = { outcome: 'done'; link?: Link } | { outcome: 'refused'; reason: string };
type Result = Ending | { outcome: 'later'; reason: string };

/** The changes of a person go out one after the other. */
const turn = sql`not exists (select from contact_writes earlier
  where earlier.contact_id = contact_writes.contact_id and earlier.id < contact_writes.id and earlier.state = 'queued')`;

const courier = makeCourier({ table: w, open: ['queued'], turn, wake: wakeWrite });

const newContact = ({ contact, customerName }: Person, email: string) => {
  const { name, firstName, lastName, phone, mobile, companyName } = contact;
  const names = lastName === null ? namesOf(name) : { firstName: firstName ?? '', lastName };
  return { ...names, email, phone, mobile, companyName: companyName ?? customerName ?? email };
};

/** Finds the person in the CRM by the address, or makes them there. */
async function introduce(person: Person, crm: ZohoCrm, db: Db, signal: AbortSignal): Promise<Ending> {
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
  if (phone !== null || mobile !== null)
    await crm.updateContact(
      same.id,
      { ...(phone !== null && { phone }), ...(mobile !== null && { mobile }) },
      { signal },
    );
  return { outcome: 'done', link: { zohoId: same.id, phone: same.phone, mobile: same.mobile } };
}

/** Tells the CRM what the person is now, whatever was changed when. */
async function send({ contactId }: Write, { db, outside }: Wiring, signal: AbortSignal): Promise<Result> {
  const crm = outside.zoho?.crm;
  if (!crm) return { outcome: 'refused', reason: SENTENCES.notConfigured };
  const person = await personOf(db, contactId);
  if (!person) return { outcome: 'done' };
  const { zohoId, email, phone, mobile } = person.contact;
  try {
    if (zohoId === null) return await introduce(person, crm, db, signal);
    await crm.updateContact(zohoId, { email, phone, mobile }, { signal });
    return { outcome: 'done' };
  } catch (error) {
    if (!(error instanceof ZohoProblem)) throw error;
    return { outcome: error.retriable ? 'later' : 'refused', reason: error.message };
  }
}

/** The person's next change was held up by this one. */
async function wakeFollowing(tx: Db, { contactId, id }: Write): Promise<void> {
  const following = and(eq(w.contactId, contactId), eq(w.state, 'queued'), gt(w.id, id));
  const [next] = await tx.select({ id: w.id }).from(w).where(following).orderBy(asc(w.id)).limit(1);
  if (next) await wakeWrite(tx, next.id);
}

async function end(tx: Db, write: Write, result: Ending): Promise<void> {
  const reason = result.outcome === 'refused' ? result.reason : null;
  const ended = await tx
    .update(w)
    .set({ state: result.outcome, reason, leasedUntil: null, nextTryAt: null, finishedAt: sql`now()` })
    .where(courier.thisTry(write))
    .returning({ id: w.id });
  if (ended.length === 0) return;
  const action = result.outcome === 'done' ? 'contact_written' : 'contact_write_refused';
  const changes = reason === null ? [] : [{ field: 'reason', old: null, new: reason }];
  await audit(tx, {}, { action, subject: 'contact', subjectId: write.contactId, changes });
  await wakeFollowing(tx, write);
}

const settle = ({ db }: Wiring, write: Write, result: Result): Promise<void> =>
  db.transaction(async (tx) => {
    if (result.outcome === 'later') {
      const { reason } = result;
      const delay = nextTryIn(PAUSES, write.attempts, randomInt(1_000) / 1_000);
      if (delay !== undefined) return courier.tryLater(tx, write, reason, delay);
      return end(tx, write, { outcome: 'refused', reason });
    }
    const link = result.outcome === 'done' ? result.link : undefined;
    const isLinked = !link || (await linkContact(tx, write.contactId, link));
    return end(tx, write, isLinked ? result : { outcome: 'refused', reason: SENTENCES.isHeld });
  });

/** Brings one change of a person to the CRM, if it is due, the next one, and nobody else has it. */
async function writeContact(payload: Record<string, unknown>, wiring: Wiring, signal: AbortSignal): Promise<void> {
  const write = await courier.take(wiring.db, Number(payload['id']));
  if (!write) return;
  const result = await courier.underLease(write, wiring, () => send(write, wiring, signal));
  await settle(wiring, write, result);
  wiring.announce({ kind: 'crm' });
}

const { runs: contactRuns, nightlyAt } = SERVICES.crm_contacts;
const OF_CRM = { runs: contactRuns, event: { kind: 'crm' } } as const;

const isRefusedToken = (error: unknown) =>
  error instanceof ZohoProblem && error.kind === 'refused' && error.status === 400;

/** Everybody at first, then those who changed since the last run began. */
async function read(run: HeldRun, wiring: Wiring, signal: AbortSignal): Promise<void> {
  const { db, outside } = wiring;
  const crm = outside.zoho?.crm;
  if (!crm) throw new Stopped(SENTENCES.notConfigured);
  const modifiedSince = await contactRuns.readUntil(db);
  await readPages(OF_CRM, run, wiring, {
    list: (pageToken) => crm.listContacts({ pageToken, ...(modifiedSince && { modifiedSince }) }, { signal }),
    isRefusedToken,
    keep: (page, askedAt) => keepPage(db, run, page, askedAt),
  });
  await db.transaction((tx) => contactRuns.finish(tx, run));
}

const contactSync: Sync = { ...OF_CRM, isProblem: (error) => error instanceof ZohoProblem, read };

async function startNightlySync(wiring: Wiring): Promise<void> {
  if (wiring.outside.zoho) await startNightly(contactSync, nightlyAt, wiring);
}

export const customerTasks = {
  'contact-write': writeContact,
  'contact-sync': (payload: Record<string, unknown>, wiring: Wiring, signal: AbortSignal) =>
    workOnRun(contactSync, Number(payload['run_id']), wiring, signal),
  'nightly-contact-sync': (_payload: Record<string, unknown>, wiring: Wiring) => startNightlySync(wiring),
};
export const customerCrontab = ['10,25,40,55 * * * * nightly-contact-sync'];
export const sweepContactWrites = courier.sweep;
export const sweepContactSyncs = (wiring: Wiring) => contactRuns.takeUpStalled(wiring.db);
