import type { BodyOf } from '@desk/contract/call';
import { dateFaults } from '@desk/contract/rules/comment-dates';
import { CommentForm, followUp } from '@desk/contract/follow-up';
import { DAY_OUTSIDE } from '@desk/contract/renewal-work/next-step';
import { SOLD_PRODUCTS } from '@desk/contract/renewals';
import { eq } from 'drizzle-orm';
import { dayIn } from '../../platform/time/days.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { proposeForStatus } from '../../domain/instructions/decided.ts';
import { lockRenewal, monthOf, addRenewalComment, type Renewal } from '../../domain/renewals/comments.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import { isPlannable, planNext } from '../../domain/work-items/planned.ts';
import { IS_CLOSED, reasonIn, sentenceOf, withComment, workAfter } from './rules.ts';

/** What is next is part of what was said: its words are the reason. */
async function planAfter(
  tx: Db,
  ctx: ActorContext,
  { id, state }: Renewal,
  { next, words }: { next: Added['next']; words: string },
): Promise<void> {
  if (next === undefined) return;
  const path = ['next', 'day'];
  if (state !== 'open') refuseFields([{ path, message: IS_CLOSED }]);
  if (!isPlannable(next.day, dayIn(ctx.config.BUSINESS_TIME_ZONE, ctx.now())))
    refuseFields([{ path, message: DAY_OUTSIDE }]);
  await planNext(tx, ctx, id, { ...next, reason: next.reason ?? reasonIn(words) });
}

type Added = BodyOf<typeof followUp.addComment>;

/** The form as if flag and status alone had been changed in it. */
const formOf = (set: NonNullable<Added['formData']>, { taskStatus, specialComments }: Renewal): CommentForm =>
  CommentForm.parse({ ...set, task_status: taskStatus ?? '', special_comments: specialComments ?? '' });

export async function addComment({ comment, renewal_id, formData, version, next }: Added, ctx: ActorContext) {
  const renewal = await ctx.write(async (tx) => {
    const old = (await lockRenewal(tx, renewal_id)) ?? refuse(followUp.addComment, 404);
    if (version !== undefined && version !== old.version) refuse(followUp.addComment, 409);
    const now = formData ? workAfter(formOf(formData, old), old) : {};
    const added = { action: 'comment_added', comment, ...(formData && { form: formData }), now } as const;
    await addRenewalComment(tx, ctx, old, added);
    await planAfter(tx, ctx, old, { next, words: comment });
    if (formData) {
      const { status } = formData;
      await proposeForStatus(tx, ctx, old, { status, before: old.confirmationStatus, seats: null, usual: null });
    }
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

export async function saveStatus(
  { formData: form, comment = '', renewal_id, version, next }: BodyOf<typeof followUp.saveStatus>,
  ctx: ActorContext,
) {
  const { renewal, proposed } = await ctx.write(async (tx) => {
    const old = (await lockRenewal(tx, renewal_id)) ?? refuse(followUp.saveStatus, 404);
    if (version !== undefined && version !== old.version) refuse(followUp.saveStatus, 409);
    if (form.com_plan_name !== '' && !(await isKnownProduct(tx, form.com_plan_name, old)))
      refuse(followUp.saveStatus, 422);
    const faults = dateFaults(form, {
      renewal_date: old.termEnd,
      today: dayIn(ctx.config.BUSINESS_TIME_ZONE, ctx.now()),
    });
    if (faults.length > 0) refuseFields(faults.map((fault) => ({ ...fault, path: ['formData', ...fault.path] })));
    const now = workAfter(form, old);
    const words = withComment(comment, sentenceOf(now, form));
    // Whether something was said by it beside the status is known by the form that is kept.
    const typed = comment === '' ? form : { ...form, comment };
    await addRenewalComment(tx, ctx, old, { action: 'status_saved', comment: words, form: typed, now });
    await planAfter(tx, ctx, old, { next, words });
    const seats = form.seats_at_renewal === '' ? null : Number(form.seats_at_renewal);
    const [status, before] = [now.confirmationStatus, old.confirmationStatus];
    const asked = { status, before, seats, usual: now.renewedLicences };
    return { renewal: old, proposed: await proposeForStatus(tx, ctx, { ...old, ...now }, asked) };
  });
  ctx.announce(monthOf(renewal));
  return { instruction_id: proposed?.state === 'draft' ? proposed.id : null };
}
