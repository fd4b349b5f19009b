import { domains } from '@desk/contract/domains';
import { implement } from '../../http/implement.ts';
import { add, decide, remove, removeOwner, setStatus } from './commands.ts';

import { lateDecisions, ownDomains, pageOfDomains, pendingDomains, subscriptionsOf } from './queries.ts';
import { undo } from './undo.ts';

export const domainRoutes = implement(domains, {
  pending: pendingDomains,
  decide,
  decisions: lateDecisions,
  undo,
  removeOwner,
  all: pageOfDomains,
  setStatus,
  subscriptions: subscriptionsOf,
  own: ownDomains,
  add,
  remove,
});
