import { Button } from '@mantine/core';
import type { InputOf } from '@desk/contract/call';
import { isDue } from '@desk/contract/lists';
import { resellers, type ResellerRenewal } from '@desk/contract/resellers';
import { useState } from 'react';
import { useCall, useSend } from '../../api/hooks.ts';
import { Alert } from '../../kit/alert.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { counted, date } from '../../kit/format.ts';
import { ErrorPanel } from '../../kit/panels.tsx';
import { say } from '../../kit/say.ts';
import { Waiting } from '../../kit/waiting.tsx';
import { HeldNotice } from '../../parts/held-notice.tsx';
import classes from '../../parts/lists.module.css';
import { useMailSwitch } from '../../parts/mail-switch.ts';

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

/** One mail to a reseller about renewals of its customers: what it tells and to whom it goes, before it goes. */
export function NotifyDialog({ email, company, month, rows, onSent, onClose }: Props) {
  const isHeld = useMailSwitch().data?.held === true;
  const [problem, setProblem] = useState<string>();
  const due = rows.filter(isDue);
  const about = counted(due.length, 'renewal');
  const send = useSend(resellers.notify, { recent: () => ({ what: `Mail about ${about} to ${email}` }) });
  const wish = {
    subscriptionIds: due.map(({ subscriptionId }) => subscriptionId).join(','),
    renewalDates: due.map(({ renewal_date }) => renewal_date).join(','),
    month,
    reseller_email: email,
  };
  const submit = async () => {
    setProblem(undefined);
    try {
      await send.mutateAsync(wish);
      say('done', `One mail about ${about} ${isHeld ? 'waits to leave for' : 'is on its way to'} ${email}`);
      onSent();
      onClose();
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <Dialog
      title={`Notify reseller: ${company}`}
      size={720}
      onClose={onClose}
      start="heading"
      stays
      footer={
        <>
          {problem !== undefined && (
            <div className={classes.problem}>
              <Alert>{problem}</Alert>
            </div>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {due.length > 0 && (
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
            One mail about {about} goes to {email}. The customers themselves get none.
          </p>
          <Preview wish={wish} />
        </>
      ) : (
        <p>No mail goes out: none of these renewals is due.</p>
      )}
      <LeftOut rows={rows.filter((row) => !isDue(row))} />
    </Dialog>
  );
}

/** The mail, in the server's words. */
function Preview({ wish }: { wish: InputOf<typeof resellers.preview> }) {
  const { data, isPending, error, refetch } = useCall(resellers.preview, wish);
  return (
    <>
      <h3 className={classes.heading}>Message</h3>
      {isPending && <Waiting />}
      {error && <ErrorPanel text={error.message} onRetry={() => void refetch()} />}
      {data && (
        <div className={classes.message}>
          <p className={classes.subject}>{data.subject}</p>
          <p>{data.text}</p>
        </div>
      )}
    </>
  );
}

/** What was ticked and is not due any more. */
function LeftOut({ rows }: { rows: readonly ResellerRenewal[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3 className={classes.heading}>Not in the mail</h3>
      <ul className={classes.list} aria-label="Not in the mail">
        {rows.map((row) => (
          <li key={row.renewal_id}>
            <strong>{row.customerDomain}</strong>
            <p>
              {row.skuName}, {date(row.renewal_date)}: {row.state === 'closed' ? 'closed' : row.confirmation_status}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
