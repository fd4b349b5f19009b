import { domainPage, type ResellerContact } from '@desk/contract/domain-page';
import { useCall } from '../../api/hooks.ts';
import { number } from '../../kit/text/format.ts';
import { EmptyState, ErrorPanel } from '../../kit/feedback/panels.tsx';
import { useOneTabStop } from '../../kit/keyboard/use-one-tab-stop.ts';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { Section } from '../../kit/layout/section.tsx';
import { Waiting } from '../../kit/feedback/waiting.tsx';
import { DomainLink } from '../../parts/domain-page/domain-link.tsx';
import { namesNothing } from '../../parts/domain-page/domain-page-address.ts';
import classes from './domain-page.module.css';
import { Facts } from '../../parts/domain-page/facts.tsx';
import { StepsPanel } from './steps.panel.tsx';
import { OnlySome } from './section.panel.tsx';

/** A reseller: its contact, and the domains of its customers. */
export function ResellerScreen({ email }: { email: string }) {
  const { data, error } = useCall(domainPage.reseller, { reseller_email: email });
  const isUnknown = namesNothing(error) || data?.domain.length === 0;
  return (
    <div className={classes.page}>
      <StepsPanel />
      <ScreenFrame title={data?.domain[0]?.company_name ?? email}>
        {isUnknown ? (
          <EmptyState text={domainPage.reseller.refusals[404]} />
        ) : (
          <>
            <ContactCard email={email} />
            <Section title="Customer domains">
              <CustomerDomains email={email} />
            </Section>
          </>
        )}
      </ScreenFrame>
    </div>
  );
}

function ContactCard({ email }: { email: string }) {
  const { data, error, refetch } = useCall(domainPage.reseller, { reseller_email: email });
  if (!data && error)
    return <ErrorPanel text="Could not fetch this reseller." what={error.message} onRetry={() => void refetch()} />;
  const reseller = data?.domain[0];
  return reseller ? <Facts facts={factsOf(reseller)} /> : <Waiting />;
}

const factsOf = (reseller: ResellerContact) => ({
  'Reseller Name': reseller.reseller_name,
  Email: [reseller.reseller_email],
  'Company Name': reseller.company_name,
  'Phone Number': reseller.phone_number === null ? null : [reseller.phone_number],
  'GST Number': reseller.gst_number,
  'Customer Domain Count': number(reseller.customer_domain_count),
});

function CustomerDomains({ email }: { email: string }) {
  const { data, error, refetch } = useCall(domainPage.resellerCustomers, {
    reseller_domain: email.slice(email.lastIndexOf('@') + 1),
    reseller_email: email,
  });
  if (!data && error)
    return (
      <ErrorPanel
        text="Could not fetch the domains of this reseller's customers."
        what={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Waiting />;
  if (data.customers.length === 0) return <EmptyState text={domainPage.contact.refusals[404]} />;
  const shown = data.customers.length;
  return (
    <>
      <DomainList names={data.customers.map(({ domain_name }) => domain_name)} />
      {data.total > shown && <OnlySome which="first" shown={shown} of={data.total} />}
    </>
  );
}

function DomainList({ names }: { names: readonly string[] }) {
  const list = useOneTabStop<HTMLUListElement>();
  return (
    <ul ref={list} className={classes.domains}>
      {names.map((name) => (
        <li key={name}>
          <DomainLink name={name} />
        </li>
      ))}
    </ul>
  );
}
