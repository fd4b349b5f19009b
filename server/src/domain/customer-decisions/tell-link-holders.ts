import { and, eq, inArray, sql } from 'drizzle-orm';
import { senderOf } from '../../config.ts';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import { domainsTable as d } from '../../platform/db/tables/customers.ts';
import type { renewalDecisionsTable } from '../../platform/db/tables/renewal-decisions.ts';
import { decisionLinksTable as l, offersTable as o } from '../../platform/db/tables/offers.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { queueMessagesAbout } from '../../platform/outbox/outbox.ts';
import { readSilenced } from '../contacts/read-reachable-contacts.ts';
import { addressKey } from '../contacts/reachable-contacts.ts';
import { isAsked } from '../offers/link-chain.ts';
import { linkHolders } from '../offers/links.ts';
import type { Renewal } from '../renewals/comments.ts';
import { wordsOf, type CustomerDecision } from './customer-decision.ts';
import { addressOf, nameOf, type Decider } from './decider.ts';
import { decidedMail, type DecidedLine } from './mails.ts';

export type KeptDecision = typeof renewalDecisionsTable.$inferSelect;

/** A decision that was written. */
export interface Decided {
  readonly renewal: Renewal;
  readonly decisionId: number;
  readonly decision: CustomerDecision;
  readonly decider: Decider;
  /** What it takes the place of. */
  readonly before: KeptDecision | undefined;
}

export const decidedLine = ({ renewal, decision }: Pick<Decided, 'renewal' | 'decision'>): DecidedLine => ({
  ...{ domainName: renewal.domainName, skuName: renewal.skuName, termEnd: renewal.termEnd },
  decided: wordsOf(decision),
});

/** Whose decision in the portal another takes the place of, as long as the domain is theirs: those of an earlier owner are told nothing. */
async function overruledAccounts(tx: Db, all: readonly Decided[]) {
  const ids = all.flatMap(({ before }) => before?.accountId ?? []);
  if (ids.length === 0) return [];
  const renewalIds = all.map(({ renewal }) => renewal.id);
  return tx
    .selectDistinct({ id: a.id, recipient: a.email, name: a.name })
    .from(a)
    .innerJoin(d, and(eq(d.ownerId, a.id), eq(d.status, 'ACTIVE')))
    .innerJoin(s, eq(s.domainId, d.id))
    .innerJoin(r, and(eq(r.subscriptionId, s.id), inArray(r.id, renewalIds)))
    .where(inArray(a.id, ids));
}

/** Who had decided before, where it was somebody else of the same customer; by a link their name as they typed it. */
export async function deciderBefore(tx: Db, all: readonly Decided[]): Promise<string | undefined> {
  const [other] = all.flatMap(({ before, decider, renewal }) => {
    const isOwn =
      decider.by === 'account' ? before?.accountId === decider.account.id : before?.linkId === decider.link.id;
    return before === undefined || isOwn ? [] : [{ ...before, customerId: renewal.customerId }];
  });
  if (!other) return undefined;
  if (other.linkId === null)
    return (await overruledAccounts(tx, all)).find(({ id }) => id === other.accountId)?.recipient;
  const isTheirs = and(
    ...[eq(l.id, other.linkId), eq(o.customerId, other.customerId)],
    isAsked(sql`${l.id}`, sql`${o.customerId}`),
  );
  const links = await tx.select({ id: l.id }).from(l).innerJoin(o, eq(o.id, l.offerId)).where(isTheirs);
  return links.length > 0 ? (other.name ?? undefined) : undefined;
}

const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Those of some people who are still written to: nobody whose mails come back, or who wants no more. */
async function stillWrittenTo<P extends { readonly recipient: string }>(tx: Db, people: readonly P[]): Promise<P[]> {
  const silenced = await readSilenced(
    tx,
    people.map(({ recipient }) => addressKey(recipient)),
  );
  return people.filter(({ recipient }) => !silenced.has(addressKey(recipient)));
}

/** Tells everybody else who has a link to these renewals, or had decided about them, what was decided, in one mail. */
export async function tellLinkHolders(
  tx: Db,
  { config }: Pick<Services, 'config'>,
  all: readonly Decided[],
): Promise<void> {
  const [first] = all;
  if (!first) return;
  const { decider, decisionId } = first;
  const holders = await linkHolders(
    tx,
    all.map(({ renewal }) => renewal.id),
    all.flatMap(({ before }) => before?.linkId ?? []),
  );
  const byAddress = new Map(
    [...(await overruledAccounts(tx, all)), ...holders].map((one) => [one.recipient.toLowerCase(), one]),
  );
  const others = await stillWrittenTo(
    tx,
    [...byAddress.values()].filter(({ recipient }) => !sameAddress(recipient, addressOf(decider))),
  );
  if (others.length === 0) return;
  const before = await deciderBefore(tx, all);
  const by = decider.by === 'account' ? decider.account.email : decider.name;
  const lines = all.map(decidedLine);
  await queueMessagesAbout(
    tx,
    all.map(({ renewal }) => renewal.id),
    ...others.map(({ recipient, name }) => ({
      ...({ channel: 'Email', purpose: 'notice', recipient, createdBy: nameOf(decider) } as const),
      ...decidedMail({ name, lines, by, before }, senderOf(config)),
      dedupeKey: `decision-told:${decisionId}:${recipient}`,
    })),
  );
}
