import type { BodyOf } from '@desk/contract/call';
import { domains } from '@desk/contract/domains';
import { and, asc, eq, getTableColumns, or, sql } from 'drizzle-orm';
import type { ActorContext, Db } from '../../context.ts';
import { audit, changesBetween } from '../../db/audit.ts';
import { post } from '../../db/outbox.ts';
import { accountsTable as a, customerProfilesTable as p } from '../../db/tables/accounts.ts';
import { customersTable as c, domainsTable as d } from '../../db/tables/customers.ts';
import { subscriptionsTable as s } from '../../db/tables/subscriptions.ts';
import { namedDomain } from '../../domain-names/typed.ts';
import { refuse } from '../../http/refusal.ts';
import { decisionMail, isClaimable, MOST_OPEN_WISHES, verdictOn } from './rules.ts';

type Domain = typeof d.$inferSelect;
type Decision = 'ACTIVE' | 'REJECTED';

/** Names of the columns as the audit tells them. */
const COLUMNS: Readonly<Record<string, { name: string }>> = getTableColumns(d);
const aboutDomain = (action: string, subjectId: number, now: object, old: object = {}) => ({
  action,
  subject: 'domain',
  subjectId,
  changes: changesBetween({ ...old }, { ...now }).map((change) => ({
    ...change,
    field: COLUMNS[change.field]?.name ?? change.field,
  })),
});

/** The domain, held until the transaction ends: who decides next waits and then sees what was decided. */
async function holdDomain(tx: Db, id: number): Promise<Domain | undefined> {
  const [domain] = await tx.select().from(d).where(eq(d.id, id)).for('no key update');
  return domain;
}

/** The company of a person's domains, else a new one made from what the person said when registering. */
async function companyOf(tx: Db, ctx: ActorContext, personId: number): Promise<number> {
  const [earlier] = await tx
    .select({ customerId: d.customerId })
    .from(d)
    .where(eq(d.ownerId, personId))
    .orderBy(sql`${d.status} = 'ACTIVE' desc`, asc(d.id))
    .limit(1);
  if (earlier) return earlier.customerId;
  const said = tx
    .select({
      companyName: sql<string>`coalesce(${p.companyName}, ${a.email})`.as('company_name'),
      email: a.email,
      phone: a.phone,
    })
    .from(a)
    .leftJoin(p, eq(p.accountId, a.id))
    .where(eq(a.id, personId));
  const [person = { companyName: '', email: '', phone: '' }] = await said;
  const [made] = await tx.insert(c).values(person).returning({ id: c.id });
  const id = made?.id ?? 0;
  const changes = changesBetween({}, { company_name: person.companyName, email: person.email, phone: person.phone });
  await audit(tx, ctx, { action: 'customer_created', subject: 'customer', subjectId: id, changes });
  return id;
}

/** Asks for a name that nobody has here yet. */
async function askForNew(tx: Db, ctx: ActorContext, name: string) {
  const ownerId = ctx.actor.id;
  const wish = { name, status: 'PENDING', ownerId, customerId: await companyOf(tx, ctx, ownerId) } as const;
  const [made] = await tx
    .insert(d)
    .values({ ...wish, askedAt: sql`now()` })
    .onConflictDoNothing()
    .returning({ id: d.id });
  // Somebody else was faster; the company made for this wish goes with the transaction.
  if (!made) return refuse(domains.add, 403);
  return audit(tx, ctx, aboutDomain('domain_asked', made.id, wish));
}

async function claim(tx: Db, ctx: ActorContext, domain: Domain) {
  if (!isClaimable(domain, ctx.actor.id)) refuse(domains.add, 403);
  const now = { claimedById: ctx.actor.id };
  await tx
    .update(d)
    .set({ ...now, askedAt: sql`now()` })
    .where(eq(d.id, domain.id));
  await audit(tx, ctx, aboutDomain('domain_claimed', domain.id, now, domain));
}

export async function add({ domainName }: BodyOf<typeof domains.add>, ctx: ActorContext) {
  const name = namedDomain(domainName) ?? refuse(domains.add, 400);
  const me = ctx.actor.id;
  await ctx.db.transaction(async (tx) => {
    // One after the other for each person: the wishes are counted, and the first one makes the company.
    await tx.select({ id: a.id }).from(a).where(eq(a.id, me)).for('no key update');
    const isOpen = or(eq(d.claimedById, me), and(eq(d.ownerId, me), eq(d.status, 'PENDING')));
    if ((await tx.$count(d, isOpen)) >= MOST_OPEN_WISHES) refuse(domains.add, 429);
    const [known] = await tx.select().from(d).where(eq(d.name, name)).for('no key update');
    await (known ? claim(tx, ctx, known) : askForNew(tx, ctx, name));
  });
  return {};
}

async function tell(tx: Db, { actor, config }: ActorContext, personId: number | null, name: string, said: Decision) {
  if (personId === null) return;
  const people = await tx.select({ recipient: a.email }).from(a).where(eq(a.id, personId));
  const mail = decisionMail(said, name, config.BRAND_NAME);
  const notice = { channel: 'Email', purpose: 'notice', createdBy: actor.email, ...mail } as const;
  await post(tx, ...people.map(({ recipient }) => ({ ...notice, recipient })));
}

const isNamed = ({ name }: Domain, text: string): boolean => name.toLowerCase() === text.toLowerCase();

async function isAskedBy(tx: Db, personId: number | null, email: string | undefined): Promise<boolean> {
  if (email === undefined) return true;
  return personId !== null && (await tx.$count(a, and(eq(a.id, personId), eq(a.email, email)))) === 1;
}

export async function decide(
  { domain_id, domain_name, status, user_email }: BodyOf<typeof domains.decide>,
  ctx: ActorContext,
) {
  await ctx.db.transaction(async (tx) => {
    const domain = (await holdDomain(tx, domain_id)) ?? refuse(domains.decide, 404);
    if (!isNamed(domain, domain_name)) refuse(domains.decide, 409);
    const { about, personId, set, takesOver } = verdictOn(domain, status) ?? refuse(domains.decide, 409);
    if (!(await isAskedBy(tx, personId, user_email))) refuse(domains.decide, 409);
    // What we sold there stays with the company that bought it.
    const moves = takesOver && personId !== null && (await tx.$count(s, eq(s.domainId, domain.id))) === 0;
    const now = { ...set, ...(moves && { customerId: await companyOf(tx, ctx, personId) }) };
    await tx.update(d).set(now).where(eq(d.id, domain.id));
    await tell(tx, ctx, personId, domain.name, status);
    const action = `${about}_${status === 'ACTIVE' ? 'approved' : 'rejected'}`;
    await audit(tx, ctx, aboutDomain(action, domain.id, now, domain));
  });
  return {};
}

export async function setStatus(
  { domain_id, domain_name, status }: BodyOf<typeof domains.setStatus>,
  ctx: ActorContext,
) {
  await ctx.db.transaction(async (tx) => {
    const domain = (await holdDomain(tx, domain_id)) ?? refuse(domains.setStatus, 404);
    if (domain.status === status || !isNamed(domain, domain_name)) refuse(domains.setStatus, 409);
    // Whoever may edit may not therefore approve.
    if (domain.status === 'PENDING') refuse(domains.setStatus, 422);
    await tx.update(d).set({ status }).where(eq(d.id, domain.id));
    await audit(tx, ctx, aboutDomain('domain_status_changed', domain.id, { status }, domain));
  });
  return { error: false, message: 'Domain Status Updated' };
}
