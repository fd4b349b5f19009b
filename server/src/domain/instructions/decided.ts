import { decisionLeadsTo, statusLeadsTo, type LeadsTo } from '@desk/contract/rules/leads-to';
import type { Decision, RenewalStatus } from '@desk/contract/words/lists';
import type * as z from 'zod/mini';
import type { Db } from '../../platform/db/db.ts';
import type { Pay, Wish } from '../../providers/port.ts';
import type { Renewal } from '../renewals/comments.ts';
import {
  endInstruction,
  lockLive,
  proposeInstruction,
  providedBy,
  type Instruction,
  type Requester,
} from './propose.ts';
import { columnsOf, isSameWish, payOfPlan } from './wish.ts';

interface Wanted {
  readonly leadsTo: LeadsTo;
  /** Null: nobody said how many. */
  readonly seats: number | null;
  readonly pay: Pay | null;
}

/** The wish that a decision asks for; undefined: it asks for none that a provider could be told. A plan without a commitment goes on by itself. */
function wishFor({ leadsTo, seats, pay }: Wanted, { numberOfSeats }: Renewal): Wish | undefined {
  if (leadsTo === 'end') return { outcome: 'end' };
  if (numberOfSeats === null) return undefined;
  if (leadsTo === 'flexible') return { outcome: 'flexible' };
  return leadsTo === 'renew' ? { outcome: 'renew', seats: seats ?? numberOfSeats, pay } : undefined;
}

interface StatusSaved {
  readonly status: z.infer<typeof RenewalStatus> | null;
  /** The status that stood there before. */
  readonly before: z.infer<typeof RenewalStatus> | null;
  /** *Seats at renewal* as they were typed; null: they were not. */
  readonly seats: number | null;
  /** What the renewal had and what is added, where nobody typed them. */
  readonly usual: number | null;
}

/**
 * What a comment of the staff proposes. One that says nothing about seats leaves a live wish of the same kind as it is, and one that
 * leaves the status as it was any: who writes a comment does not take back what was decided. It says nothing of the payment either.
 */
export async function proposeForStatus(
  tx: Db,
  ctx: Requester,
  renewal: Renewal,
  { status, before, seats, usual }: StatusSaved,
): Promise<Instruction | undefined> {
  if (renewal.state !== 'open') return undefined;
  const live = await lockLive(tx, renewal.id);
  const wish = wishFor({ leadsTo: statusLeadsTo(status), seats: seats ?? usual, pay: live?.pay ?? null }, renewal);
  if (!wish) return undefined;
  if (live && seats === null && (live.outcome === wish.outcome || status === before)) return live;
  return proposeInstruction(tx, ctx, { renewal, wish, source: 'staff' });
}

interface CustomerDecided {
  readonly decision: Decision;
  readonly seats: number | null;
  readonly planName: string | null;
}

const wishOfDecision = ({ decision, seats, planName }: CustomerDecided, renewal: Renewal): Wish | undefined =>
  wishFor({ leadsTo: decisionLeadsTo({ decision, plan_name: planName }), seats, pay: payOfPlan(planName) }, renewal);

/**
 * Whether what stands is what a customer's decision asks for now: with the seats that are bought by now, whoever asked for it, and not
 * ended since. Where no provider can be told, nothing could stand otherwise.
 */
export async function isAsDecided(tx: Db, renewal: Renewal, decided: CustomerDecided): Promise<boolean> {
  const provided = await providedBy(tx, renewal);
  if (!provided) return true;
  const wish = wishOfDecision(decided, renewal);
  const live = await lockLive(tx, renewal.id);
  return wish && live ? isSameWish(live, columnsOf(wish), provided.paid) : wish === undefined && live === undefined;
}

/** What a customer's own decision proposes. Who wants to talk takes back what was asked for and nobody has confirmed yet. */
export async function proposeForDecision(
  tx: Db,
  ctx: Requester,
  renewal: Renewal,
  decided: CustomerDecided,
): Promise<Instruction | undefined> {
  const wish = wishOfDecision(decided, renewal);
  if (wish) return proposeInstruction(tx, ctx, { renewal, wish, source: 'customer' });
  const live = await lockLive(tx, renewal.id);
  if (live?.state === 'draft')
    await endInstruction(tx, ctx, live, { state: 'cancelled', reason: 'The customer wants to talk first.' });
  return undefined;
}
