import { LIVE_STATES, type Pay } from '@desk/contract/rules/instruction';
import { instructions, type Instruction } from '@desk/contract/renewal-work/instructions';
import { useCall } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { useSettled } from '../../kit/browser/use-settled.ts';
import { typedAmount } from '../../kit/text/format.ts';
import { quickerWords, type Wanted } from './instruction-words.ts';

/** The instructions of a renewal, newest first. */
export const useInstructions = (renewalId: number) => useCall(instructions.list, { renewal_id: renewalId });

const LIVE: ReadonlySet<string> = new Set(LIVE_STATES);
export const isLive = ({ state }: Pick<Instruction, 'state'>): boolean => LIVE.has(state);

/** The body of a wish; without `pay` it is paid as before. */
const bodyOf = (renewal_id: number, { outcome, seats, pay }: Wanted) =>
  outcome === 'renew' ? { renewal_id, outcome, seats, pay } : { renewal_id, outcome };

/** The seats as they are typed, "1,200" too; not a number where they are none. */
export const seatsIn = (typed: string): number => {
  const plain = typedAmount(typed);
  return /^\d+$/.test(plain) ? Number(plain) : Number.NaN;
};

/** A renewal with the seats that are typed; undefined: they are none yet. */
export function renewingWith(typed: string, pay: Pay | null = null): Wanted | undefined {
  const seats = seatsIn(typed);
  const isWhole = instructions.plan.body.safeParse({ renewal_id: 1, outcome: 'renew', seats }).success;
  return isWhole ? { outcome: 'renew', seats, pay } : undefined;
}

/**
 * What a wish comes to and how it would be brought about, from what the provider says now; asked once somebody pauses.
 * Undefined: there is no wish to ask about.
 */
export function usePlan(renewalId: number, wanted: Wanted | undefined) {
  const { settled, isSettled } = useSettled(wanted ?? null);
  const asked = settled ?? { outcome: 'end', seats: null, pay: null };
  const query = useCall(instructions.plan, bodyOf(renewalId, asked), { enabled: settled !== null });
  const isAsking = !isSettled || query.isFetching;
  return { plan: isSettled && settled !== null ? query.data?.plan : undefined, isAsking, error: query.error, query };
}

/** Writes about an instruction; where somebody was quicker, the state by now is asked for, and it is said who. */
export function useGuarded({ renewal_id, instruction_id }: Pick<Instruction, 'renewal_id' | 'instruction_id'>) {
  const { refetch } = useInstructions(renewal_id);
  return async <Reply>(write: () => Promise<Reply>): Promise<Reply> => {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 409) throw error;
      const { data } = await refetch();
      throw data ? new Error(quickerWords(data.instructions, instruction_id), { cause: error }) : error;
    }
  };
}
