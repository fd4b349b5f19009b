import { followUp } from '@desk/contract/follow-up';
import { offers } from '@desk/contract/renewal-work/offers';
import type { InboundMessage } from '@desk/contract/renewal-work/inbound';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../api/load-code.ts';
import { useMayCall } from '../../api/may-call.ts';
import { Button } from '../../kit/button/button.tsx';
import { date } from '../../kit/text/format.ts';
import classes from './inbound.module.css';

type Renewal = InboundMessage['renewals'][number];

const ACTS = {
  offer: {
    words: 'Send Offer',
    Opened: lazyPart(async () => (await import('../offers/send-offer.tsx')).SendOffer),
  },
  comment: {
    words: 'Add Comments',
    Opened: lazyPart(async () => (await import('../renewal/comment-form.tsx')).CommentForm),
  },
};
type Act = keyof typeof ACTS;

/** What is done next about a mail, for each renewal that it is about; the mail stays open below. */
export function NextActs({ renewals }: Pick<InboundMessage, 'renewals'>) {
  const [opened, setOpened] = useState<{ act: Act; row: Renewal }>();
  const may: Readonly<Record<Act, boolean>> = {
    offer: useMayCall(offers.send),
    comment: useMayCall(followUp.saveStatus),
  };
  const acts = (['offer', 'comment'] as const).filter((act) => may[act]);
  if (acts.length === 0 || renewals.length === 0) return null;
  const Opened = opened && ACTS[opened.act].Opened;
  return (
    <>
      <ul className={classes.acts} aria-label="What is next">
        {renewals.map((row) => (
          <li key={row.renewal_id}>
            {acts.map((act) => (
              <Button key={act} size="xs" variant="default" onClick={() => setOpened({ act, row })}>
                {ACTS[act].words}
                {renewals.length > 1 && `: ${row.domain_name}, ${date(row.renewal_date)}`}
              </Button>
            ))}
          </li>
        ))}
      </ul>
      {Opened && (
        <Suspense>
          <Opened row={opened.row} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  );
}
