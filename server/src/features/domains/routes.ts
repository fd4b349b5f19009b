import { domainApprovals } from '@desk/contract/approvals';
import { domains } from '@desk/contract/domains';
import { implement } from '../../platform/http/implement.ts';
import { add, decide, decideMany, remove, removeOwner, setStatus, undo, undoMany } from './commands.ts';
import { lateDecisions, ownDomains, pageOfDomains, pendingDomains, subscriptionsOf } from './queries.ts';

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

export const domainApprovalRoutes = implement(domainApprovals, { decide: decideMany, undo: undoMany });
