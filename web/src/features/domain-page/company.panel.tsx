import { domainPage, type DomainContact } from '@desk/contract/domain-page';
import { useId } from 'react';
import { useCall } from '../../api/hooks.ts';
import { EmptyState, ErrorPanel } from '../../kit/feedback/panels.tsx';
import { Waiting } from '../../kit/feedback/waiting.tsx';
import { Facts } from '../../parts/domain-page/facts.tsx';
import { ResellerLink } from '../../parts/domain-page/reseller-link.tsx';
import classes from './domain-page.module.css';

/** Whom to speak to, and the company. */
export function CompanyPanel({ domain }: { domain: string }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.card}>
      <h2 id={id}>Contact and company</h2>
      <Contact domain={domain} />
    </section>
  );
}

function Contact({ domain }: { domain: string }) {
  const { data, error, refetch } = useCall(domainPage.contact, { domain_name: domain });
  if (!data && error)
    return (
      <ErrorPanel
        text="Could not fetch the contact of this domain."
        what={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Waiting />;
  const contact = data.domains[0];
  return contact ? <Facts facts={factsOf(contact)} /> : <EmptyState text={domainPage.contact.refusals[404]} />;
}

/** As a list: texts that people copy. */
const known = (text: string | null): readonly string[] => (text === null ? [] : [text]);

/** The company first, as everywhere; the person beside it. */
const resellerWords = ({ reseller_company, reseller_name, reseller_email }: DomainContact): string => {
  const person = reseller_name ?? reseller_email ?? '';
  return reseller_company === null || reseller_company === person ? person : `${reseller_company} (${person})`;
};

const factsOf = (contact: DomainContact) => ({
  Name: contact.customer_name,
  Email: known(contact.contact_details_email),
  'Company Name': contact.company_name,
  'Phone Number': [...new Set([...known(contact.cont_number), ...known(contact.cont_mobile)])],
  'GST Number': contact.gst_number,
  'Domain Type': contact.resellerType === 'Y' ? 'Reseller' : 'Customer',
  Segment: contact.segments,
  ...(contact.reseller_email !== null && {
    'Sold through': <ResellerLink text={resellerWords(contact)} email={contact.reseller_email} />,
  }),
});
