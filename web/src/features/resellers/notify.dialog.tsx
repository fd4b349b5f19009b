import type { InputOf } from '@desk/contract/call';
import { isDue } from '@desk/contract/rules/announcements';
import { resellers, type ResellerRenewal } from '@desk/contract/resellers';
import { useState } from 'react';
import { Button } from '../../kit/button/button.tsx';
import { useCall, useSend } from '../../api/hooks.ts';
import { Alert } from '../../kit/feedback/alert.tsx';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { useClosing } from '../../kit/dialog/use-closing.tsx';
import { counted, date } from '../../kit/text/format.ts';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { Waiting } from '../../kit/feedback/waiting.tsx';
import { HeldNotice } from '../../parts/mail/held-notice.tsx';
import { Entries } from '../../kit/layout/entries.tsx';
import { Subheading } from '../../kit/text/subheading.tsx';
import { MessageText } from '../../parts/mail/message-text.tsx';
import { SentNotifications } from '../../parts/renewal/notification-results.tsx';
import { useMailHold } from '../../parts/mail/mail-hold-switch.ts';

interface Props {
  /** The reseller's. */
  email: string;
  company: string;
  /** `yyyy-mm`. */
  month: string;
  /** At least one; the mail is about those of them that are due. */
  rows: readonly ResellerRenewal[];
  onSent: () => void;
  onClose: () => void;
}

/**
 * One mail to a reseller about renewals of its customers: what it tells and to whom it goes, before it goes; then who was
 * told, and what became of it.
 */
export function NotifyDialog({ email, company, month, rows: ticked, onSent, onClose }: Props) {
  // As it is sent the ticks go; what it was about stays.
  const [rows] = useState(ticked);
  const [sent, setSent] = useState(0);
  const results = useCall(resellers.results, { month, reseller_email: email });
  const isHeld = useMailHold().data?.held === true;
  const [problem, setProblem] = useState<string>();
  const due = rows.filter(isDue);
  const about = counted(due.length, 'renewal');
  const send = useSend(resellers.notify, { recent: () => ({ what: `Mail about ${about} to ${email}` }) });
  const { close } = useClosing({ isSending: send.isPending, onClose });
  const request = {
    subscriptionIds: due.map(({ subscriptionId }) => subscriptionId).join(','),
    renewalDates: due.map(({ renewal_date }) => renewal_date).join(','),
    month,
    reseller_email: email,
  };
  const submit = async () => {
    setProblem(undefined);
    try {
      await send.mutateAsync(request);
      toast('done', `One mail about ${about} ${isHeld ? 'waits to leave for' : 'is on its way to'} ${email}`);
      setSent(sent + 1);
      onSent();
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <Dialog
      title={`Notify reseller: ${company}`}
      size={720}
      busy={send.isPending}
      onClose={close}
      start="heading"
      stays
      footer={
        <>
          {problem !== undefined && <Alert wide>{problem}</Alert>}
          <Button variant="default" aria-disabled={send.isPending} onClick={close}>
            {sent === 0 ? 'Cancel' : 'Close'}
          </Button>
          {due.length > 0 && sent === 0 && (
            <BusyButton busy={send.isPending} onClick={() => void submit()}>
              Send mail
            </BusyButton>
          )}
        </>
      }
    >
      {due.length > 0 ? (
        <>
          <HeldNotice />
          <p>
            One mail about {about} goes to {email}. The customers themselves get none. A mail that has left cannot be
            taken back.
          </p>
          <Preview request={request} />
        </>
      ) : (
        <p>No mail goes out: none of these renewals is due.</p>
      )}
      <LeftOut rows={rows.filter((row) => !isDue(row))} />
      <SentNotifications
        query={results}
        messages={results.data?.notifications}
        sent={sent}
        isAbout={(renewal) => rows.some(({ renewal_id }) => renewal_id === renewal)}
        about={({ renewals, domain_name }) => (renewals === 1 ? domain_name : counted(renewals, 'renewal'))}
      />
    </Dialog>
  );
}

/** The mail, in the server's words. */
function Preview({ request }: { request: InputOf<typeof resellers.preview> }) {
  const { data, isPending, error, refetch } = useCall(resellers.preview, request);
  return (
    <>
      <Subheading text="Message" />
      {isPending && <Waiting />}
      {error && <ErrorPanel text={error.message} onRetry={() => void refetch()} />}
      {data && <MessageText subject={data.subject} text={data.text} />}
    </>
  );
}

/** Ticked renewals that are not due any more. */
function LeftOut({ rows }: { rows: readonly ResellerRenewal[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <Subheading text="Not in the mail" />
      <Entries aria-label="Not in the mail">
        {rows.map((row) => (
          <li key={row.renewal_id}>
            <strong>{row.customerDomain}</strong>
            <p>
              {row.skuName}, {date(row.renewal_date)}: {row.state === 'closed' ? 'closed' : row.confirmation_status}
            </p>
          </li>
        ))}
      </Entries>
    </>
  );
}
