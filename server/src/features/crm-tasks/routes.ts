import { crmTasks } from '@desk/contract/crm-tasks';
import { implement } from '../../platform/http/implement.ts';
import { create, resend } from './commands.ts';
import { pageOfTasks } from './queries.ts';

export const crmTaskRoutes = implement(crmTasks, { create, all: pageOfTasks, resend });
