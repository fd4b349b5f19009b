import { domainPage } from '@desk/contract/domain-page';
import { implement } from '../../platform/http/implement.ts';
import * as about from './queries.ts';

export const domainPageRoutes = implement(domainPage, {
  contact: about.contactOf,
  plans: about.plansOf,
  invoices: about.invoicesOf,
  outstanding: about.outstandingOf,
  renewals: about.renewalsOf,
  deploymentTickets: about.deploymentTicketsOf,
  supportTickets: about.supportTicketsOf,
  reseller: about.resellerOf,
  resellerCustomers: about.resellerCustomers,
});
