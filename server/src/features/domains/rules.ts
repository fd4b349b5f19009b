import type { AccountStatus } from '@desk/contract/words/lists';
import { ifMistaken, pageUrl, composeMail, type Sender } from '../../platform/mail/content.ts';
import { reasonLine } from '../../platform/mail/text.ts';
import type * as z from 'zod/mini';

/** How many domains one person may wait for. */
export const MOST_OPEN_REQUESTS = 20;

/** By which screen each decision is made, and so by whom it is taken back. */
const DECISIONS: Readonly<Record<string, readonly string[]>> = {
  approve_domain: ['domain_approved', 'domain_rejected', 'claim_approved', 'claim_rejected'],
  get_all_domain: ['owner_removed'],
};

/** The decisions that somebody may take back. */
export const decidedBy = (menus: ReadonlySet<string>): string[] =>
  Object.entries(DECISIONS).flatMap(([screen, actions]) => (menus.has(screen) ? actions : []));

type Status = z.infer<typeof AccountStatus>;
type Decision = 'ACTIVE' | 'REJECTED';
interface Domain {
  status: Status;
  ownerId: number | null;
  claimedById: number | null;
}

/** The person who has it was turned down, or is kept out for a while. */
export const isClosed = ({ status }: Pick<Domain, 'status'>): boolean =>
  status === 'REJECTED' || status === 'SUSPENDED';

/**
 * A domain of ours may be asked for like any other name, whoever owns it: an answer of its own would tell which domains are ours,
 * and one whose owner staff turned down would keep the company out that it belongs to. One person waits at a time; the owner's
 * own wish is another's to take only where staff turned the owner down.
 */
export function isClaimable({ status, ownerId, claimedById }: Domain, personId: number): boolean {
  if (ownerId === personId) return claimedById === null && isClosed({ status });
  return status !== 'PENDING' && (claimedById === null || (claimedById === ownerId && status === 'REJECTED'));
}

/**
 * Who waits for a domain after a decision on it is undone: the one waiting now, unless that is who has it again; else the
 * one whose request the decision ended.
 */
export function claimAfterUndo(
  before: Domain,
  { claimedById: left }: Pick<Domain, 'claimedById'>,
  { claimedById: waits }: Pick<Domain, 'claimedById'>,
): number | null {
  const isFulfilled = waits === before.ownerId && !isClosed(before);
  if (waits !== null && !isFulfilled) return waits;
  return before.claimedById === left ? null : before.claimedById;
}

/** Somebody else has, or had, the domain that is asked for. */
export const isOfAnother = ({ ownerId, claimedById }: Domain): boolean =>
  claimedById !== null && claimedById !== ownerId;

/** The account whose request is decided next: a new domain waits for its own person first. */
export const waitsFor = ({ status, ownerId, claimedById }: Domain): number | null =>
  status === 'PENDING' ? ownerId : claimedById;

export interface DecisionEffect {
  about: 'domain' | 'claim';
  personId: number | null;
  set: Partial<Domain>;
  /** Nothing but what we sold there binds it to the company that it had. */
  takesOver?: boolean;
  /** The owner until now. */
  formerOwnerId?: number | null;
}

/** The effect of a decision on a domain; undefined where no request of this kind is pending. */
export function effectOfDecision(domain: Domain, decision: Decision): DecisionEffect | undefined {
  const { status, ownerId, claimedById } = domain;
  if (status === 'PENDING') return { about: 'domain', personId: ownerId, set: { status: decision } };
  if (claimedById === null) return undefined;
  const claim = { about: 'claim', personId: claimedById } as const;
  if (decision === 'REJECTED') return { ...claim, set: { claimedById: null } };
  if (!isOfAnother(domain)) return { ...claim, set: { claimedById: null, status: 'ACTIVE' } };
  const isRevived = status === 'REJECTED';
  const set = { claimedById: null, ownerId: claimedById, status: 'ACTIVE' as const };
  return { ...claim, set, takesOver: isRevived || ownerId !== null, formerOwnerId: ownerId };
}

interface MailFacts extends Sender {
  name: string;
  reason?: string | undefined;
}

const mail = (facts: MailFacts, subject: string, ...lines: string[]) =>
  composeMail(`${facts.brand}: ${subject}`, ...lines, {
    button: 'Open your domains',
    href: pageUrl(facts, '/home/map_domain'),
  });

/** Tells somebody what became of their wish. */
export const decisionMail = (decision: Decision, facts: MailFacts) =>
  decision === 'ACTIVE'
    ? mail(facts, 'your domain was approved', `The domain ${facts.name} was approved and is now among your domains.`)
    : mail(
        facts,
        'your domain was declined',
        `The domain ${facts.name} was looked at and declined. ${ifMistaken(facts)}`,
      );

/** Tells somebody that a domain which was taken from them is theirs again. */
export const givenBackMail = (facts: MailFacts) =>
  mail(facts, 'your domain is yours again', `The domain ${facts.name} is among your domains again.`);

/** The mail that withdraws what somebody was told of their request. */
export const takenBackMail = (facts: MailFacts) =>
  mail(
    facts,
    'your domain is looked at again',
    `What we told you about the domain ${facts.name} was taken back: your request is looked at again, and we will write to you.`,
  );

/** Tells the owner that a domain is no longer theirs. */
export const removalMail = (facts: MailFacts) =>
  mail(
    facts,
    'a domain was removed',
    `The domain ${facts.name} was taken from your domains.`,
    ...reasonLine(facts.reason),
    ifMistaken(facts),
  );

/** Tells the owner how a domain stands now. */
export function statusMail(status: Exclude<Status, 'PENDING'>, facts: MailFacts) {
  if (status === 'ACTIVE')
    return mail(facts, 'your domain is active again', `The domain ${facts.name} is active again.`);
  const word = status === 'SUSPENDED' ? 'suspended' : 'declined';
  return mail(
    facts,
    `your domain was ${word}`,
    `The domain ${facts.name} was ${word}: its subscriptions are not shown, and no licences can be added.`,
    ...reasonLine(facts.reason),
    `You can ask for it again under Mapped Domain. ${ifMistaken(facts)}`,
  );
}

/** Tells somebody what became of a domain that they had got, where another waits for it by now. */
export const endedRequestMail = (
  { status, ownerId }: Omit<Domain, 'claimedById'>,
  personId: number | null,
  facts: MailFacts,
) => (ownerId === personId && status !== 'PENDING' ? statusMail(status, facts) : removalMail(facts));
