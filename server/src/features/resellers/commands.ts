import { createHash } from 'node:crypto';
import type { BodyOf } from '@desk/contract/call';
import { isDue } from '@desk/contract/rules/announcements';
import { resellers } from '@desk/contract/resellers';
import { dayIn } from '../../platform/time/days.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit, type Entry } from '../../platform/audit/audit.ts';
import { queueRenewalMessages } from '../../platform/outbox/outbox.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { renewalsToAnnounce, type Announced } from './queries.ts';
import { resellerMail } from './rules.ts';

type Selection = BodyOf<typeof resellers.notify>;

/** The renewals that are meant and the reseller who has them all. */
async function meantBy(selection: Selection, tx: Db) {
  const { subscriptionIds, renewalDates, reseller_email: asked } = selection;
  if (renewalDates && renewalDates.length !== subscriptionIds.length) refuse(resellers.notify, 400);
  const renewals = (await renewalsToAnnounce(tx, selection)) ?? refuse(resellers.notify, 404);
  const [reseller, ...others] = new Map(renewals.map((one) => [one.reseller?.id, one.reseller])).values();
  if (!reseller || others.length > 0) return refuse(resellers.notify, 422);
  if (asked !== undefined && asked !== reseller.email.toLowerCase()) refuse(resellers.notify, 422);
  if (!renewals.every(isDue)) refuse(resellers.notify, 410);
  return { renewals, reseller };
}

export async function preview(selection: Selection, { db, config }: ActorContext) {
  const { renewals, reseller } = await meantBy(selection, db);
  const { subject, body: text } = resellerMail(reseller.name, renewals, config.BRAND_NAME);
  return { recipient: reseller.email, subject, text };
}

/** The one assignee of all these renewals, who gets the answer; undefined where there are several, or one renewal has none. */
function assigneeOf(renewals: readonly Announced[]): string | undefined {
  const [one, ...others] = new Set(renewals.map(({ assignee }) => assignee));
  return others.length === 0 ? (one ?? undefined) : undefined;
}

/** The same renewals told to the same reseller on one day are one mail. */
const keyOf = (resellerId: number, renewals: readonly Announced[], today: string): string => {
  const ids = renewals.map(({ id }) => id).sort((one, other) => one - other);
  return `reseller:${resellerId}:${createHash('sha256').update(ids.join(',')).digest('base64url')}:${today}`;
};

export async function notify(selection: Selection, ctx: ActorContext) {
  const { config, actor } = ctx;
  const renewals = await ctx.write(async (tx) => {
    const { renewals, reseller } = await meantBy(selection, tx);
    const today = dayIn(config.BUSINESS_TIME_ZONE, ctx.now());
    const ids = renewals.map(({ id }) => id);
    const written = await queueRenewalMessages(tx, ids, {
      channel: 'Email',
      purpose: 'renewal',
      recipient: reseller.email,
      ...resellerMail(reseller.name, renewals, config.BRAND_NAME),
      replyTo: assigneeOf(renewals),
      dedupeKey: keyOf(reseller.id, renewals, today),
      createdBy: actor.email,
    });
    if (written.length === 0) refuse(resellers.notify, 409);
    const entries = renewals.map(({ id }): Entry => {
      const changes = [
        { field: 'notification_type', old: null, new: 'Email' },
        { field: 'recipients', old: null, new: reseller.email },
      ];
      return { action: 'reseller_notified', subject: 'renewal', subjectId: id, changes };
    });
    await audit(tx, ctx, ...entries);
    return renewals;
  });
  for (const month of new Set(renewals.map(({ renewsOn }) => renewsOn.slice(0, 7))))
    ctx.announce({ kind: 'month', month });
  for (const { id } of renewals) ctx.announce({ kind: 'notification', renewal_id: id });
  return { queued: 1 };
}
