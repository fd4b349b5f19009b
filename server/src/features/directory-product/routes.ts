import { directoryProduct } from '@desk/contract/directory-product';
import { implement } from '../../platform/http/implement.ts';
import { removeContract, setContract } from './commands.ts';
import { exportMonth, pageOfOrganizations, renewalsOfMonth } from './queries.ts';

export const directoryProductRoutes = implement(directoryProduct, {
  monthly: renewalsOfMonth,
  exportMonthly: exportMonth,
  organizations: pageOfOrganizations,
  setContract,
  removeContract,
});
