import { admins } from '@desk/contract/admins';
import { implement } from '../../platform/http/implement.ts';
import { addDepartment, invite, setMenus, update } from './commands.ts';
import { adminDetails, adminMenus, allAdmins, allDepartments, offeredMenus } from './queries.ts';

export const adminRoutes = implement(admins, {
  all: allAdmins,
  details: adminDetails,
  update,
  menus: adminMenus,
  setMenus,
  departments: allDepartments,
  addDepartment,
  offeredMenus,
  invite,
});
