import { eq, inArray } from 'drizzle-orm';
import { senderOf } from '../../config.ts';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import { decisionLinksTable as l } from '../../platform/db/tables/offers.ts';
import type { renewalDecisionsTable } from '../../platform/db/tables/renewal-decisions.ts';
import { queueMessages } from '../../platform/outbox/outbox.ts';
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

/** Who had decided before, where it was somebody else; by a link their name as they typed it. */
export async function deciderBefore(tx: Db, all: readonly Decided[]): Promise<string | undefined> {
  const [other] = all.flatMap(({ before, decider }) => {
    const isOwn =
      decider.by === 'account' ? before?.accountId === decider.account.id : before?.linkId === decider.link.id;
    return before === undefined || isOwn ? [] : [before];
  });
  if (!other || other.accountId === null) return other?.name ?? undefined;
  const [account] = await tx.select({ email: a.email }).from(a).where(eq(a.id, other.accountId));
  return account?.email;
}

/** Who had decided before, where they can be written to: the newest decision is not theirs any more. */
async function overruled(tx: Db, all: readonly Decided[]): Promise<{ recipient: string; name: string }[]> {
  const before = all.flatMap((one) => one.before ?? []);
  const ids = (of: 'accountId' | 'linkId') => before.flatMap((one) => one[of] ?? []);
  const accounts = await tx
    .select({ recipient: a.email, name: a.name })
    .from(a)
    .where(inArray(a.id, ids('accountId')));
  const links = await tx
    .select({ recipient: l.recipient, name: l.name })
    .from(l)
    .where(inArray(l.id, ids('linkId')));
  return [...accounts, ...links];
}

const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

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
  );
  const byAddress = new Map(
    [...(await overruled(tx, all)), ...holders].map((one) => [one.recipient.toLowerCase(), one]),
  );
  const others = [...byAddress.values()].filter(({ recipient }) => !sameAddress(recipient, addressOf(decider)));
  if (others.length === 0) return;
  const before = await deciderBefore(tx, all);
  const by = decider.by === 'account' ? decider.account.email : decider.name;
  const lines = all.map(decidedLine);
  await queueMessages(
    tx,
    ...others.map(({ recipient, name }) => ({
      ...({ channel: 'Email', purpose: 'notice', recipient, createdBy: nameOf(decider) } as const),
      ...decidedMail({ name, lines, by, before }, senderOf(config)),
      dedupeKey: `decision-told:${decisionId}:${recipient}`,
    })),
  );
}
