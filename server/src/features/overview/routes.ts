import { overview } from '@desk/contract/overview';
import { implement } from '../../platform/http/implement.ts';
import {
  deploymentTickets,
  deploymentTicketsOf,
  supportTickets,
  supportTicketsOf,
  topOutstanding,
  upcomingRenewals,
} from './queries.ts';

export const overviewRoutes = implement(overview, {
  outstanding: topOutstanding,
  upcoming: upcomingRenewals,
  deploymentTickets,
  supportTickets,
  supportList: supportTicketsOf,
  deploymentList: deploymentTicketsOf,
});
