import { dossier, type DomainContact } from '@desk/contract/dossier';
import { answering } from '../../testing/show.tsx';

export const contact = (own: Partial<DomainContact> = {}): DomainContact => ({
  customer_name: 'Asha Rao',
  contact_details_email: 'asha@indus.example',
  company_name: 'Indus Motors',
  cont_number: '+91 9800000001',
  cont_mobile: null,
  gst_number: '27ABCDE1234F1Z5',
  resellerType: 'N',
  segments: 'SMB',
  reseller_company: null,
  reseller_name: null,
  reseller_email: null,
  source: 'CRM',
  ...own,
});

/** The answers of a domain of which nothing is known but its contact, read from its services `as_of` then. */
export const bareDossier = (own: Partial<DomainContact> = {}, as_of: string | null = null) => [
  answering(dossier.contact, { domains: [contact(own)], contacts: [], as_of }),
  answering(dossier.plans, { domains: [], as_of }),
  answering(dossier.invoices, { domains: [], total: 0, as_of }),
  answering(dossier.outstanding, { domains: [], as_of }),
  answering(dossier.renewals, { domains: [], as_of: null }),
  answering(dossier.deploymentTickets, { tickets: [], total: 0, as_of }),
  answering(dossier.supportTickets, { tickets: [], total: 0, as_of }),
];
