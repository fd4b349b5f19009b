import { licences } from '@desk/contract/licences';
import { implement } from '../../platform/http/implement.ts';
import { orderSeats, recheckOrder } from './commands.ts';
import { mappedDomains, pageOfLicences, pageOfOrders, subscriptionNow } from './queries.ts';

export const licenceRoutes = implement(licences, {
  mapped: mappedDomains,
  all: pageOfLicences,
  subscription: subscriptionNow,
  add: orderSeats,
  orders: pageOfOrders,
  lookAgain: recheckOrder,
});
