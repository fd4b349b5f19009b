import * as z from 'zod/mini';
import { body, id, idList } from './fields.ts';

/** For how many days a decision can be taken back. */
export const UNDO_DAYS = 7;

/** A recent decision of staff about a domain or a person. */
export const DecisionRow = z.object({
  decision_id: z.number(),
  /** As the audit log calls it, such as `claim_approved`. */
  action: z.string(),
  /** The domain, or the person's e-mail. */
  name: z.string(),
  /** The claimant or the former owner; null where that is the name itself. */
  person: z.nullable(z.string()),
  decided_by: z.string(),
  /** An instant, as the others. */
  timestamp: z.string(),
  /** Until when it can be taken back; null: it was. */
  undo_until: z.nullable(z.string()),
  undone_by: z.nullable(z.string()),
  undone_at: z.nullable(z.string()),
});
export type DecisionRow = z.infer<typeof DecisionRow>;

/** The answer of a decision: its number, by which it is taken back. */
export const decided = z.object({ decision_id: z.number() });
export const decisionBody = body({ decision_id: id });
export const decisionsReply = z.object({ decisions: z.array(DecisionRow) });

/** Why a decision cannot be taken back. */
export const NOT_UNDONE = {
  404: 'This decision can no longer be taken back: its time is over.',
  409: 'Something else was done since, so that this decision cannot be taken back. The list shows how it stands.',
  410: 'This decision was taken back already.',
} as const;

/** On so many is decided at once. */
export const MOST_AT_ONCE = 200;
const NOBODY = 'Choose at least one';
const TOO_MANY = `At most ${MOST_AT_ONCE} at once. Decide on the first ${MOST_AT_ONCE}, then on the others.`;
/** Those on whom is decided at once. */
export const someAtOnce = <Item extends z.ZodMiniType>(item: Item) =>
  z.array(item).check(z.minLength(1, NOBODY), z.maxLength(MOST_AT_ONCE, TOO_MANY));

/** Why one of many was not decided on, or not taken back; nothing of it was changed. */
const Left = z.object({ id: z.number(), message: z.string() });
export type Left = z.infer<typeof Left>;

/** Each of many is judged as alone: one that is refused keeps no other back, and stands in `left` with the reason. */
export const decidedMany = z.object({ decided: z.array(z.extend(decided, { id: z.number() })), left: z.array(Left) });
export const undoManyBody = body({ decision_ids: idList.check(z.minLength(1, NOBODY)) });
/** The numbers of the decisions. */
export const undoneMany = z.object({ undone: z.array(z.number()), left: z.array(Left) });
