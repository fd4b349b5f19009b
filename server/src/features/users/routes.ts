import { users } from '@desk/contract/users';
import { implement } from '../../http/implement.ts';
import { addMenus, decide, setMenus, update } from './commands.ts';
import { pageOfUsers, pendingUsers } from './queries.ts';

export const userRoutes = implement(users, {
  pending: pendingUsers,
  decide,
  all: pageOfUsers,
  update,
  addMenus,
  setMenus,
});
