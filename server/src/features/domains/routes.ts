import { domains } from '@desk/contract/domains';
import { implement } from '../../http/implement.ts';
import { add, decide, setStatus } from './commands.ts';
import { ownDomains, pageOfDomains, pendingDomains, subscriptionsOf } from './queries.ts';

export const domainRoutes = implement(domains, {
  pending: pendingDomains,
  decide,
  all: pageOfDomains,
  setStatus,
  subscriptions: subscriptionsOf,
  own: ownDomains,
  add,
});
