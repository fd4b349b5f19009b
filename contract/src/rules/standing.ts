import * as z from 'zod/mini';
import { LEFT, type RenewalStatus } from '../words/lists.ts';
import { decides, type InstructionState } from './instruction.ts';

/** How a renewal stands on a day. */
export const Standing = z.enum(['due', 'late', 'extended', 'decided', 'renewed', 'left', 'suspended']);
export type Standing = z.infer<typeof Standing>;

/** The same whatever the day: what is due, late or extended is undecided. */
export const Stage = z.enum(['undecided', 'decided', 'renewed', 'left', 'suspended']);
export type Stage = z.infer<typeof Stage>;

/** Why a term is over: renewed at the provider, past our own date, or the subscription has ended. */
export const ClosedBecause = z.enum(['renewed', 'passed', 'ended']);

/** Under these words, or none, nobody has decided yet; seats that are bought in the middle of a term decide nothing. */
export const UNDECIDED = ['In Discussion', 'Extension', 'Mid Term Upgrade'] as const satisfies readonly z.infer<
  typeof RenewalStatus
>[];
/** Neither decided nor undecided: nothing is to be done. */
export const RESTING = 'Suspended' satisfies z.infer<typeof RenewalStatus>;

/** Facts that decide the standing of a renewal; days are `yyyy-mm-dd`. */
export interface StandingFacts {
  renewal_date: string;
  /** Of the status Extension: the day until which it is decided. */
  extension_date: string | null;
  confirmation_status: string | null;
  /** Null while the term runs. */
  closed_because?: z.infer<typeof ClosedBecause> | null | undefined;
  /** State of its live instruction; left out to whom it is not shown. */
  instruction?: InstructionState | null | undefined;
}

/** The day until which a renewal is to be decided: its own, or a later one to which it was extended. */
export const decisionDay = ({ renewal_date, extension_date, confirmation_status }: StandingFacts): string =>
  confirmation_status === 'Extension' && extension_date !== null && extension_date > renewal_date
    ? extension_date
    : renewal_date;

/** Whether nobody has decided, by the status alone. */
export const isUndecided = (status: string | null): boolean =>
  status === null || (UNDECIDED as readonly string[]).includes(status);

/** The standing of a renewal that is settled; undefined while somebody has to decide. */
function settled({ confirmation_status: status, closed_because, instruction }: StandingFacts): Standing | undefined {
  if (closed_because === 'renewed') return 'renewed';
  if (closed_because === 'ended' || LEFT.has(status)) return 'left';
  if (isUndecided(status) && !decides(instruction)) return undefined;
  if (status === RESTING) return 'suspended';
  return closed_because === 'passed' ? 'renewed' : 'decided';
}

/**
 * The one rule of how a renewal stands on the business day `today`. Late is what nobody has decided after its day; what
 * became of the term itself goes before what was said about it.
 */
export function standingOf(renewal: StandingFacts, today: string): Standing {
  const known = settled(renewal);
  if (known !== undefined) return known;
  const day = decisionDay(renewal);
  if (day < today) return 'late';
  return day > renewal.renewal_date ? 'extended' : 'due';
}

/** The three lists that renewals are worked by; a suspended one is only in the list of all. */
export const Decided = z.enum(['undecided', 'decided'], 'Choose undecided or decided');
