import { createHash } from 'node:crypto';
import type { BodyOf } from '@desk/contract/call';
import { resellers } from '@desk/contract/resellers';
import { dayIn } from '../../calendar/days.ts';
import type { ActorContext, Db } from '../../context.ts';
import { audit, type Entry } from '../../db/audit.ts';
import { post } from '../../db/outbox.ts';
import { refuse } from '../../http/refusal.ts';
import { renewalsToAnnounce, subscriptionsMeant, type Announced } from './queries.ts';
import { resellerMail } from './rules.ts';

type Wish = BodyOf<typeof resellers.notify>;

/** The renewals that are meant and the reseller who has them all. */
async function meantBy({ subscriptionIds, month, reseller_email }: Wish, tx: Db) {
  const meant = (await subscriptionsMeant(tx, subscriptionIds)) ?? refuse(resellers.notify, 404);
  const renewals = await renewalsToAnnounce(tx, subscriptionIds, month);
  if (renewals.length !== meant) refuse(resellers.notify, 404);
  const [first] = renewals;
  const { resellerId, resellerName, resellerEmail: email } = first ?? refuse(resellers.notify, 404);
  const isOfOne = renewals.every((one) => one.resellerId !== null && one.resellerId === resellerId);
  const isAsked = reseller_email === undefined || reseller_email === email?.toLowerCase();
  if (!isOfOne || !isAsked || email === null) return refuse(resellers.notify, 422);
  return { renewals, reseller: { id: resellerId, name: resellerName ?? '', email } };
}

/** The same renewals told to the same reseller on one day are one mail. */
const keyOf = (resellerId: number | null, renewals: readonly Announced[], today: string): string => {
  const ids = renewals.map(({ id }) => id).sort((one, other) => one - other);
  return `reseller:${resellerId}:${createHash('sha256').update(ids.join(',')).digest('base64url')}:${today}`;
};

export async function notify(wish: Wish, ctx: ActorContext) {
  const { db, config, actor } = ctx;
  const renewals = await db.transaction(async (tx) => {
    const { renewals: told, reseller } = await meantBy(wish, tx);
    const today = dayIn(config.BUSINESS_TIME_ZONE, ctx.now());
    const written = await post(tx, {
      channel: 'Email',
      purpose: 'renewal',
      recipient: reseller.email,
      ...resellerMail(reseller.name, told, config.BRAND_NAME),
      dedupeKey: keyOf(reseller.id, told, today),
      createdBy: actor.email,
    });
    if (written.length === 0) refuse(resellers.notify, 409);
    const entries = told.map(({ id }): Entry => {
      const changes = [
        { field: 'notification_type', old: null, new: 'Email' },
        { field: 'recipients', old: null, new: reseller.email },
      ];
      return { action: 'reseller_notified', subject: 'renewal', subjectId: id, changes };
    });
    await audit(tx, ctx, ...entries);
    return told;
  });
  for (const { id } of renewals) ctx.announce({ kind: 'notification', renewal_id: id });
  return { queued: 1 };
}
