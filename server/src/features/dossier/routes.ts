import { dossier } from '@desk/contract/dossier';
import { implement } from '../../platform/http/implement.ts';
import * as about from './queries.ts';

export const dossierRoutes = implement(dossier, {
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
