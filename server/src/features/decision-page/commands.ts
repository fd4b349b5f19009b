import { whyNotSeats } from '@desk/contract/rules/wished-seats';
import { and, eq, isNull } from 'drizzle-orm';
import { limits } from '../../auth/limits.ts';
import { addressKey, attemptAll } from '../../auth/throttle.ts';
import { senderOf } from '../../config.ts';
import { confirmDecisions } from '../../domain/customer-decisions/confirm.ts';
import { decideRenewals, type Outcome } from '../../domain/customer-decisions/decide.ts';
import { nameOf, type Decider } from '../../domain/customer-decisions/decider.ts';
import { readWhySilenced } from '../../domain/contacts/read-reachable-contacts.ts';
import { linkUrl, makeLink, noteUse, type FoundLink } from '../../domain/offers/links.ts';
import { isOfferOutdated } from '../../domain/offers/outdated.ts';
import { firstAsked } from '../../domain/offers/link-chain.ts';
import { amountOfDecision } from '../../domain/offers/offer-lines.ts';
import { forwardedMail } from '../../domain/offers/mails.ts';
import { queueWithLink } from '../../domain/offers/send-links.ts';
import { lockRenewal, monthOf, type Renewal } from '../../domain/renewals/comments.ts';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { decisionLinksTable as l, offersTable as f } from '../../platform/db/tables/offers.ts';
import { outboxTable as o } from '../../platform/db/tables/outbox.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { dayIn } from '../../platform/time/days.ts';
import {
  ALL,
  areOthers,
  decisionAbout,
  haveSeatsChanged,
  FORWARD,
  isUnanswered,
  type Fault,
  type LineView,
  type OfferView,
  type ToConfirm,
  type TypedDecision,
  type TypedForward,
  unseenNumber,
} from './rules.ts';

/** The far end of a request. */
export interface From {
  readonly ip: string;
  readonly requestId: string;
  readonly userAgent: string | null;
}

export interface Opened extends FoundLink {
  readonly token: string;
  readonly view: OfferView;
}

/** Counts a request by its link, right or wrong, and by its address. @returns seconds to wait, 0 where it may go on */
export function countRequest({ db, config }: Services, tokenKey: string, ip: string): Promise<number> {
  const { decisionPagesPerAddress, decisionPagesPerLink } = limits(config.RATE_PROFILE);
  return attemptAll(
    db,
    [`decision-page:${addressKey(ip)}`, decisionPagesPerAddress],
    [`decision-link:${tokenKey}`, decisionPagesPerLink],
  );
}

/** A form is known by the mail that was written with it: its dedupe key stands in the outbox. */
const dedupeKeyOf = (what: 'decision' | 'forward', { link }: FoundLink, key: string) =>
  `${what}-form:${link.id}:${key}`;
const isDuplicate = async (tx: Db, key: string): Promise<boolean> => (await tx.$count(o, eq(o.dedupeKey, key))) > 0;

/** The lines that a form is about: one, or all that nobody has decided yet. */
function linesOf({ view }: Opened, line: string): readonly LineView[] {
  if (line === ALL) return view.lines.filter(isUnanswered);
  return view.lines.filter(({ standing, renewalId }) => standing === 'open' && String(renewalId) === line);
}

function faultOf(lines: readonly LineView[], typed: TypedDecision, { view }: Opened, form: string) {
  const fault = (message: string): Fault => ({ form, field: 'choice', message });
  if (typed.version !== view.version)
    return fault('Our offer has changed since this page was loaded. Please look at it again.');
  if (form === ALL && areOthers(lines, typed.seen))
    return fault('Something has changed since this page was loaded. Please look at it again.');
  if (haveSeatsChanged(lines, typed.seen))
    return fault('The number of seats has changed since this page was loaded. Please look at it again.');
  if (lines.length === 0) return fault('This can no longer be decided here. Please call us.');
  return undefined;
}

async function lockAll(tx: Db, { offer }: FoundLink, lines: readonly LineView[]): Promise<readonly Renewal[]> {
  const held: Renewal[] = [];
  for (const id of lines.map(({ renewalId }) => renewalId).toSorted((a, b) => a - b)) {
    const renewal = await lockRenewal(tx, id);
    // It may have gone to another customer since it was looked at.
    if (renewal?.customerId === offer.customerId) held.push(renewal);
  }
  return held;
}

/** A number that was typed and can be had, with what it comes to: nobody decides for a sum that they have not seen. Undefined: no price is known, or it was seen. */
function sumToConfirm({ offer }: Opened, [line]: readonly LineView[], typed: TypedDecision, form: string) {
  const seats = unseenNumber(typed);
  const offered = offer.lines.find(({ renewalId }) => renewalId === line?.renewalId);
  if (!line || !offered || seats === undefined || whyNotSeats(seats, line) !== undefined) return undefined;
  const amount = amountOfDecision(offered, line.bought, decisionAbout(line, typed));
  return amount === null ? undefined : { toConfirm: { form, seats, amount } };
}

const isDecided = (one: Outcome) => one.is === 'decided';

/** What became of a form: it is taken, it is not, it is taken once its sum is confirmed, its link opens nothing any more, or its number has no price. */
export type Answer = 'taken' | 'lost' | Fault | { readonly toConfirm: ToConfirm } | { readonly unpriced: string };

/** A form that is not taken after all: what was written of it is taken back. */
class NotTaken extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('A form was not taken.');
    this.answer = answer;
  }
}

/**
 * Decides about lines of an offer by its link. Fifty of one form are one decision: each holds the renewals first, and all but the first
 * find that it is a duplicate.
 */
export async function decideByLink(
  opened: Opened,
  { form, typed, from }: { form: string; typed: TypedDecision; from: From },
  services: Services,
): Promise<Answer> {
  const key = dedupeKeyOf('decision', opened, typed.key);
  // Before anything is checked: who sends a form twice is not told that its lines are decided.
  if (await isDuplicate(services.db, key)) return 'taken';
  const lines = linesOf(opened, form);
  const fault = faultOf(lines, typed, opened, form);
  if (fault) return fault;
  const toConfirm = sumToConfirm(opened, lines, typed, form);
  if (toConfirm) return toConfirm;
  const decider = { by: 'link', link: opened.link, name: typed.name, client: from } as const;
  const work = async (tx: Db): Promise<readonly Outcome[]> => {
    const held = await lockAll(tx, opened, lines);
    if (await isDuplicate(tx, key)) return [];
    // While they were waited for the provider's list may have come.
    if (await isOfferOutdated(tx, opened.offer.id)) throw new NotTaken('lost');
    const about = new Map(lines.map((line) => [line.renewalId, decisionAbout(line, typed)]));
    const asked = held.flatMap(({ id }) => {
      const decision = about.get(id);
      return decision ? [{ renewalId: id, decision }] : [];
    });
    const outcomes = await decideRenewals(tx, services, asked, decider);
    const refused = outcomes.find((one) => one.is === 'impossible');
    if (refused) throw new NotTaken({ form, field: 'seats', message: refused.why });
    if (!(await noteUse(tx, opened.link))) throw new NotTaken('lost');
    const url = linkUrl(senderOf(services.config), opened.token);
    const confirmation = { name: typed.name, url, offer: opened.offer, dedupeKey: key };
    await confirmDecisions(tx, services, outcomes.filter(isDecided), confirmation);
    return outcomes;
  };
  let outcomes: readonly Outcome[];
  try {
    outcomes = await services.db.transaction(work);
  } catch (error) {
    if (error instanceof NotTaken) return error.answer;
    throw error;
  }
  for (const month of new Set(outcomes.filter(isDecided).map((one) => monthOf(one.renewal).month)))
    services.announce({ kind: 'month', month });
  const isLate =
    outcomes.length > 0 && outcomes.every(({ is }) => is === 'closed' || is === 'too late' || is === 'unknown');
  return isLate ? { form, field: 'choice', message: 'This can no longer be decided here. Please call us.' } : 'taken';
}

/** What a number comes to that was counted up or down to: it is looked at, and nothing is decided. */
export function lookAtNumber(opened: Opened, form: string, typed: TypedDecision): Answer {
  const lines = linesOf(opened, form);
  const fault = faultOf(lines, typed, opened, form);
  if (fault) return fault;
  const [line] = lines;
  const why = line && whyNotSeats(typed.decision.seats ?? line.bought, line);
  if (why !== undefined) return { form, field: 'seats', message: why };
  return sumToConfirm(opened, lines, typed, form) ?? { unpriced: form };
}

/** Whether an address takes no mail, or is our own: what is sent there comes back as an answer. */
async function isNobodys(address: string, { db, config }: Services): Promise<boolean> {
  const own = [config.MAIL_FROM, config.REPLY_ADDRESS ?? ''].flatMap((text) => /[^<\s]+@[^>\s]+/.exec(text) ?? []);
  const plain = (one: string): string => one.toLowerCase().replace(/\+[^@]*@/, '@');
  if (own.some((one) => plain(one) === plain(address))) return true;
  return (await readWhySilenced(db, address)) !== null;
}

/** Passes an offer on to a colleague, who gets a link of their own. */
export async function forward(
  opened: Opened,
  { typed, from }: { typed: TypedForward; from: From },
  services: Services,
): Promise<Answer> {
  const { db, config } = services;
  const { link, offer, view } = opened;
  const key = dedupeKeyOf('forward', opened, typed.key);
  if (await isDuplicate(db, key)) return 'taken';
  const fault = (message: string): Fault => ({ form: FORWARD, field: 'to_address', message });
  if (!view.lines.some(({ standing }) => standing === 'open'))
    return fault('This can no longer be decided here. Please call us.');
  // All that comes of one link counts as its own: else each colleague could pass it on to five more.
  const first = await firstAsked(db, link.id);
  const forwarded = `decision-forward:${offer.customerId}:${(first?.address ?? link.recipient).toLowerCase()}`;
  if ((await attemptAll(db, [forwarded, limits(config.RATE_PROFILE).forwardsPerContact])) > 0)
    return fault('It was passed on several times today. Please call us if more people are to have it.');
  if (await isNobodys(typed.to_address, services)) return fault('We cannot write to this address');
  const decider: Decider = { by: 'link', link, name: typed.name, client: from };
  const sender = senderOf(config);
  const work = async (tx: Db): Promise<Answer> => {
    // The offer before the link, as whoever replaces it takes them: neither waits for the other.
    const isCurrent = and(eq(f.id, offer.id), isNull(f.replacedAt));
    if ((await tx.select({ id: f.id }).from(f).where(isCurrent).for('share')).length === 0) return 'lost';
    const isMine = and(eq(l.id, link.id), isNull(l.revokedAt));
    const [held] = await tx.select({ id: l.id }).from(l).where(isMine).for('no key update');
    if (!held) return 'lost';
    if (await isDuplicate(tx, key)) return 'taken';
    const to = { address: typed.to_address, name: typed.to_name };
    const token = await makeLink(tx, offer.id, { ...to, contactId: null, forwardedFromId: link.id });
    const by = { name: typed.name, address: link.recipient };
    const mail = forwardedMail(offer, { name: to.name, url: linkUrl(sender, token), by }, sender);
    const renewalIds = offer.lines.map(({ renewalId }) => renewalId);
    const message = { recipient: to.address, mail, offerId: offer.id, createdBy: nameOf(decider), dedupeKey: key };
    await queueWithLink(tx, services, { ...message, renewalIds });
    const author = { actor: { id: null, email: nameOf(decider) }, client: from };
    const changes = changesBetween({}, { offer: view.number, to: `${to.name} <${to.address}>` });
    await audit(tx, author, { action: 'offer_forwarded', subject: 'customer', subjectId: offer.customerId, changes });
    return 'taken';
  };
  return db.transaction(work);
}

/**
 * Somebody asks for a new link with whatever address they have. A job looks whether it was a link once, so that nobody can tell
 * by the answer or its time.
 */
export async function askNewLink({ db, config }: Services, tokenHash: Buffer, { ip, requestId }: From): Promise<void> {
  const { newLinksPerAddress, newLinksPerLink } = limits(config.RATE_PROFILE);
  const hash = tokenHash.toString('hex');
  const wait = await attemptAll(
    db,
    [`new-link:${addressKey(ip)}`, newLinksPerAddress],
    [`new-link:${hash}`, newLinksPerLink],
  );
  if (wait === 0) await enqueue(db, 'new-decision-link', { hash, request: requestId });
}

/** The day in the business's time zone. */
export const todayOf = ({ config, now }: Pick<Services, 'config' | 'now'>): string =>
  dayIn(config.BUSINESS_TIME_ZONE, now());
