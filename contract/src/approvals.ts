import * as z from 'zod/mini';
import { call } from './call.ts';
import { decided } from './decisions.ts';
import { domainRequest } from './domains.ts';
import { body, id, idList } from './fields.ts';

/** On so many is decided at once. */
export const MOST_AT_ONCE = 200;
const NOBODY = 'Choose at least one';
const TOO_MANY = `At most ${MOST_AT_ONCE} at once. Decide on the first ${MOST_AT_ONCE}, then on the others.`;
const some = <Item extends z.ZodMiniType>(item: Item) =>
  z.array(item).check(z.minLength(1, NOBODY), z.maxLength(MOST_AT_ONCE, TOO_MANY));

/** Why one of many was not decided on, or not taken back; nothing of it was changed. */
const Left = z.object({ id: z.number(), message: z.string() });
export type Left = z.infer<typeof Left>;

const status = z.enum(['ACTIVE', 'REJECTED']);
const decidedMany = z.object({ decided: z.array(z.extend(decided, { id: z.number() })), left: z.array(Left) });
const undoBody = body({ decision_ids: idList.check(z.minLength(1, NOBODY)) });
/** The numbers of the decisions. */
const undoneMany = z.object({ undone: z.array(z.number()), left: z.array(Left) });
/** Follows on an e-mail address. */
export const LOGGED_IN = 'has logged in since, so that the approval stands. It can still be taken back under Decided.';

/** Each is judged as alone: one that is refused keeps no other back, and the answer says why. */
export const userApprovals = {
  /** As `set_pending_user/` for each, in one transaction. */
  decide: call({
    path: 'adminpanel/set_pending_users/',
    audience: 'staff',
    screens: ['approve_users'],
    rows: 'all',
    body: body({ status, users: some(z.strictObject({ user_id: id, menu_id: z.optional(idList) })) }),
    reply: decidedMany,
    writes: true,
  }),
  /** As `undo_user_decision/` for each but those who have logged in since: nobody who works is thrown out by a quick undo. */
  undo: call({
    path: 'adminpanel/undo_user_decisions/',
    audience: 'staff',
    screens: ['approve_users'],
    rows: 'all',
    body: undoBody,
    reply: undoneMany,
    writes: true,
  }),
};

/** The same of domains. */
export const domainApprovals = {
  /** As `set_pending_domain_status/` for each, in one transaction. */
  decide: call({
    path: 'adminpanel/set_pending_domains_status/',
    audience: 'staff',
    screens: ['approve_domain'],
    rows: 'all',
    body: body({ status, domains: some(z.strictObject(domainRequest)) }),
    reply: decidedMany,
    writes: true,
  }),
  /** As `undo_domain_decision/` for each. */
  undo: call({
    path: 'adminpanel/undo_domain_decisions/',
    audience: 'staff',
    screens: ['approve_domain'],
    rows: 'all',
    body: undoBody,
    reply: undoneMany,
    writes: true,
  }),
};
