import type { InstructionState } from '@desk/contract/rules/instruction';
import { isUndecided } from '@desk/contract/rules/standing';
import { sql, type SQL } from 'drizzle-orm';

/** States of an instruction that say something about the renewal: those that live, and the one that came true. */
const SPEAKING = ['draft', 'approved', 'placed', 'verified', 'blocked', 'drifted', 'fulfilled'] as const satisfies readonly InstructionState[]; // prettier-ignore
export type Speaking = (typeof SPEAKING)[number];

/** What was approved and not read back as wanted is not in place. */
const IN_PLACE: ReadonlySet<Speaking> = new Set<Speaking>(['verified', 'fulfilled']);

/** The newest instruction of a renewal that says something, for `left join lateral (…) on true`. @param renewal its id in SQL */
export const instructionOf = (renewal: SQL): SQL =>
  sql`select i.state from instructions i
    where i.renewal_id = ${renewal} and i.state in (${sql.raw(SPEAKING.map((state) => `'${state}'`).join(', '))})
    order by i.id desc limit 1`;

/** Whether a term was decided in time: where an instruction stands it says so, whatever the status says. */
export const isDecided = (status: string | null, instruction: Speaking | null): boolean =>
  instruction === null ? !isUndecided(status) : IN_PLACE.has(instruction);
