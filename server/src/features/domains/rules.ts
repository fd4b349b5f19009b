/** How many domains one person may wait for. */
export const MOST_OPEN_WISHES = 20;

type Decision = 'ACTIVE' | 'REJECTED';
interface Domain {
  status: 'PENDING' | 'ACTIVE' | 'SUSPENDED' | 'REJECTED';
  ownerId: number | null;
  claimedById: number | null;
}

/**
 * A domain of ours may be claimed while nobody has it. One whose owner staff turned down is nobody's: else whoever asks
 * first for the name of another company would keep that company out for good.
 */
export const isClaimable = ({ status, ownerId, claimedById }: Domain, personId: number): boolean =>
  claimedById === null && (ownerId === null || (status === 'REJECTED' && ownerId !== personId));

export interface Verdict {
  about: 'domain' | 'claim';
  personId: number | null;
  set: Partial<Domain>;
  /** It had another owner, whom staff had turned down. */
  takesOver?: true;
}

/** What a decision makes of a domain; undefined where nothing of this kind waits for one. */
export function verdictOn({ status, ownerId, claimedById }: Domain, decision: Decision): Verdict | undefined {
  if (status === 'PENDING') return { about: 'domain', personId: ownerId, set: { status: decision } };
  if (claimedById === null) return undefined;
  const claim = { about: 'claim', personId: claimedById } as const;
  if (decision === 'REJECTED') return { ...claim, set: { claimedById: null } };
  const given = { claimedById: null, ownerId: claimedById };
  if (ownerId === null) return { ...claim, set: given };
  // Staff may have taken the earlier owner back meanwhile.
  return status === 'REJECTED' ? { ...claim, set: { ...given, status: 'ACTIVE' }, takesOver: true } : undefined;
}

/** Tells somebody what became of their wish. */
export const decisionMail = (decision: Decision, name: string, brand: string) =>
  decision === 'ACTIVE'
    ? {
        subject: `${brand}: your domain was approved`,
        body: `The domain ${name} was approved and is now among your domains.\n`,
      }
    : {
        subject: `${brand}: your domain was declined`,
        body: `The domain ${name} was looked at and declined. If you think that this is a mistake, please call us.\n`,
      };
