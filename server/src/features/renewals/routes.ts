import { renewals } from '@desk/contract/renewals';
import { implement } from '../../platform/http/implement.ts';
import { bulkAssign, checkBulkAssign, setAssignee, setSegment, setZone, updateDetails } from './commands.ts';
import {
  exportRenewals,
  memberEmails,
  pageOfAll,
  pageOfMine,
  productNames,
  renewalDetails,
  renewalHistory,
  renewalsOfMonth,
} from './queries.ts';

export const renewalRoutes = implement(renewals, {
  all: pageOfAll,
  monthly: renewalsOfMonth,
  mine: pageOfMine,
  exportMonthly: exportRenewals,
  setZone,
  setSegment,
  setAssignee,
  updateDetails,
  checkBulkAssign,
  bulkAssign,
  details: renewalDetails,
  members: memberEmails,
  products: productNames,
  history: renewalHistory,
});
