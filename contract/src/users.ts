import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, done, id, idList, line, page, phoneNumber } from './fields.ts';
import { AccountStatus } from './lists.ts';

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

const NOT_APPROVED = 'This user was already decided on. The list shows how it stands.';
const MENU_CHANGED = 'Somebody else changed these menus meanwhile. Look at them and save again.';
const someMenus = idList.check(z.minLength(1, 'Choose at least one menu'));

export const users = {
  pending: call({
    path: 'adminpanel/get_pending_user/',
    audience: 'staff',
    screens: ['approve_users'],
    rows: 'all',
    body: body({}),
    reply: z.object({ users: z.array(UserRow) }),
  }),
  /** Decides once. With ACTIVE the menus are given in the same transaction; REJECTED takes none. */
  decide: call({
    path: 'adminpanel/set_pending_user/',
    audience: 'staff',
    screens: ['approve_users'],
    rows: 'all',
    body: body({ user_id: id, status: z.enum(['ACTIVE', 'REJECTED']), menu_id: z.optional(idList) }).check(
      z.refine((wish) => wish.status === 'REJECTED' || (wish.menu_id ?? []).length > 0, {
        error: 'Choose at least one menu',
        path: ['menu_id'],
      }),
    ),
    reply: done,
    refusals: { 404: 'No Pending User for Approval', 409: NOT_APPROVED, 422: 'Choose from the menus of customers.' },
    writes: true,
  }),
  /** Ten on a page, newest first; `search` is part of an e-mail, `user_id` exactly one person. */
  all: call({
    path: 'adminpanel/get_all_users/',
    audience: 'staff',
    screens: ['get_all_users'],
    rows: 'all',
    body: body({
      user_id: z.optional(id),
      search: z.optional(line(254)),
      status: z.optional(AccountStatus),
      page,
    }),
    reply: z.object({ users: z.array(UserRow), total: z.number() }),
  }),
  /**
   * Changes only what is given; an empty status leaves the status as it is. Any other than ACTIVE ends the person's
   * sessions.
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
    }),
    reply: done,
    refusals: {
      404: 'No User Available',
      409: 'This user waits for approval, which is decided with the menus on Approve Users.',
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
