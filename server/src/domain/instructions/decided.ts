import { decisionLeadsTo, statusLeadsTo, type LeadsTo } from '@desk/contract/rules/leads-to';
import type { Decision, RenewalStatus } from '@desk/contract/words/lists';
import type * as z from 'zod/mini';
import type { Db } from '../../platform/db/db.ts';
import type { Pay, Wish } from '../../providers/port.ts';
import type { Renewal } from '../renewals/comments.ts';
import {
  endInstruction,
  lastTakenBack,
  lockLive,
  proposeInstruction,
  providedBy,
  REPLACED,
  standsFor,
  type Instruction,
  type Proposal,
  type Requester,
} from './propose.ts';
import { payOfPlan } from '../../providers/products.ts';

interface Wanted {
  readonly leadsTo: LeadsTo;
  /** Null: nobody said how many. */
  readonly seats: number | null;
  readonly pay: Pay | null;
}

/** A plan without a commitment goes on by itself: nothing has to be placed for that. */
const GOES_ON = 'goes on';

/** While a second step is under way the plan has no commitment only until then. */
const isBetweenSteps = (live: Instruction | undefined): boolean => live !== undefined && live.termEndsAt !== null;
const seatsOf = (live: Instruction | undefined): number | null => live?.seats ?? null;

/** The wish that a decision asks for; undefined: it asks for none. As it is, a plan between two steps renews what was decided. */
function wishFor(
  { leadsTo, seats, pay }: Wanted,
  { numberOfSeats }: Renewal,
  live: Instruction | undefined,
): Wish | typeof GOES_ON | undefined {
  if (leadsTo === 'end') return { outcome: 'end' };
  if (leadsTo !== 'renew' && leadsTo !== 'flexible') return undefined;
  if (numberOfSeats === null && !isBetweenSteps(live)) return GOES_ON;
  if (leadsTo === 'flexible') return { outcome: 'flexible' };
  const wanted = seats ?? numberOfSeats ?? seatsOf(live);
  return wanted === null ? GOES_ON : { outcome: 'renew', seats: wanted, pay };
}

/** Whether an instruction leaves a plan that goes on by itself as it is. */
const letsGoOn = (live: Instruction): boolean => live.outcome === 'flexible';

interface StatusSaved {
  readonly status: z.infer<typeof RenewalStatus> | null;
  /** The status that stood there before. */
  readonly before: z.infer<typeof RenewalStatus> | null;
  /** *Seats at renewal* as they were typed; null: they were not. */
  readonly seats: number | null;
  /** What the renewal had and what is added, where nobody typed them. */
  readonly usual: number | null;
}

/** Writes down what is wanted, in place of what was wanted before. Of what goes on by itself, that alone is ended which would keep it from that. */
async function propose(
  tx: Db,
  ctx: Requester,
  live: Instruction | undefined,
  { wish, ...proposal }: Omit<Proposal, 'wish'> & { readonly wish: Wish | typeof GOES_ON },
): Promise<Instruction | undefined> {
  if (wish !== GOES_ON) return proposeInstruction(tx, ctx, { ...proposal, wish });
  if (live && !letsGoOn(live)) await endInstruction(tx, ctx, live, REPLACED);
  return undefined;
}

/** A status proposed it, nobody has confirmed it, and now the status says that nobody has decided: a slip that was put right, or a customer who hesitates. */
const isTakenBack = (live: Instruction, { status, before }: StatusSaved): boolean =>
  live.state === 'draft' &&
  live.source === 'staff' &&
  statusLeadsTo(status) === 'undecided' &&
  statusLeadsTo(before) === live.outcome;

/** The live instruction that stands beside a saved status: one that it takes back is ended. */
async function standing(tx: Db, ctx: Requester, { id }: Renewal, saved: StatusSaved): Promise<Instruction | undefined> {
  const live = await lockLive(tx, id);
  if (!live || !isTakenBack(live, saved)) return live;
  await endInstruction(tx, ctx, live, { state: 'cancelled', reason: 'Nobody has decided, by its status.' });
  return undefined;
}

/** What stands; or what was taken back, where it goes on without a commitment since: it has one in its place once it is decided that it renews. */
const standingBefore = async (
  tx: Db,
  { id, numberOfSeats }: Renewal,
  leadsTo: LeadsTo,
  live: Instruction | undefined,
) => live ?? (leadsTo === 'renew' && numberOfSeats === null ? await lastTakenBack(tx, id) : undefined);

/**
 * What a comment of the staff proposes. One that says nothing about seats leaves a live wish of the same kind as it is, and one that
 * leaves the status as it was any: who writes a comment does not take back what was decided. It says nothing of the payment either. A draft
 * that its status proposed ends with that status.
 */
export async function proposeForStatus(
  tx: Db,
  ctx: Requester,
  renewal: Renewal,
  saved: StatusSaved,
): Promise<Instruction | undefined> {
  if (renewal.state !== 'open') return undefined;
  const { status, before, seats, usual } = saved;
  const leadsTo = statusLeadsTo(status);
  const live = await standing(tx, ctx, renewal, saved);
  const wanted = { leadsTo, seats: seats ?? usual, pay: live?.pay ?? null };
  const wish = wishFor(wanted, renewal, await standingBefore(tx, renewal, leadsTo, live));
  if (!wish) return undefined;
  if (live && seats === null && (live.outcome === leadsTo || status === before)) return live;
  return propose(tx, ctx, live, { renewal, wish, source: 'staff' });
}

interface CustomerDecided {
  readonly decision: Decision;
  readonly seats: number | null;
  readonly planName: string | null;
}

/** Who chooses another payment names no seats: those that they have decided on stay, where *as it is* means those that are bought. */
const wishOfDecision = (
  { decision, seats, planName }: CustomerDecided,
  renewal: Renewal,
  live: Instruction | undefined,
) => {
  const leadsTo = decisionLeadsTo({ decision, plan_name: planName });
  const decided = decision === 'change' && live?.outcome === 'renew' ? live.seats : null;
  return wishFor({ leadsTo, seats: seats ?? decided, pay: payOfPlan(planName) }, renewal, live);
};

/**
 * Whether what stands is what a customer's decision asks for now: with the seats that are bought by now, whoever asked for it, and not
 * ended since. Where no provider can be told, whatever stands is of before.
 */
export async function isAsDecided(tx: Db, renewal: Renewal, decided: CustomerDecided): Promise<boolean> {
  const provided = await providedBy(tx, renewal);
  const live = await lockLive(tx, renewal.id);
  if (!provided) return live === undefined;
  const wish = wishOfDecision(decided, renewal, live);
  if (!wish || !live) return wish === GOES_ON;
  return wish === GOES_ON ? letsGoOn(live) : standsFor(live, wish, provided, renewal);
}

/** What a customer's own decision proposes. Who wants to talk takes back what was asked for and nobody has confirmed yet. */
export async function proposeForDecision(
  tx: Db,
  ctx: Requester,
  renewal: Renewal,
  decided: CustomerDecided,
): Promise<Instruction | undefined> {
  const live = await lockLive(tx, renewal.id);
  const wish = wishOfDecision(decided, renewal, live);
  if (wish) return propose(tx, ctx, live, { renewal, wish, source: 'customer' });
  if (live?.state === 'draft')
    await endInstruction(tx, ctx, live, { state: 'cancelled', reason: 'The customer wants to talk first.' });
  return undefined;
}
