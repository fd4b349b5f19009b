import { directory } from '@desk/contract/directory';
import { implement } from '../../platform/http/implement.ts';
import {
  customerCount,
  domainsOfLetter,
  pageOfResellerCustomers,
  resellerCount,
  resellersOfLetter,
  search,
} from './queries.ts';

export const directoryRoutes = implement(directory, {
  domains: domainsOfLetter,
  resellers: resellersOfLetter,
  customerCount,
  resellerCount,
  search,
  resellerCustomers: pageOfResellerCustomers,
});
