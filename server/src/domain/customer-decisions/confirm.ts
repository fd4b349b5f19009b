import { eq, inArray } from 'drizzle-orm';
import { senderOf } from '../../config.ts';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { amountOf } from '../../platform/mail/text.ts';
import type { Offer } from '../offers/links.ts';
import { amountOfDecision } from '../offers/offer-lines.ts';
import { queueWithLink } from '../offers/send-links.ts';
import { lastSafeDayToDecide } from '../renewals/own-renewals.ts';
import { addressOf, nameOf } from './decider.ts';
import { confirmationMail } from './mails.ts';
import { decidedLine, deciderBefore, type Decided } from './tell-link-holders.ts';

interface Confirmation {
  /** By which they are greeted. */
  readonly name: string;
  /** Where they see what they decided, and can change it. */
  readonly url: string;
  /** Its document goes with the mail, and its prices; undefined: there is none that they may see. */
  readonly offer: Offer | undefined;
  readonly dedupeKey: string;
}

const readTerms = (db: Db, ids: readonly number[]) =>
  db
    .select({ id: r.id, bought: s.numberOfSeats, lastSafeDay: lastSafeDayToDecide, termEnd: r.termEnd })
    .from(r)
    .innerJoin(s, eq(s.id, r.subscriptionId))
    .where(inArray(r.id, [...ids]));
type Term = Awaited<ReturnType<typeof readTerms>>[number];

/** What a decision comes to, in words. */
function sumOf({ renewal, decision }: Decided, terms: readonly Term[], offer: Offer | undefined): string | undefined {
  const line = offer?.lines.find(({ renewalId }) => renewalId === renewal.id);
  if (!offer || !line) return undefined;
  const bought = terms.find(({ id }) => id === renewal.id)?.bought ?? line.seats;
  const amount = amountOfDecision(line, bought, decision);
  return amount === null ? undefined : amountOf(amount, offer.currency);
}

/** Until the end of which all of it can be changed. */
const firstLastDay = (terms: readonly Term[]): string =>
  terms.map(({ lastSafeDay, termEnd }) => lastSafeDay ?? termEnd).toSorted()[0] ?? '';

/** Mails who has decided what we have understood, in one mail with the quote, by whichever way it was decided. */
export async function confirmDecisions(
  tx: Db,
  services: Pick<Services, 'config' | 'secret'>,
  all: readonly Decided[],
  { name, url, offer: made, dedupeKey }: Confirmation,
): Promise<void> {
  const [first] = all;
  if (!first) return;
  const renewalIds = all.map(({ renewal }) => renewal.id);
  const terms = await readTerms(tx, renewalIds);
  // Who ends it, or wants to talk, is quoted nothing.
  const offer = all.some(({ decision: { decision } }) => decision === 'renew' || decision === 'change')
    ? made
    : undefined;
  const about = {
    ...{ name, url, hasQuote: offer !== undefined, until: firstLastDay(terms) },
    lines: all.map((one) => ({ ...decidedLine(one), sum: sumOf(one, terms, offer) })),
    before: await deciderBefore(tx, all),
  };
  const mail = confirmationMail(about, senderOf(services.config));
  const [recipient, createdBy] = [addressOf(first.decider), nameOf(first.decider)];
  await queueWithLink(tx, services, { recipient, mail, offerId: offer?.id ?? null, renewalIds, createdBy, dedupeKey });
}
