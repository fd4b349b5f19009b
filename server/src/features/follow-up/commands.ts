import type { BodyOf } from '@desk/contract/call';
import { followUp } from '@desk/contract/follow-up';
import { SOLD_PRODUCTS } from '@desk/contract/renewals';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { ActorContext, Db } from '../../context.ts';
import { audit, changesBetween } from '../../db/audit.ts';
import type { Change } from '../../db/tables/audit.ts';
import { renewalCommentsTable as c, renewalsTable as r } from '../../db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../db/tables/subscriptions.ts';
import { refuse } from '../../http/refusal.ts';
import { sentenceOf, workAfter, type Work } from './rules.ts';

type Renewal = typeof r.$inferSelect;

/** The renewal, held until the transaction ends: who writes it next waits and then sees what was written. */
async function holdRenewal(tx: Db, id: number): Promise<Renewal | undefined> {
  const [renewal] = await tx.select().from(r).where(eq(r.id, id)).for('no key update');
  return renewal;
}

const NEXT_VERSION = { version: sql`${r.version} + 1` };
const monthOf = ({ termEnd }: Renewal) => ({ kind: 'month' as const, month: termEnd.slice(0, 7) });

export async function addComment({ comment, renewal_id }: BodyOf<typeof followUp.addComment>, ctx: ActorContext) {
  const { db, actor } = ctx;
  const renewal = await db.transaction(async (tx) => {
    const old = (await holdRenewal(tx, renewal_id)) ?? refuse(followUp.addComment, 404);
    await tx.insert(c).values({ renewalId: old.id, comment, updatedBy: actor.email });
    await tx
      .update(r)
      .set({ followupComment: comment, ...NEXT_VERSION })
      .where(eq(r.id, old.id));
    const changes = [{ field: 'followup_comment', old: old.followupComment, new: comment }];
    await audit(tx, ctx, { action: 'comment_added', subject: 'renewal', subjectId: old.id, changes });
    return old;
  });
  ctx.announce(monthOf(renewal));
  return {};
}

/** A product is known when it is sold or somebody has it; the renewal's own may have been withdrawn meanwhile. */
async function isKnownProduct(tx: Db, name: string, { skuName, plannedSku }: Renewal): Promise<boolean> {
  if ([skuName, plannedSku, ...SOLD_PRODUCTS].includes(name)) return true;
  const found = await tx.select({ id: s.id }).from(s).where(eq(s.skuName, name)).limit(1);
  return found.length > 0;
}

const columns = getTableColumns(r);
const changesOf = (old: Renewal, work: Work): Change[] =>
  changesBetween(old, { ...work }).map((change) => ({ ...change, field: columns[change.field as keyof Work].name }));

export async function saveStatus(
  { formData: form, renewal_id, version }: BodyOf<typeof followUp.saveStatus>,
  ctx: ActorContext,
) {
  const { db, actor } = ctx;
  const renewal = await db.transaction(async (tx) => {
    const old = (await holdRenewal(tx, renewal_id)) ?? refuse(followUp.saveStatus, 404);
    if (version !== undefined && version !== old.version) refuse(followUp.saveStatus, 409);
    if (form.com_plan_name !== '' && !(await isKnownProduct(tx, form.com_plan_name, old)))
      refuse(followUp.saveStatus, 422);
    const work = workAfter(form, old);
    await tx
      .update(r)
      .set({ ...work, ...NEXT_VERSION })
      .where(eq(r.id, old.id));
    await tx.insert(c).values({ renewalId: old.id, comment: sentenceOf(work), form, updatedBy: actor.email });
    const changes = changesOf(old, work);
    await audit(tx, ctx, { action: 'status_saved', subject: 'renewal', subjectId: old.id, changes });
    return old;
  });
  ctx.announce(monthOf(renewal));
  return {};
}
