import { Button } from '@mantine/core';
import { resellers, type ResellerRenewal } from '@desk/contract/resellers';
import { useState } from 'react';
import { useSend } from '../../api/hooks.ts';
import { Alert } from '../../kit/alert.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { counted, date } from '../../kit/format.ts';
import { say } from '../../kit/say.ts';
import classes from '../../parts/lists.module.css';

interface Props {
  /** The reseller's. */
  email: string;
  company: string;
  /** `yyyy-mm`. */
  month: string;
  /** What the mail is about; at least one. */
  rows: readonly ResellerRenewal[];
  onSent: () => void;
  onClose: () => void;
}

/** One mail to a reseller about renewals of its customers: what it tells and to whom it goes, before it goes. */
export function NotifyDialog({ email, company, month, rows, onSent, onClose }: Props) {
  const send = useSend(resellers.notify);
  const [problem, setProblem] = useState<string>();
  const about = counted(rows.length, 'renewal');
  const submit = async () => {
    setProblem(undefined);
    const subscriptionIds = [...new Set(rows.map(({ subscriptionId }) => subscriptionId))].join(',');
    try {
      await send.mutateAsync({ subscriptionIds, month, reseller_email: email });
      say('done', `One mail about ${about} is on its way to ${email}`);
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
          <BusyButton busy={send.isPending} onClick={() => void submit()}>
            Send mail
          </BusyButton>
        </>
      }
    >
      <p>
        One mail about {about} goes to {email}. The customers themselves get none.
      </p>
      <ul className={classes.list} aria-label="What the mail is about">
        {rows.map((row) => (
          <li key={row.renewal_id}>
            <strong>{row.customerDomain}</strong>
            <p>{wordsOf(row)}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const wordsOf = ({ skuName, maxSeats, renewal_date }: ResellerRenewal) =>
  [skuName, ...(maxSeats === null ? [] : [counted(maxSeats, 'seat')]), `renews on ${date(renewal_date)}`].join(', ');
