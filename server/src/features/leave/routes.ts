import { leave } from '@desk/contract/renewal-work/leave';
import { implement } from '../../platform/http/implement.ts';
import { addLeave, endLeave } from './commands.ts';
import { leaveList } from './queries.ts';

export const leaveRoutes = implement(leave, { list: leaveList, add: addLeave, end: endLeave });
