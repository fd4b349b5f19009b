import { dossier } from '@desk/contract/dossier';
import { useCall } from '../../api/hooks.ts';
import { AccordionSection } from '../../kit/layout/accordion.tsx';
import { usePreference } from '../../kit/browser/preferences.ts';
import { INVOICES, OUTSTANDING, PEOPLE, PLANS, RENEWALS, TICKETS } from './dossier-columns.tsx';
import { SectionTable } from './section-table.tsx';

interface Props {
  title: string;
  domain: string;
}

function Plans({ title, domain }: Props) {
  const query = useCall(dossier.plans, { domain_name: domain });
  const { domains: rows, as_of: asOf } = query.data ?? {};
  return <SectionTable {...PLANS} {...{ title, domain, query, rows, asOf }} service="Google" />;
}

function Invoices({ title, domain }: Props) {
  const query = useCall(dossier.invoices, { domain_name: domain });
  const { domains: rows, total, as_of: asOf } = query.data ?? {};
  return <SectionTable {...INVOICES} {...{ title, domain, query, rows, total, asOf }} service="Zoho Books" />;
}

function AccountOutstanding({ title, domain }: Props) {
  const query = useCall(dossier.outstanding, { domain_name: domain });
  const { domains: rows, as_of: asOf } = query.data ?? {};
  return <SectionTable {...OUTSTANDING} {...{ title, domain, query, rows, asOf }} service="Zoho Books" />;
}

/** The people come with the card, which asks the same call. */
function Contacts({ title, domain }: Props) {
  const query = useCall(dossier.contact, { domain_name: domain });
  const { contacts: rows, as_of: asOf } = query.data ?? {};
  return <SectionTable {...PEOPLE} {...{ title, domain, query, rows, asOf }} service="Zoho CRM" />;
}

function Renewals({ title, domain }: Props) {
  const query = useCall(dossier.renewals, { domain_name: domain });
  const { domains: rows, as_of: asOf } = query.data ?? {};
  return <SectionTable {...RENEWALS} {...{ title, domain, query, rows, asOf }} />;
}

function DeploymentTickets({ title, domain }: Props) {
  const query = useCall(dossier.deploymentTickets, { domain_name: domain });
  const { tickets: rows, total, as_of: asOf } = query.data ?? {};
  return <SectionTable {...TICKETS} {...{ title, domain, query, rows, total, asOf }} service="Zoho Desk" />;
}

function SupportTickets({ title, domain }: Props) {
  const query = useCall(dossier.supportTickets, { domain_name: domain });
  const { tickets: rows, total, as_of: asOf } = query.data ?? {};
  return <SectionTable {...TICKETS} {...{ title, domain, query, rows, total, asOf }} service="Zoho Desk" />;
}

const SECTIONS = {
  'Active Plan Details': Plans,
  'Domain Invoice History': Invoices,
  'Domain Account Outstanding': AccountOutstanding,
  'Domain Contacts': Contacts,
  'Domain Renewal Data': Renewals,
  'Deployment Tickets': DeploymentTickets,
  'Support Tickets': SupportTickets,
};
const TITLES = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[];
const AT_FIRST: readonly string[] = TITLES.slice(0, 2);

const readOpen = (stored: unknown): readonly string[] =>
  Array.isArray(stored) ? TITLES.filter((title) => stored.includes(title)) : AT_FIRST;

/** All that is known of a domain beside its card; which sections are open, each person keeps from domain to domain. */
export function DossierSections({ domain }: { domain: string }) {
  const [open, setOpen] = usePreference('dossier-sections', readOpen);
  return TITLES.map((title) => {
    const Body = SECTIONS[title];
    const isOpen = open.includes(title);
    return (
      <AccordionSection
        key={title}
        title={title}
        isOpen={isOpen}
        onToggle={() => setOpen(isOpen ? open.filter((one) => one !== title) : [...open, title])}
      >
        <Body title={title} domain={domain} />
      </AccordionSection>
    );
  });
}
