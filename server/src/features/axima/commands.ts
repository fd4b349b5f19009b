import { axima } from '@desk/contract/axima';
import { MOST_USERS, type AximaChanges, type AximaField } from '@desk/contract/rules/axima-fields';
import type { BodyOf } from '@desk/contract/call';
import { and, eq, ne, sql } from 'drizzle-orm';
import { dayIn } from '../../platform/time/days.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import {
  aximaDomainsTable as d,
  aximaProductsTable as p,
  aximaSubscriptionsTable as s,
} from '../../platform/db/tables/axima.ts';
import { namedDomain } from '../../platform/domain-names/typed.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { subscriptionRow } from './queries.ts';
import { changedFields, guessesPrices, isLikelyStart, mayChange, renewalDate } from './rules.ts';

const todayOf = ({ config, now }: ActorContext) => dayIn(config.BUSINESS_TIME_ZONE, now());
/** A form's text as it is stored: null for the empty one, undefined for one that was not sent. */
const orNull = <Text extends string>(text: Text | undefined) =>
  text === '' ? null : (text as Exclude<Text, ''> | undefined);

/** The domain, held until the transaction ends: all changes of it and of its subscriptions happen one after the other. */
async function lockDomain(tx: Db, id: number): Promise<{ id: number } | undefined> {
  const [domain] = await tx.select({ id: d.id }).from(d).where(eq(d.id, id)).for('no key update');
  return domain;
}

const lockRow = { ...subscriptionRow, domainId: s.domainId };

/** A subscription as it stands, its domain held. */
async function lockSubscription(tx: Db, id: number) {
  const [known] = await tx.select({ domainId: s.domainId }).from(s).where(eq(s.id, id));
  if (known) await lockDomain(tx, known.domainId);
  const [held] = await tx
    .select(lockRow)
    .from(s)
    .innerJoin(d, eq(d.id, s.domainId))
    .innerJoin(p, eq(p.id, s.productId))
    .where(eq(s.id, id));
  return held;
}
type Held = NonNullable<Awaited<ReturnType<typeof lockSubscription>>>;

async function productOf(tx: Db, name: string): Promise<number | undefined> {
  const [product] = await tx.select({ id: p.id }).from(p).where(eq(p.name, name));
  return product?.id;
}

/** Whether a held domain has a subscription to the product that is not cancelled, other than `except`. */
async function hasProduct(tx: Db, domainId: number, product: number, except = 0): Promise<boolean> {
  const found = await tx
    .select({ id: s.id })
    .from(s)
    .where(
      and(
        eq(s.domainId, domainId),
        eq(s.productId, product),
        ne(s.id, except),
        sql`${s.status} is distinct from 'Cancelled'`,
      ),
    );
  return found.length > 0;
}

const nextVersion = (tx: Db, domainId: number, change: Partial<typeof d.$inferInsert> = {}) =>
  tx
    .update(d)
    .set({ ...change, version: sql`${d.version} + 1` })
    .where(eq(d.id, domainId));

type Agreed = Omit<BodyOf<typeof axima.addSubscription>, 'domain_id'>;

async function insertSubscription(tx: Db, ctx: ActorContext, domainId: number, productId: number, form: Agreed) {
  const { ticket_number, user_count, product, comments, order_id, billing_frequency } = form;
  const { selling_price, buying_price, margin_percent, requested_by, field_distributor } = form;
  const renewal_date = renewalDate(null, billing_frequency, todayOf(ctx));
  const [made] = await tx
    .insert(s)
    .values({
      domainId,
      productId,
      userCount: user_count,
      billingFrequency: billing_frequency,
      renewalDate: renewal_date,
      ticketNumber: ticket_number,
      orderId: order_id,
      sellingPrice: orNull(selling_price),
      buyingPrice: orNull(buying_price),
      marginPercent: orNull(margin_percent),
      currency: ctx.config.BUSINESS_CURRENCY,
      requestedBy: requested_by,
      fieldDistributor: field_distributor,
      comments,
    })
    .returning({ id: s.id });
  const facts = {
    ...{ ticket_number, user_count, product, comments, order_id, billing_frequency, renewal_date },
    ...{ selling_price, buying_price, margin_percent, requested_by, field_distributor },
  };
  await audit(tx, ctx, {
    action: 'subscription_added',
    subject: 'axima subscription',
    subjectId: made?.id ?? null,
    changes: changesBetween({}, facts),
  });
}

export async function addDomain(form: BodyOf<typeof axima.addDomain>, ctx: ActorContext) {
  const name = namedDomain(form.domain_name) ?? refuse(axima.addDomain, 400);
  const { customer_name, customer_email, phone_number, company_name, tenant_name } = form;
  await ctx.write(async (tx) => {
    const product = (await productOf(tx, form.product)) ?? refuse(axima.addDomain, 422);
    const domain = {
      name,
      companyName: company_name,
      customerName: customer_name,
      customerEmail: customer_email,
      phone: phone_number,
      tenantName: tenant_name,
    };
    const [made] = await tx.insert(d).values(domain).onConflictDoNothing().returning({ id: d.id });
    if (!made) refuse(axima.addDomain, 409);
    const facts = { domain_name: name, customer_name, customer_email, phone_number, company_name, tenant_name };
    const changes = changesBetween({}, facts);
    await audit(tx, ctx, { action: 'domain_added', subject: 'axima domain', subjectId: made.id, changes });
    await insertSubscription(tx, ctx, made.id, product, form);
  });
  return {};
}

export async function addSubscription(form: BodyOf<typeof axima.addSubscription>, ctx: ActorContext) {
  await ctx.write(async (tx) => {
    const domain = (await lockDomain(tx, form.domain_id)) ?? refuse(axima.addSubscription, 404);
    const product = (await productOf(tx, form.product)) ?? refuse(axima.addSubscription, 422);
    if (await hasProduct(tx, domain.id, product)) refuse(axima.addSubscription, 409);
    await insertSubscription(tx, ctx, domain.id, product, form);
    await nextVersion(tx, domain.id);
  });
  return {};
}

const ofDomain = (changes: AximaChanges) => ({
  customerName: changes.name,
  customerEmail: changes.email,
  companyName: changes.companyName,
  phone: changes.phoneNumber,
  tenantName: changes.tenant_name,
});
const ofSubscription = (changes: AximaChanges) => ({
  ticketNumber: changes.ticket_number,
  userCount: changes.user_count,
  comments: changes.comments,
  orderId: changes.order_id,
  startDate: orNull(changes.start_date),
  requestedBy: changes.requested_by,
  fieldDistributor: changes.field_distributor,
  billingFrequency: changes.billing_frequency,
  status: orNull(changes.status),
  sellingPrice: orNull(changes.selling_price),
  buyingPrice: orNull(changes.buying_price),
  marginPercent: orNull(changes.margin_percent),
});

/** The product that the subscription has after the wish; undefined where it cannot have it. */
async function productAfter(tx: Db, held: Held, changes: AximaChanges): Promise<number | undefined> {
  const { axima_product_name: name = held.axima_product_name, status = held.status } = changes;
  const product = await productOf(tx, name);
  if (product === undefined || status === 'Cancelled') return product;
  return (await hasProduct(tx, held.domainId, product, held.axima_subscription_id)) ? undefined : product;
}

/** The renewal date moves with the start date and the billing frequency, and with nothing else. */
function renewalAfter(held: Held, wanted: AximaChanges, fields: readonly AximaField[], today: string): string {
  if (!fields.includes('start_date') && !fields.includes('billing_frequency')) return held.renewal_date;
  const { start_date = held.start_date, billing_frequency = held.billing_frequency } = wanted;
  return renewalDate(start_date === '' ? null : start_date, billing_frequency, today);
}

const DOMAIN_FIELDS: readonly string[] = ['name', 'email', 'companyName', 'phoneNumber', 'tenant_name'];

/** One entry for what changed of the domain, one for what changed of the subscription. */
async function auditEdit(tx: Db, ctx: ActorContext, held: Held, now: object) {
  const changes = changesBetween({ ...held }, { ...now });
  const isOfDomain = ({ field }: { field: string }) => DOMAIN_FIELDS.includes(field);
  const entries = [
    {
      action: 'domain_changed',
      subject: 'axima domain',
      subjectId: held.domainId,
      changes: changes.filter((change) => isOfDomain(change)),
    },
    {
      action: 'subscription_changed',
      subject: 'axima subscription',
      subjectId: held.axima_subscription_id,
      changes: changes.filter((change) => !isOfDomain(change)),
    },
  ];
  await audit(tx, ctx, ...entries.filter((entry) => entry.changes.length > 0));
}

export async function update(body: BodyOf<typeof axima.update>, ctx: ActorContext) {
  const { formData: wanted, subscription_id, version } = body;
  const today = todayOf(ctx);
  if (guessesPrices(ctx.actor.role, wanted)) refuse(axima.update, 403);
  await ctx.write(async (tx) => {
    const held = (await lockSubscription(tx, subscription_id)) ?? refuse(axima.update, 404);
    if (version !== undefined && version !== held.version) refuse(axima.update, 409);
    const fields = changedFields(held, wanted);
    if (!fields.every((field) => mayChange(ctx.actor.role, field))) refuse(axima.update, 403);
    if (fields.length === 0) return;
    if (fields.includes('start_date') && wanted.start_date && !isLikelyStart(wanted.start_date, today))
      refuse(axima.update, 400);
    const product = (await productAfter(tx, held, wanted)) ?? refuse(axima.update, 422);
    const renewal_date = renewalAfter(held, wanted, fields, today);
    await nextVersion(tx, held.domainId, ofDomain(wanted));
    await tx
      .update(s)
      .set({ ...ofSubscription(wanted), productId: product, renewalDate: renewal_date })
      .where(eq(s.id, held.axima_subscription_id));
    await auditEdit(tx, ctx, held, { ...wanted, renewal_date });
  });
  return {};
}

export async function addLicence(body: BodyOf<typeof axima.addLicence>, ctx: ActorContext) {
  const { subscription: seen, seats } = body;
  await ctx.write(async (tx) => {
    const held = (await lockSubscription(tx, seen.axima_subscription_id)) ?? refuse(axima.addLicence, 404);
    if (held.user_count !== seen.user_count) refuse(axima.addLicence, 409);
    const user_count = held.user_count + seats;
    if (held.status === 'Cancelled' || user_count > MOST_USERS) refuse(axima.addLicence, 422);
    await tx.update(s).set({ userCount: user_count }).where(eq(s.id, held.axima_subscription_id));
    await nextVersion(tx, held.domainId);
    await audit(tx, ctx, {
      action: 'licences_added',
      subject: 'axima subscription',
      subjectId: held.axima_subscription_id,
      changes: changesBetween({ ...held }, { user_count }),
    });
  });
  return {};
}
