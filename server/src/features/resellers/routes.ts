import { resellers } from '@desk/contract/resellers';
import { implement } from '../../platform/http/implement.ts';
import { notify, preview } from './commands.ts';
import { customersOf, exportMonth, messagesOf, resellersOfMonth } from './queries.ts';

export const resellerRoutes = implement(resellers, {
  ofMonth: resellersOfMonth,
  exportMonth,
  customers: customersOf,
  preview,
  results: async (asked, { db }) => ({ notifications: await messagesOf(asked, db) }),
  notify,
});
