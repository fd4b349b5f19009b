import * as z from 'zod/mini';
import { MenuItem } from './access.ts';
import { call, ROLES, type Role } from './call.ts';
import { body, done, emailAddress, id, idList, line, phoneNumber } from './fields.ts';
import { AccountStatus } from './words/lists.ts';

export const AdminRow = z.object({
  admin_id: z.number(),
  admin_name: z.string(),
  admin_email: z.string(),
  phone_number: z.string(),
  role: z.enum(ROLES),
  department: z.nullable(z.string()),
  department_id: z.nullable(z.number()),
  status: AccountStatus,
  /** Whether the person may take the directory product's list away as a file. */
  may_export: z.boolean(),
});
export type AdminRow = z.infer<typeof AdminRow>;

export const Department = z.object({
  department_id: z.number(),
  department_name: z.string(),
  /** Role of an admin of this department. */
  role: z.enum(ROLES),
});
export type Department = z.infer<typeof Department>;

export const OfferedMenu = z.extend(MenuItem, {
  audience: z.enum(['staff', 'customer']),
  /** Roles that can use it: it is not given to any other. */
  roles: z.array(z.enum(ROLES)),
});
export type OfferedMenu = z.infer<typeof OfferedMenu>;

const FAILED_EDIT = 'Failed to Edit Admin Details, Please Contact Your Administrator.';
const NOT_YOURS = 'You can give and take only menus and permissions that you have yourself.';
/** Refusal of a change to somebody whom the caller could not have invited. */
export const BEYOND_YOU =
  'This person has menus or a permission that you do not have. Ask an administrator who has them to make this change.';
const MENU_CHANGED = 'Somebody else changed these menus meanwhile. Look at them and save again.';
const ADMIN_CHANGED = 'Somebody has changed this admin meanwhile. Please check and try again.';
const UNUSABLE = 'The role of this person cannot use one of these menus. Choose from those that are offered.';
const NO_MENU = 'Choose at least one menu';
const NO_DEPARTMENT = 'Choose a department.';
const oneOrMore = idList.check(z.minLength(1, NO_MENU));

interface Invitation {
  readonly formData: { readonly department_id?: number | undefined };
  readonly menuList?: readonly number[] | undefined;
  readonly role?: Role | undefined;
}
/** Both are chosen for everybody but a renewal member. */
const departmentAndMenus = z.check<Invitation>(({ value, issues }) => {
  if (value.role === 'RMEMBER') return;
  const fault = (message: string, ...path: string[]) => issues.push({ code: 'custom', message, path, input: value });
  if (value.formData.department_id === undefined) fault(NO_DEPARTMENT, 'formData', 'department_id');
  if (!value.menuList?.length) fault(NO_MENU, 'menuList');
});

export const admins = {
  all: call({
    path: 'adminpanel/get_all_admins/',
    audience: 'staff',
    screens: ['get_all_admin'],
    roles: ['ADMIN'],
    body: body({}),
    reply: z.object({ admins: z.array(AdminRow) }),
  }),
  /** `email` is the admin that is asked about. */
  details: call({
    path: 'adminpanel/get_admin_details/',
    audience: 'staff',
    screens: ['get_all_admin'],
    roles: ['ADMIN'],
    body: z.strictObject({ email: emailAddress('Enter an e-mail address') }),
    reply: z.object({ admins: z.array(AdminRow) }),
    refusals: { 404: 'Failed to load Admin Data' },
    emailIsTarget: true,
  }),
  /** Changes only what is given; the e-mail stays. Any status but ACTIVE, and another role, end the admin's sessions. `menuItem` replaces the menus, if they still are `initialAdminMenu`. `seen`: what the given fields were when the form was opened; another value by now is 409. */
  update: call({
    path: 'adminpanel/update_admin_details/',
    audience: 'staff',
    screens: ['get_all_admin'],
    roles: ['ADMIN'],
    body: body({
      formData: z.strictObject({
        admin_id: id,
        admin_name: z.optional(line(120, 'Enter a name')),
        phone_number: z.optional(phoneNumber),
        department_id: z.optional(id),
        status: z.optional(z.enum(['ACTIVE', 'SUSPENDED'])),
        may_export: z.optional(z.boolean()),
      }),
      menuItem: z.optional(oneOrMore),
      initialAdminMenu: z.optional(idList),
      seen: z.optional(
        z.partial(
          z.strictObject({
            admin_name: z.string(),
            phone_number: z.string(),
            department_id: z.nullable(z.number()),
            status: AccountStatus,
            may_export: z.boolean(),
          }),
        ),
      ),
    }),
    /** Where somebody was suspended who had open renewals: the hand-over by which these went on. */
    reply: z.object({ hand_over_id: z.optional(z.number()) }),
    refusals: {
      403: NOT_YOURS,
      404: FAILED_EDIT,
      409: ADMIN_CHANGED,
      412: UNUSABLE,
      422: FAILED_EDIT,
      423: 'At least one active administrator must be left who can invite others, and one who may export. Nobody suspends or demotes oneself.',
      424: BEYOND_YOU,
    },
    writes: true,
  }),
  /** `email` is the admin that is asked about. */
  menus: call({
    path: 'adminpanel/get_admin_menu_item/',
    audience: 'staff',
    screens: ['get_all_admin'],
    roles: ['ADMIN'],
    body: z.strictObject({ email: emailAddress('Enter an e-mail address') }),
    reply: z.object({ menu: z.array(MenuItem) }),
    refusals: { 404: 'Failed to fetch Menu data. Please try again later.' },
    emailIsTarget: true,
  }),
  /** Replaces an admin's menus, if they still are `initialAdminMenu`. */
  setMenus: call({
    path: 'adminpanel/update_admin_menu/',
    audience: 'staff',
    screens: ['get_all_admin'],
    roles: ['ADMIN'],
    body: body({ admin_id: id, menu_id: oneOrMore, initialAdminMenu: idList }),
    reply: done,
    refusals: {
      403: NOT_YOURS,
      404: FAILED_EDIT,
      409: MENU_CHANGED,
      412: UNUSABLE,
      422: 'At least one active administrator must be left who can invite others.',
      424: BEYOND_YOU,
    },
    writes: true,
  }),
  departments: call({
    path: 'get_all_department/',
    audience: 'staff',
    screens: ['invite_admin', 'get_all_admin'],
    roles: ['ADMIN'],
    body: body({}),
    reply: z.object({ department: z.array(Department) }),
  }),
  /** Its people become ADMIN: the other roles belong to departments of their own. */
  addDepartment: call({
    path: 'adminpanel/add_department/',
    audience: 'staff',
    screens: ['invite_admin'],
    roles: ['ADMIN'],
    body: body({ department_name: line(80, 'Enter a name') }),
    reply: z.object({ department_id: z.number() }),
    refusals: { 409: 'There is a department of this name already.' },
    writes: true,
  }),
  /** The menus that the caller may give: those of customers, and of staff those that the caller has. */
  offeredMenus: call({
    path: 'adminpanel/get_all_menu_item/',
    audience: 'staff',
    screens: ['invite_admin', 'get_all_admin', 'approve_users', 'get_all_users'],
    body: body({}),
    reply: z.object({ menu: z.array(OfferedMenu) }),
  }),
  /**
   * Makes the account and mails a one-time password that lasts 72 hours. The role is that of the department; with the role
   * RMEMBER department and menus are those of the renewal team, whatever is sent. `manager_renewal_team` invites only such.
   */
  invite: call({
    path: 'adminpanel/invite_admin/',
    audience: 'staff',
    screens: ['invite_admin', 'manager_renewal_team'],
    roles: ['ADMIN'],
    body: body({
      formData: z.strictObject({
        admin_name: line(120, 'Enter a name'),
        admin_email: emailAddress('Enter an e-mail address'),
        phone_number: phoneNumber,
        department_id: z.optional(id),
      }),
      menuList: z.optional(idList),
      role: z.optional(z.enum(ROLES)),
    }).check(departmentAndMenus),
    reply: done,
    refusals: {
      403: 'You can give only menus that you have yourself.',
      404: NO_DEPARTMENT,
      409: 'Email Already Exists',
      412: UNUSABLE,
      503: 'Failed to Send invitation. Please try again...!!',
    },
    writes: true,
  }),
};
