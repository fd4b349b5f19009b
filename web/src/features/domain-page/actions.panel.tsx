import { followUp } from '@desk/contract/follow-up';
import { notifications } from '@desk/contract/notifications';
import { offers } from '@desk/contract/renewal-work/offers';
import { renewals, type RenewalRow } from '@desk/contract/renewals';
import type { DomainSummary } from '@desk/contract/timeline';
import { planWords } from '@desk/contract/words/plan-words';
import { useState } from 'react';
import { useMayCall } from '../../api/may-call.ts';
import { Button } from '../../kit/button/button.tsx';
import { CopyButton } from '../../kit/feedback/copy-button.tsx';
import { useShortcut } from '../../kit/keyboard/shortcuts.ts';
import { Badge } from '../../kit/text/badge.tsx';
import { useOrigin } from '../../parts/domain-page/domain-page-address.ts';
import { CommentForm } from '../../parts/renewal/comment-form.tsx';
import { useRenewalDialogs } from '../../parts/renewal/renewal-dialogs.tsx';
import classes from './domain-page.module.css';

interface Props {
  name: string;
  summary: DomainSummary | undefined;
  /** The renewal that is worked on; undefined: there is none, or not for the caller. */
  renewal: RenewalRow | undefined;
}

/** Beside the name of a domain: how it stands, and what can be done. */
export function Actions({ name, summary, renewal }: Props) {
  const status = renewal?.status ?? summary?.status;
  return (
    <>
      <div className={classes.badges}>
        {status && <Badge word={status} />}
        {(renewal ? [renewal.plan_name] : summary?.plans)?.map((plan) => (
          <Badge key={plan} word={plan}>
            {planWords(plan)}
          </Badge>
        ))}
        <CopyButton text={name} />
      </div>
      {renewal && <OfRenewal renewal={renewal} />}
    </>
  );
}

function OfRenewal({ renewal }: { renewal: RenewalRow }) {
  const { open, dialog } = useRenewalDialogs();
  const mayNotify = useMayCall(notifications.customer);
  const mayOffer = useMayCall(offers.send);
  const mayChange = useMayCall(renewals.updateDetails);
  return (
    <div className={classes.actions}>
      {mayOffer && (
        <Button variant="default" onClick={() => open.offer(renewal)}>
          Send Offer
        </Button>
      )}
      {mayNotify && (
        <Button variant="default" onClick={() => open.notify(renewal)}>
          Send Notification
        </Button>
      )}
      {mayChange && (
        <Button variant="default" onClick={() => open.details(renewal)}>
          Update Domain Details
        </Button>
      )}
      <AddComments renewal={renewal} />
      {dialog}
    </div>
  );
}

function AddComments({ renewal }: { renewal: RenewalRow }) {
  const [isOpen, setIsOpen] = useState(false);
  const { next } = useOrigin();
  const may = useMayCall(followUp.saveStatus);
  useShortcut('c', 'Add Comments', () => setIsOpen(may));
  if (!may) return null;
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Add Comments
      </Button>
      {isOpen && <CommentForm row={renewal} onClose={() => setIsOpen(false)} onNext={next && (() => next(true))} />}
    </>
  );
}
