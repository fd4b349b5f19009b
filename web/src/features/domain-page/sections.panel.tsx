import { domainPage } from '@desk/contract/domain-page';
import type { ReactNode } from 'react';
import { useCall } from '../../api/hooks.ts';
import { INVOICES, OUTSTANDING, PEOPLE, PLANS, RENEWALS, TICKETS } from './section-columns.tsx';
import { SECTION_TABS, type SectionTab } from './model.ts';
import { SectionTable } from './section.panel.tsx';

interface Props {
  title: string;
  domain: string;
}

function Plans({ title, domain }: Props) {
  const query = useCall(domainPage.plans, { domain_name: domain });
  const { domains: rows, as_of: asOf } = query.data ?? {};
  return <SectionTable {...PLANS} {...{ title, domain, query, rows, asOf }} service="Google" />;
}

function Invoices({ title, domain }: Props) {
  const query = useCall(domainPage.invoices, { domain_name: domain });
  const { domains: rows, total, as_of: asOf } = query.data ?? {};
  return <SectionTable {...INVOICES} {...{ title, domain, query, rows, total, asOf }} service="Zoho Books" />;
}

function AccountOutstanding({ title, domain }: Props) {
  const query = useCall(domainPage.outstanding, { domain_name: domain });
  const { domains: rows, as_of: asOf } = query.data ?? {};
  return <SectionTable {...OUTSTANDING} {...{ title, domain, query, rows, asOf }} service="Zoho Books" />;
}

/** The people come with the card, which asks the same call. */
function Contacts({ title, domain }: Props) {
  const query = useCall(domainPage.contact, { domain_name: domain });
  const { contacts: rows, as_of: asOf } = query.data ?? {};
  return <SectionTable {...PEOPLE} {...{ title, domain, query, rows, asOf }} service="Zoho CRM" />;
}

function Renewals({ title, domain }: Props) {
  const query = useCall(domainPage.renewals, { domain_name: domain });
  const { domains: rows, as_of: asOf } = query.data ?? {};
  return <SectionTable {...RENEWALS} {...{ title, domain, query, rows, asOf }} />;
}

function DeploymentTickets({ title, domain }: Props) {
  const query = useCall(domainPage.deploymentTickets, { domain_name: domain });
  const { tickets: rows, total, as_of: asOf } = query.data ?? {};
  return <SectionTable {...TICKETS} {...{ title, domain, query, rows, total, asOf }} service="Zoho Desk" />;
}

function SupportTickets({ title, domain }: Props) {
  const query = useCall(domainPage.supportTickets, { domain_name: domain });
  const { tickets: rows, total, as_of: asOf } = query.data ?? {};
  return <SectionTable {...TICKETS} {...{ title, domain, query, rows, total, asOf }} service="Zoho Desk" />;
}

const SECTIONS: Readonly<Record<SectionTab, (props: Props) => ReactNode>> = {
  plans: Plans,
  invoices: Invoices,
  outstanding: AccountOutstanding,
  contacts: Contacts,
  renewals: Renewals,
  deployment_tickets: DeploymentTickets,
  support_tickets: SupportTickets,
};

/** One of the seven sections of a domain, loaded as it is opened. */
export function SectionPanel({ tab, domain }: { tab: SectionTab; domain: string }) {
  const Body = SECTIONS[tab];
  return <Body key={tab} title={SECTION_TABS[tab]} domain={domain} />;
}
