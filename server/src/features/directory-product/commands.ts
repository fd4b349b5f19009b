import type { BodyOf } from '@desk/contract/call';
import { directoryProduct } from '@desk/contract/directory-product';
import { eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { dayIn } from '../../platform/time/days.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween, type Author, type Entry } from '../../platform/audit/audit.ts';
import { excluded } from '../../platform/db/sql/excluded.ts';
import { organizationsTable as o } from '../../platform/db/tables/directory-product.ts';
import { namedDomain } from '../../platform/domain-names/typed.ts';
import {
  freeOrganizations,
  lockSoldDomains,
  organizationsWhere,
  writeContracts,
  type Contract,
} from '../../domain/subscriptions/contracts.ts';
import {
  changesOfTerms,
  placeOf,
  planOf,
  termsOf,
  type KnownOrganization,
} from '../../domain/subscriptions/contract-terms.ts';
import { cleaned } from '../../domain/customers/match-person.ts';
import { reconcileRenewals } from '../../domain/renewals/reconcile.ts';
import { acquireSyncLock } from '../../domain/sync/sync-lock.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { ProviderOrganization } from '../../integrations/jumpcloud/organization.ts';
import { isAbout } from './queries.ts';
import { inMoney, isPlausibleEnd, type Answer } from './rules.ts';
import { NOW } from '../../platform/db/now.ts';

type ContractForm = BodyOf<typeof directoryProduct.setContract>;

/** Where the contract belongs, and the domain that it is for. */
async function placeFor(tx: Db, { id, version, domain_name }: ContractForm) {
  const name = namedDomain(domain_name) ?? domain_name;
  const [domain] = await lockSoldDomains(tx, [name]);
  if (!domain) return refuse(directoryProduct.setContract, 422);
  const known = await organizationsWhere(tx, isAbout(id, domain.id));
  const onDomain = known.find(({ contract }) => contract?.domain === domain.name);
  // A form without an organisation enters a new contract.
  if (id === undefined) return onDomain ? refuse(directoryProduct.setContract, 403) : { ...NOWHERE, domain };
  const named = known.find((one) => one.id === id) ?? refuse(directoryProduct.setContract, 404);
  if (version !== undefined && version !== named.version) refuse(directoryProduct.setContract, 409);
  const place = placeOf(named, onDomain) ?? refuse(directoryProduct.setContract, 403);
  return { ...place, domain };
}
const NOWHERE = { row: undefined, taken: undefined };

/** Amounts of a contract that is taken over, kept where the form has none: it was opened without the contract. */
function amountsOf({ contract_licences, price, currency }: ContractForm, taken: KnownOrganization | undefined) {
  const known = taken?.contract;
  const licences = contract_licences ?? known?.licences ?? null;
  if (price === null && known && known.price !== null)
    return { licences, price: known.price, currency: known.currency };
  return { licences, price: price === null ? null : inMoney(price), currency };
}

/** The contract of the form, in its place. */
async function contractFromForm(tx: Db, form: ContractForm, { config }: ActorContext): Promise<Contract> {
  const place = await placeFor(tx, form);
  return {
    ...place,
    terms: {
      domain: place.domain.name,
      organization: place.row?.organizationId ?? null,
      plan: planOf(place, form.plan_name, config.DIRECTORY_PRODUCT_NAME),
      endsOn: form.end_date,
      ...amountsOf(form, place.taken),
      status: form.customer_status,
    },
  };
}

export async function setContract(form: ContractForm, ctx: ActorContext) {
  const today = dayIn(ctx.config.BUSINESS_TIME_ZONE, ctx.now());
  const { row, months } = await ctx.write(async (tx) => {
    await acquireSyncLock(tx);
    const contract = await contractFromForm(tx, form, ctx);
    const known = contract.row?.contract ? contract.row : contract.taken;
    const old = known && termsOf(known);
    const isNewEnd = form.end_date !== old?.endsOn;
    if (isNewEnd && !isPlausibleEnd(form.end_date, today)) refuse(directoryProduct.setContract, 400);
    if (known && old && changesOfTerms(old, contract.terms).length === 0) return { row: known, months: [] };
    const written = await writeContracts(tx, [contract], { author: ctx, today });
    return { row: written.rows[0], months: written.months };
  });
  for (const month of months) ctx.announce({ kind: 'month', month });
  return { id: row?.id ?? 0, version: row?.version ?? 0 };
}

/** Ends what was sold: its renewals close, and the organisation is as if it had never been linked. */
export async function removeContract(
  { id, version }: BodyOf<typeof directoryProduct.removeContract>,
  ctx: ActorContext,
) {
  const today = dayIn(ctx.config.BUSINESS_TIME_ZONE, ctx.now());
  const months = await ctx.write(async (tx) => {
    await acquireSyncLock(tx);
    const [known] = await organizationsWhere(tx, eq(o.id, id));
    const old = known && termsOf(known);
    if (!known?.contract || !old) return refuse(directoryProduct.removeContract, 404);
    if (known.version !== version) refuse(directoryProduct.removeContract, 409);
    const { subscriptionId } = known.contract;
    // Its id is the organisation's, which another contract may need.
    await tx.execute(sql`
      update subscriptions set status = 'CANCELLED', ended_at = coalesce(ended_at, ${NOW}), external_id = external_id || ':' || id
      where id = ${subscriptionId}`);
    await freeOrganizations(tx, [id]);
    const changes = changesOfTerms(undefined, old).map(({ field, new: was }) => ({ field, old: was, new: null }));
    await audit(tx, ctx, { action: 'contract_removed', subject: 'subscription', subjectId: subscriptionId, changes });
    return (await reconcileRenewals(tx, { subscriptionIds: [subscriptionId], today, author: ctx })).changedMonths;
  });
  for (const month of months) ctx.announce({ kind: 'month', month });
  return {};
}

type Answers = readonly Answer<ProviderOrganization>[];
type Row = typeof o.$inferSelect;

const factsOf = (organization: ProviderOrganization) => ({
  name: cleaned(organization.name) ?? organization.id,
  email: cleaned(organization.email)?.toLowerCase() ?? null,
  planName: cleaned(organization.planName),
  productCode: cleaned(organization.productCode),
  licences: organization.licences,
});
const { name, email, planName, productCode, licences } = getTableColumns(o);
const FACTS = { name, email, planName, productCode, licences };

/** The provider's facts of an organisation; where the answer is unreadable, the earlier ones. */
function factsIn(answer: Exclude<Answers[number], { how: 'gone' }>, old: Row | undefined) {
  if (answer.how === 'told') return factsOf(answer.record);
  const nothing = { email: null, planName: null, productCode: null, licences: null };
  return old ?? { ...nothing, name: cleaned(answer.name ?? null) ?? answer.id };
}

const inColumns = (facts: Record<keyof typeof FACTS, string | number | null>) =>
  Object.fromEntries(Object.entries(FACTS).map(([key, column]) => [column.name, facts[key as keyof typeof FACTS]]));

function changeOf(organizationId: string, old: Row | undefined, facts: ReturnType<typeof factsOf>) {
  if (!old)
    return { action: 'organization_listed', changes: changesBetween({}, { organizationId, ...inColumns(facts) }) };
  const changes = changesBetween(inColumns(old), inColumns(facts));
  return { action: old.goneAt === null ? 'organization_changed' : 'organization_back', changes };
}

/** Notes those that are there. @returns what changed, by the provider's ids. */
async function markListed(tx: Db, runId: number, answers: Answers, known: ReadonlyMap<string, Row>) {
  const there = answers.filter((answer) => answer.how !== 'gone');
  const rows = there.map((answer) => ({ answer, old: known.get(answer.id) }));
  const written = rows.map(({ answer, old }) => {
    const { name, email, planName, productCode, licences } = factsIn(answer, old);
    return { organizationId: answer.id, runId, goneAt: null, name, email, planName, productCode, licences };
  });
  const set = { ...excluded(FACTS), runId, goneAt: null };
  const ids =
    written.length === 0
      ? []
      : await tx
          .insert(o)
          .values(written)
          .onConflictDoUpdate({ target: o.organizationId, set })
          .returning({ id: o.id, organizationId: o.organizationId });
  const idOf = new Map(ids.map((one) => [one.organizationId, one.id]));
  return written.flatMap((now): Entry[] => {
    const old = known.get(now.organizationId);
    const { action, changes } = changeOf(now.organizationId, old, now);
    if (changes.length === 0 && action === 'organization_changed') return [];
    return [{ action, subject: 'directory_organization', subjectId: idOf.get(now.organizationId) ?? null, changes }];
  });
}

async function markGone(tx: Db, ids: readonly string[]): Promise<Entry[]> {
  const gone = await tx
    .update(o)
    .set({ goneAt: NOW })
    .where(sql`${inArray(o.organizationId, [...ids])} and ${o.goneAt} is null`)
    .returning({ id: o.id });
  return gone.map(({ id }) => ({
    action: 'organization_gone',
    subject: 'directory_organization',
    subjectId: id,
    changes: [],
  }));
}

/** Contracts that run have the seats that the provider counts; all else of them is ours. */
async function applyLicences(tx: Db, ids: readonly string[], { author, today }: { author: Author; today: string }) {
  const { rows } = await tx.execute<{ id: number; was: number | null; now: number | null }>(sql`
    update subscriptions s set number_of_seats = coalesce(o.licences, o.contract_licences)
    from directory_organizations o join subscriptions old on old.id = o.subscription_id
    where s.id = old.id and o.organization_id = any(${sql.param([...ids])}::text[]) and s.ended_at is null
      and s.number_of_seats is distinct from coalesce(o.licences, o.contract_licences)
    returning s.id, old.number_of_seats as was, s.number_of_seats as now`);
  if (rows.length === 0) return [];
  const entries = rows.map(({ id, was, now }): Entry => ({
    action: 'subscription_changed',
    subject: 'subscription',
    subjectId: id,
    changes: changesBetween({ number_of_seats: was }, { number_of_seats: now }),
  }));
  await audit(tx, author, ...entries);
  const { changedMonths } = await reconcileRenewals(tx, { subscriptionIds: rows.map(({ id }) => id), today, author });
  return changedMonths;
}

interface Keeping {
  runId: number;
  author: Author;
  today: string;
}

/** Brings our organisations to what the provider said of some of them. Part of the transaction that marks it as read. */
export async function storeOrganizations(tx: Db, listed: Answers, { runId, ...by }: Keeping) {
  await acquireSyncLock(tx);
  const answers = [...new Map(listed.map((answer) => [answer.id, answer])).values()];
  const ids = answers.map(({ id }) => id);
  const known = await tx.select().from(o).where(inArray(o.organizationId, ids));
  const byId = new Map(known.map((row) => [row.organizationId ?? '', row]));
  const gone = answers.flatMap(({ id, how }) => (how === 'gone' ? [id] : []));
  const entries = [...(await markListed(tx, runId, answers, byId)), ...(await markGone(tx, gone))];
  await audit(tx, by.author, ...entries);
  return { changed: entries.length, months: await applyLicences(tx, ids, by) };
}
