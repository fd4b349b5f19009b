import { admins } from '@desk/contract/admins';
import type { PendingUser, UserRow } from '@desk/contract/users';
import { answering } from '../../../testing/show.tsx';

export const userRow = (own: Partial<UserRow> = {}): UserRow => ({
  user_id: 7,
  user_name: 'Asha Rao',
  user_email: 'asha@indus.example',
  status: 'PENDING',
  company_name: 'Indus Motors',
  designation: 'Manager',
  user_phoneNumber: '98765 43210',
  industry_type: 'SMB',
  other_contact_name: 'Ravi Rao',
  other_contact_number: '98765 43211',
  timestamp: '2026-11-20T06:30:00Z',
  menu_id: [],
  ...own,
});

/** Somebody who waits, of whom nothing is known. */
export const pendingUser = (own: Partial<PendingUser> = {}): PendingUser => ({
  ...userRow(),
  ...{ customer: null, segment: 'SMB', is_public_mail: false, phone_fits: false },
  ...{ colleagues: 0, rejected_colleagues: 0, domains_waiting: 0, usual_menus: [] },
  ...own,
});

/** Two menus of customers and one of staff. */
export const offeredMenus = answering(admins.offeredMenus, {
  menu: [
    { menu_id: 1, menu_name: 'Mapped Domain', to_route: 'map_domain', audience: 'customer', roles: ['CUSTOMER'] },
    { menu_id: 2, menu_name: 'Add License', to_route: 'add_license', audience: 'customer', roles: ['CUSTOMER'] },
    { menu_id: 9, menu_name: 'All Users', to_route: 'get_all_users', audience: 'staff', roles: ['ADMIN'] },
  ],
});
