import * as z from 'zod/mini';
import { call } from './call.ts';
import {
  decided,
  decidedMany,
  decisionBody,
  decisionsReply,
  NOT_UNDONE,
  someAtOnce,
  undoManyBody,
  undoneMany,
} from './decisions.ts';
import { body, done, id, idList, line, page, phoneNumber, sorting } from './fields.ts';
import { AccountStatus, Segment } from './words/lists.ts';

/** A person of a customer, as staff see it. */
export const UserRow = z.object({
  user_id: z.number(),
  user_name: z.string(),
  user_email: z.string(),
  status: AccountStatus,
  company_name: z.string(),
  designation: z.string(),
  user_phoneNumber: z.string(),
  industry_type: z.nullable(z.string()),
  other_contact_name: z.string(),
  other_contact_number: z.string(),
  /** When they registered, an instant. */
  timestamp: z.string(),
  /** The menus they have, by key. */
  menu_id: z.array(z.number()),
});
export type UserRow = z.infer<typeof UserRow>;

/** What is known here of the company of somebody who registered. */
export const KnownCompany = z.object({
  customer_id: z.number(),
  company_name: z.string(),
  /** `domain`: the e-mail address is one of its domain `domain_name`; `name`: it goes by the same name. */
  by: z.enum(['domain', 'name']),
  domain_name: z.nullable(z.string()),
  segment: z.nullable(Segment),
  /** Subscriptions that have not ended. */
  subscriptions: z.number(),
});
export type KnownCompany = z.infer<typeof KnownCompany>;

/** Somebody who waits for approval, with what is known here of them and their company. */
export const PendingUser = z.extend(UserRow, {
  customer: z.nullable(KnownCompany),
  /** That of the company, else the one that the registration speaks of. */
  segment: z.nullable(Segment),
  /** The address is of a host of everybody's mail, so that it tells nothing of the company. */
  is_public_mail: z.boolean(),
  /** The phone number is one of the company's or of its people. */
  phone_fits: z.boolean(),
  /** Others of the same company, or of the domain of the address: active in the portal, and rejected. */
  colleagues: z.number(),
  rejected_colleagues: z.number(),
  /** Domains that they asked for and that wait. */
  domains_waiting: z.number(),
  /** The menus that are proposed, by key: those given before, else the usual ones of the segment. */
  usual_menus: z.array(z.number()),
});
export type PendingUser = z.infer<typeof PendingUser>;

export const USER_SORTS = ['user_name', 'user_email', 'company_name', 'status', 'timestamp'] as const;

const NOT_APPROVED = 'This user was already decided on. The list shows how it stands.';
const MENU_CHANGED = 'Somebody else changed these menus meanwhile. Look at them and save again.';
const CHANGED = 'Somebody has changed this user meanwhile. Please check and try again.';
const NO_MENU = 'Choose at least one menu';
const someMenus = idList.check(z.minLength(1, NO_MENU));

export const users = {
  pending: call({
    path: 'adminpanel/get_pending_user/',
    audience: 'staff',
    screens: ['approve_users'],
    rows: 'all',
    body: body({}),
    reply: z.object({ users: z.array(PendingUser) }),
  }),
  /**
   * Decides once. With ACTIVE the menus are given in the same transaction; without any, those that were given before
   * (`insert_user_menu/`) stay. REJECTED takes none.
   */
  decide: call({
    path: 'adminpanel/set_pending_user/',
    audience: 'staff',
    screens: ['approve_users'],
    rows: 'all',
    body: body({ user_id: id, status: z.enum(['ACTIVE', 'REJECTED']), menu_id: z.optional(idList) }),
    reply: decided,
    refusals: {
      400: NO_MENU,
      404: 'No Pending User for Approval',
      409: NOT_APPROVED,
      422: 'Choose from the menus of customers.',
    },
    writes: true,
  }),
  /** Recent approvals and rejections, newest first. */
  decisions: call({
    path: 'adminpanel/get_user_decisions/',
    audience: 'staff',
    screens: ['approve_users'],
    rows: 'all',
    body: body({}),
    reply: decisionsReply,
  }),
  /** Takes a decision back: the person waits as before, with the menus of before. A mail that has not left does not leave. */
  undo: call({
    path: 'adminpanel/undo_user_decision/',
    audience: 'staff',
    screens: ['approve_users'],
    rows: 'all',
    body: decisionBody,
    reply: done,
    refusals: NOT_UNDONE,
    writes: true,
  }),
  /**
   * Ten on a page, newest first unless sorted otherwise; `search` is part of an e-mail, `name` and `company` of these,
   * `user_id` exactly one person.
   */
  all: call({
    path: 'adminpanel/get_all_users/',
    audience: 'staff',
    screens: ['get_all_users'],
    rows: 'all',
    body: body({
      user_id: z.optional(id),
      search: z.optional(line(254)),
      name: z.optional(line(120)),
      company: z.optional(line(200)),
      status: z.optional(AccountStatus),
      page,
      ...sorting(USER_SORTS),
    }),
    reply: z.object({ users: z.array(UserRow), total: z.number() }),
  }),
  /**
   * Changes only what is given; an empty status leaves the status as it is. Any other than ACTIVE ends the person's
   * sessions. Another status is told to the person, with the reason. `seen`: what the given fields were when the form was
   * opened; where one of them is another by now nothing is changed.
   */
  update: call({
    path: 'adminpanel/update_user_data/',
    audience: 'staff',
    screens: ['get_all_users'],
    rows: 'all',
    body: body({
      formData: z.strictObject({
        user_id: id,
        user_name: z.optional(line(120, 'Enter a name')),
        user_status: z.optional(z.union([AccountStatus, z.literal('')])),
        user_company_name: z.optional(line(200, 'Enter a company name')),
        user_designation: z.optional(line(120)),
        user_phoneNumber: z.optional(phoneNumber),
        other_contact_name: z.optional(line(120)),
        other_contact_number: z.optional(line(20)),
      }),
      reason: z.optional(line(500)),
      seen: z.optional(
        z.partial(
          z.strictObject({
            user_name: z.string(),
            user_status: z.string(),
            user_company_name: z.string(),
            user_designation: z.string(),
            user_phoneNumber: z.string(),
            other_contact_name: z.string(),
            other_contact_number: z.string(),
          }),
        ),
      ),
    }),
    reply: done,
    refusals: {
      404: 'No User Available',
      409: CHANGED,
      412: 'This user waits for approval, which is decided with the menus on Approve Users.',
      422: 'This user has no menus. Choose them under Edit User Delegation first; then the user can become active.',
    },
    writes: true,
  }),
  /** Adds menus to those a user has. */
  addMenus: call({
    path: 'adminpanel/insert_user_menu/',
    audience: 'staff',
    screens: ['approve_users', 'get_all_users'],
    rows: 'all',
    body: body({ user_id: id, menu_id: someMenus }),
    reply: done,
    refusals: { 404: 'No User Available', 422: 'Choose from the menus of customers.' },
    writes: true,
  }),
  /** Replaces a user's menus, if they still are `initialUserMenu`. */
  setMenus: call({
    path: 'adminpanel/update_user_menu/',
    audience: 'staff',
    screens: ['get_all_users'],
    rows: 'all',
    body: body({ user_id: id, menu_id: someMenus, initialUserMenu: idList }),
    reply: done,
    refusals: { 404: 'No User Available', 409: MENU_CHANGED, 422: 'Choose from the menus of customers.' },
    writes: true,
  }),
};

/** Follows on an e-mail address. */
export const LOGGED_IN = 'has logged in since, so that the approval stands. It can still be taken back under Decided.';
const approving = { audience: 'staff', screens: ['approve_users'], rows: 'all', writes: true } as const;

export const userApprovals = {
  /** As `set_pending_user/` for each, in one transaction. */
  decide: call({
    path: 'adminpanel/set_pending_users/',
    ...approving,
    body: body({
      status: z.enum(['ACTIVE', 'REJECTED']),
      users: someAtOnce(z.strictObject({ user_id: id, menu_id: z.optional(idList) })),
    }),
    reply: decidedMany,
  }),
  /** As `undo_user_decision/` for each but those who have logged in since: nobody who works is thrown out by a quick undo. */
  undo: call({ path: 'adminpanel/undo_user_decisions/', ...approving, body: undoManyBody, reply: undoneMany }),
};
