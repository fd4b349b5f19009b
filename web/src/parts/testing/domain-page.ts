import type { ReplyOf } from '@desk/contract/call';
import { domainPage, type DomainContact } from '@desk/contract/domain-page';
import { offers } from '@desk/contract/renewal-work/offers';
import { reminders } from '@desk/contract/renewal-work/reminders';
import { contacts, type AskedPerson } from '@desk/contract/renewal-work/contacts';
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

/** Somebody who is asked first, as buyer. */
export const askedPerson = (own: Partial<AskedPerson> = {}): AskedPerson => ({
  ...{ contact_id: 3, name: 'Asha Rao', email: 'asha@indus.example', phone: '+91 9800000001', mobile: null },
  ...{ roles: ['buyer'], crm_role: null, suggested_roles: [], is_in_crm: false },
  ...{ place: 1, asked_as: 'buyer', not_asked: null, silenced: null, silenced_number: null },
  ...own,
});

/** Who of indus.example is asked. */
export const asked = (own: Partial<ReplyOf<typeof contacts.all>> = {}): ReplyOf<typeof contacts.all> => ({
  people: [askedPerson()],
  company: {
    ...{ name: 'Indus Motors', email: null },
    ...{ place: null, asked_as: 'company', not_asked: 'no_address', silenced: null, silenced_number: null },
  },
  ...{ reseller: null, nobody_reachable: false },
  ...own,
});

/** The answers of a domain of which nothing is known but its contact, read from its services `as_of` then. */
export const bareDomainPage = (own: Partial<DomainContact> = {}, as_of: string | null = null) => [
  answering(domainPage.contact, { domains: [contact(own)], contacts: [], as_of }),
  answering(contacts.all, asked()),
  answering(offers.list, { offers: [] }),
  answering(reminders.list, {
    ...{
      is_on: true,
      last_day: '2027-03-30',
      reminders: [],
      stop: null,
      payment_stop: null,
      may_remind_again: false,
      pause: null,
      is_open: true,
    },
  }),
  answering(domainPage.plans, { domains: [], as_of }),
  answering(domainPage.invoices, { domains: [], total: 0, as_of }),
  answering(domainPage.outstanding, { domains: [], as_of }),
  answering(domainPage.renewals, { domains: [], as_of: null }),
  answering(domainPage.deploymentTickets, { tickets: [], total: 0, as_of }),
  answering(domainPage.supportTickets, { tickets: [], total: 0, as_of }),
];
