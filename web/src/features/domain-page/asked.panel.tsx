import { contacts, type AskedPerson } from '@desk/contract/renewal-work/contacts';
import { useId, useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { useMayCall } from '../../api/may-call.ts';
import { Button } from '../../kit/button/button.tsx';
import { Callout } from '../../kit/feedback/callout.tsx';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { Waiting } from '../../kit/feedback/waiting.tsx';
import { Badge } from '../../kit/text/badge.tsx';
import { People, type Again } from './asked-people.panel.tsx';
import { ConfirmAddressDialog } from './confirm-address.dialog.tsx';
import cardClasses from './domain-page.module.css';
import { PersonDialog } from './person.dialog.tsx';

const useAsked = (domain_name: string) => useCall(contacts.all, { domain_name });

/** Nobody of the customer can be asked, and there is something to ask. */
export function NobodyReachable({ domain }: { domain: string }) {
  const { data } = useAsked(domain);
  const [isOpen, setIsOpen] = useState(false);
  const mayFind = useMayCall(contacts.save);
  const isReachable = data?.nobody_reachable !== true;
  // What was saved makes somebody reachable while the dialog that saved it is still there.
  if (!data || (isReachable && !isOpen)) return null;
  const hint =
    data.reseller === null
      ? 'No address is left to which a reminder or a quote can go.'
      : 'They buy through a reseller, whose address is not written to any more.';
  return (
    <>
      {!isReachable && (
        <Callout tone="bad" text="Nobody can be reached" hint={hint}>
          {mayFind && data.reseller === null && <Button onClick={() => setIsOpen(true)}>Find somebody</Button>}
        </Callout>
      )}
      {isOpen && <PersonDialog domain={domain} person={null} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Whom a reminder and a quote go to, first first, and why the others are not asked. */
export function AskedPanel({ domain }: { domain: string }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cardClasses.card}>
      <h2 id={id}>Who is asked</h2>
      <Asked domain={domain} />
    </section>
  );
}

/** What is open of the panel: a new person, one of those there, or an address that is to be written to again. */
type Opened = 'new' | AskedPerson | Again;

function Asked({ domain }: { domain: string }) {
  const { data, error, refetch } = useAsked(domain);
  const [opened, setOpened] = useState<Opened>();
  const mayChange = useMayCall(contacts.save);
  if (!data && error)
    return <ErrorPanel text="Could not fetch who is asked." what={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <>
      {data.nobody_reachable && (
        <div>
          <Badge word="Nobody can be reached" tone="bad" />
        </div>
      )}
      <People asked={data} onOpen={mayChange ? setOpened : undefined} />
      {mayChange && (
        <div>
          <Button variant="default" onClick={() => setOpened('new')}>
            Add a person
          </Button>
        </div>
      )}
      {opened !== undefined && <OpenedDialog domain={domain} opened={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function OpenedDialog({ domain, opened, onClose }: { domain: string; opened: Opened; onClose: () => void }) {
  if (opened !== 'new' && 'address' in opened)
    return <ConfirmAddressDialog domain={domain} {...opened} onClose={onClose} />;
  return <PersonDialog domain={domain} person={opened === 'new' ? null : opened} onClose={onClose} />;
}
