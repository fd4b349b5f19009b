import type { ReplyOf } from '@desk/contract/call';
import { NotificationType } from '@desk/contract/words/lists';
import { notifications } from '@desk/contract/notifications';
import { Fragment, useState } from 'react';
import type * as z from 'zod/mini';
import { Button } from '../../kit/button/button.tsx';
import { useCall, useSend } from '../../api/hooks.ts';
import { Alert } from '../../kit/feedback/alert.tsx';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { useClosing } from '../../kit/dialog/use-closing.tsx';
import { counted } from '../../kit/text/format.ts';
import { EmptyState, ErrorPanel } from '../../kit/feedback/panels.tsx';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { Waiting } from '../../kit/feedback/waiting.tsx';
import { HeldNotice } from '../mail/held-notice.tsx';
import { Byline } from '../../kit/layout/entries.tsx';
import { Choices } from '../../kit/form/choices.tsx';
import { Notice } from '../../kit/feedback/notice.tsx';
import { Subheading } from '../../kit/text/subheading.tsx';
import { MessageText } from '../mail/message-text.tsx';
import { NotificationResults } from './notification-results.tsx';
import type { RenewalKey } from './renewal.ts';
import { usePutRenewals } from './renewal-lists.ts';

type Kind = z.infer<typeof NotificationType>;
type Customer = ReplyOf<typeof notifications.customer>['zoho_customer'][number];

const addressesOf = (customers: readonly Customer[], kind: Kind): readonly string[] => [
  ...new Set(customers.flatMap(({ email, phone }) => (kind === 'Email' ? email : phone))),
];

/** Of a customer that buys through a reseller the reseller is told; else nobody before somebody is ticked. */
const byDefault = (customers: readonly Customer[]): ReadonlySet<string> =>
  new Set(customers.flatMap(({ addressee, email, phone }) => (addressee === 'reseller' ? [...email, ...phone] : [])));

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
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => byDefault(customers));
  const [sent, setSent] = useState(0);
  const [problem, setProblem] = useState<string>();
  const send = useSend(notifications.send, {
    refresh: false,
    recent: ({ requestBody: { notification_type: type } }, { queued }) => ({
      what: `${type} about the renewal of ${domain_name} to ${counted(queued, 'recipient')}`,
    }),
  });
  const { close } = useClosing({ isSending: send.isPending, onClose });
  const put = usePutRenewals();

  const ticked = addressesOf(customers, kind).filter((address) => chosen.has(address));
  const preview = usePreview({ renewalId: renewal_id, kind, recipients: ticked });
  if (preview.error?.status === 410)
    return (
      <ListDialog title={title} size={720} onClose={onClose}>
        <EmptyState text={preview.error.message} />
        <NotificationResults renewalId={renewal_id} sent={sent} />
      </ListDialog>
    );
  const submit = async () => {
    setProblem(ticked.length === 0 ? notifications.send.refusals[422] : undefined);
    if (ticked.length === 0) return;
    const of = customers.at(-1);
    const requestBody = {
      renewal_id,
      notification_type: kind,
      domain_name,
      customer_name: of?.customer_name,
      company_name: of?.company_name,
      subscriptionId: row.subscription_id,
      renewalDate: row.renewal_date,
      emails: kind === 'Email' ? ticked : [],
      phones: kind === 'Email' ? [] : ticked,
    };
    try {
      const { queued } = await send.mutateAsync({ requestBody });
      toast('done', `Notification queued for ${counted(queued, 'recipient')}`);
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
      busy={send.isPending}
      onClose={close}
      stays
      footer={
        <>
          {problem !== undefined && <Alert wide>{problem}</Alert>}
          <Button variant="default" aria-disabled={send.isPending} onClick={close}>
            Close
          </Button>
          <BusyButton busy={send.isPending} onClick={() => void submit()}>
            Send Notification
          </BusyButton>
        </>
      }
    >
      <HeldNotice />
      <Choices legend="Notification type" inRow>
        {NotificationType.options.map((one) => (
          <label key={one}>
            <input type="radio" name="kind" checked={kind === one} onChange={() => setKind(one)} />
            {one}
          </label>
        ))}
      </Choices>
      <Recipients customers={customers} kind={kind} chosen={chosen} onTick={tick} />
      <Preview preview={preview} />
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
  return (
    <Choices legend="Recipients">
      {addressesOf(customers, kind).length === 0 && <EmptyState text="No Data Present" />}
      {customers.map(({ addressee, company_name, email, phone }) => (
        <Fragment key={addressee}>
          <Byline>{addressee === 'reseller' ? `Reseller: ${company_name}` : `Contacts of ${company_name}`}</Byline>
          {(kind === 'Email' ? email : phone).map((address) => (
            <label key={address}>
              <input
                type="checkbox"
                checked={chosen.has(address)}
                onChange={(event) => onTick(address, event.currentTarget.checked)}
              />
              {address}
            </label>
          ))}
        </Fragment>
      ))}
    </Choices>
  );
}

interface PreviewProps {
  renewalId: number;
  kind: Kind;
  /** Those who are ticked. */
  recipients: string[];
}

const usePreview = ({ renewalId, kind, recipients }: PreviewProps) =>
  useCall(notifications.preview, { renewal_id: renewalId, notification_type: kind, recipients }, { keep: true });

/** Recipients and text of the message, as the server writes it. */
function Preview({ preview }: { preview: ReturnType<typeof usePreview> }) {
  return (
    <>
      <Subheading text="Message" />
      {preview.isPending && <Waiting />}
      {preview.isError && <ErrorPanel text={preview.error.message} onRetry={() => void preview.refetch()} />}
      {preview.data?.messages.map((message) => (
        <Fragment key={message.addressee}>
          <Byline>
            {message.recipients.length === 0 ? 'Nobody is ticked yet.' : `To ${message.recipients.join(', ')}`}
          </Byline>
          {message.warning !== null && <Notice live>{message.warning}</Notice>}
          <MessageText subject={message.subject} text={message.text} busy={preview.isPlaceholderData} />
        </Fragment>
      ))}
      <p>A message that has left cannot be taken back.</p>
    </>
  );
}
