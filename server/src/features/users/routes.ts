import { userApprovals } from '@desk/contract/approvals';
import { users } from '@desk/contract/users';
import { implement } from '../../platform/http/implement.ts';
import { addMenus, decide, decideMany, setMenus, undo, undoMany, update } from './commands.ts';
import { lateDecisions, pageOfUsers, pendingUsers } from './queries.ts';

export const userRoutes = implement(users, {
  pending: pendingUsers,
  decide,
  decisions: lateDecisions,
  undo,
  all: pageOfUsers,
  update,
  addMenus,
  setMenus,
});

export const userApprovalRoutes = implement(userApprovals, { decide: decideMany, undo: undoMany });
