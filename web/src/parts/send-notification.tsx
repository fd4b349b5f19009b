import { Button } from '@mantine/core';
import type { ReplyOf } from '@desk/contract/call';
import { NotificationType } from '@desk/contract/lists';
import { notifications } from '@desk/contract/notifications';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { useCall, useSend } from '../api/hooks.ts';
import { Alert } from '../kit/alert.tsx';
import { BusyButton } from '../kit/busy-button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { counted } from '../kit/format.ts';
import { EmptyState, ErrorPanel } from '../kit/panels.tsx';
import { ListDialog } from '../kit/list-dialog.tsx';
import { say } from '../kit/say.ts';
import { Waiting } from '../kit/waiting.tsx';
import { HeldNotice } from './held-notice.tsx';
import classes from './lists.module.css';
import { NotificationResults } from './notification-results.tsx';
import type { RenewalKey } from './renewal.ts';
import { usePutRenewals } from './renewal-lists.ts';

type Kind = z.infer<typeof NotificationType>;
type Customer = ReplyOf<typeof notifications.customer>['zoho_customer'][number];

const addressesOf = (customers: readonly Customer[], kind: Kind): readonly string[] => [
  ...new Set(customers.flatMap(({ email, phone }) => (kind === 'Email' ? email : phone))),
];

interface Props {
  row: RenewalKey;
  onClose: () => void;
}

/** Send Notification: who gets it, by which way, what it says, and what became of the ones before. */
export function SendNotification({ row, onClose }: Props) {
  const { renewal_id, subscription_id, domain_name } = row;
  const { data, error, refetch } = useCall(notifications.customer, { renewal_id, subscription_id, domain_name });
  const title = `Send Notification: ${domain_name}`;
  if (data && data.zoho_customer.length > 0)
    return <Compose row={row} title={title} customers={data.zoho_customer} onClose={onClose} />;
  return (
    <ListDialog title={title} size={720} onClose={onClose}>
      {error && <ErrorPanel text={error.message} onRetry={() => void refetch()} />}
      {data && <EmptyState text="No Data Present" />}
      {!data && !error && <Waiting />}
      <NotificationResults renewalId={renewal_id} sent={0} />
    </ListDialog>
  );
}

interface ComposeProps extends Props {
  title: string;
  customers: readonly Customer[];
}

function Compose({ row, title, customers, onClose }: ComposeProps) {
  const { renewal_id, domain_name } = row;
  const [kind, setKind] = useState<Kind>('Email');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [sent, setSent] = useState(0);
  const [problem, setProblem] = useState<string>();
  const send = useSend(notifications.send, {
    refresh: false,
    recent: ({ requestBody: { notification_type: type } }, { queued }) => ({
      what: `${type} about the renewal of ${domain_name} to ${counted(queued, 'recipient')}`,
    }),
  });
  const put = usePutRenewals();

  const submit = async () => {
    const recipients = addressesOf(customers, kind).filter((address) => chosen.has(address));
    setProblem(recipients.length === 0 ? notifications.send.refusals[422] : undefined);
    if (recipients.length === 0) return;
    const requestBody = {
      renewal_id,
      notification_type: kind,
      domain_name,
      customer_name: customers[0]?.customer_name,
      company_name: customers[0]?.company_name,
      subscriptionId: row.subscription_id,
      renewalDate: row.renewal_date,
      emails: kind === 'Email' ? recipients : [],
      phones: kind === 'Email' ? [] : recipients,
    };
    try {
      const { queued } = await send.mutateAsync({ requestBody });
      say('done', `Notification queued for ${counted(queued, 'recipient')}`);
      setChosen(new Set());
      setSent(sent + 1);
      await put(new Map([[renewal_id, { notification: 'queued' }]]));
    } catch (error) {
      setProblem((error as Error).message);
    }
  };

  const tick = (address: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(address);
    else next.delete(address);
    setChosen(next);
  };

  return (
    <Dialog
      title={title}
      size={720}
      onClose={onClose}
      stays
      footer={
        <>
          {problem !== undefined && (
            <div className={classes.problem}>
              <Alert>{problem}</Alert>
            </div>
          )}
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <BusyButton busy={send.isPending} onClick={() => void submit()}>
            Send Notification
          </BusyButton>
        </>
      }
    >
      <HeldNotice />
      <fieldset className={`${classes.choices ?? ''} ${classes.row ?? ''}`}>
        <legend>Notification type</legend>
        {NotificationType.options.map((one) => (
          <label key={one}>
            <input type="radio" name="kind" checked={kind === one} onChange={() => setKind(one)} />
            {one}
          </label>
        ))}
      </fieldset>
      <Recipients customers={customers} kind={kind} chosen={chosen} onTick={tick} />
      <Preview renewalId={renewal_id} kind={kind} />
      <NotificationResults renewalId={renewal_id} sent={sent} />
    </Dialog>
  );
}

interface RecipientsProps {
  customers: readonly Customer[];
  kind: Kind;
  chosen: ReadonlySet<string>;
  onTick: (address: string, on: boolean) => void;
}

function Recipients({ customers, kind, chosen, onTick }: RecipientsProps) {
  const addresses = addressesOf(customers, kind);
  const companies = [...new Set(customers.map(({ company_name }) => company_name))];
  return (
    <fieldset className={classes.choices}>
      <legend>Recipients</legend>
      <p className={classes.by}>Contacts of {companies.join(', ')}</p>
      {addresses.length === 0 && <EmptyState text="No Data Present" />}
      {addresses.map((address) => (
        <label key={address}>
          <input
            type="checkbox"
            checked={chosen.has(address)}
            onChange={(event) => onTick(address, event.currentTarget.checked)}
          />
          {address}
        </label>
      ))}
    </fieldset>
  );
}

function Preview({ renewalId, kind }: { renewalId: number; kind: Kind }) {
  const preview = useCall(notifications.preview, { renewal_id: renewalId, notification_type: kind }, { keep: true });
  return (
    <>
      <h3 className={classes.heading}>Message</h3>
      {preview.isPending && <Waiting />}
      {preview.isError && <ErrorPanel text={preview.error.message} onRetry={() => void preview.refetch()} />}
      {preview.data && (
        <div className={classes.message} aria-busy={preview.isPlaceholderData}>
          {preview.data.subject !== null && <p className={classes.subject}>{preview.data.subject}</p>}
          <p>{preview.data.text}</p>
        </div>
      )}
    </>
  );
}
