import { offers, type OfferLink, type SentOffer } from '@desk/contract/renewal-work/offers';
import * as z from 'zod/mini';
import { useState } from 'react';
import { useServerEvent } from '../../api/events.ts';
import { useCall, useDocument, useSend } from '../../api/hooks.ts';
import { Button } from '../../kit/button/button.tsx';
import { useStable } from '../../kit/browser/use-stable.ts';
import { Confirm } from '../../kit/dialog/confirm.tsx';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { toastOutcome } from '../../kit/feedback/toast-outcome.ts';
import { Waiting } from '../../kit/feedback/waiting.tsx';
import { Badge } from '../../kit/text/badge.tsx';
import { counted, date, instant } from '../../kit/text/format.ts';
import { amountWords, linkHistory, linkStanding } from './offer-words.ts';
import classes from './offers.module.css';

const NewsOfMail = z.object({ renewal_id: z.number() });

/** The offers of a renewal, the newest version first, and what became of each link; follows the server's news. */
export function OffersList({ renewalId }: { renewalId: number }) {
  const { data, error, refetch } = useCall(offers.list, { renewal_id: renewalId });
  const onEvent = useStable((event: unknown) => {
    if (event === undefined || NewsOfMail.parse(event).renewal_id === renewalId) void refetch();
  });
  useServerEvent('notification', onEvent);
  if (!data && error) return <ErrorPanel text={error.message} what="Offers" onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const [newest, ...older] = data.offers;
  if (!newest) return <p className={classes.none}>No offer was sent yet.</p>;
  return (
    <>
      <Offer offer={newest} />
      {older.length > 0 && (
        <details className={classes.older}>
          <summary>{counted(older.length, 'earlier version')}</summary>
          {older.map((offer) => (
            <Offer key={offer.offer_id} offer={offer} />
          ))}
        </details>
      )}
    </>
  );
}

function Offer({ offer }: { offer: SentOffer }) {
  const { offer_id, version, total, currency, valid_until, created_at, created_by, replaced_at, lines, links } = offer;
  const file = useDocument(offers.document);
  const open = () => void toastOutcome(file.mutateAsync({ offer_id }), { done: (name) => `Saved ${name}` });
  return (
    <div className={classes.offer}>
      <div className={classes.head}>
        <strong>
          Version {version} · {total === null ? 'price on request' : amountWords(total, currency)}
        </strong>
        {replaced_at === null ? <Badge word="Current" tone="progress" /> : <Badge word="Replaced" tone="quiet" />}
      </div>
      <div className={classes.muted}>
        {counted(lines.length, 'subscription')}, valid until {date(valid_until)}
        <br />
        {created_by ?? 'Reminders'}, {instant(created_at)}
      </div>
      <ul className={classes.links}>
        {links.map((link) => (
          <Link key={link.link_id} link={link} />
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button size="xs" variant="default" aria-label={`Open document of version ${version}`} onClick={open}>
          Open document
        </Button>
      </div>
    </div>
  );
}

function Link({ link }: { link: OfferLink }) {
  const [isAsking, setIsAsking] = useState(false);
  const revoke = useSend(offers.revokeLink, {
    recent: () => ({ what: `Link of ${link.recipient} revoked` }),
  });
  const { words, tone } = linkStanding(link);
  const isOpen = link.state === 'live' || link.state === 'used';
  const go = () => {
    setIsAsking(false);
    void toastOutcome(revoke.mutateAsync({ link_id: link.link_id }), {
      done: () => `The link of ${link.recipient} is revoked`,
    });
  };
  return (
    <li>
      <div className={classes.link}>
        <span>{link.name}</span>
        <Badge word={words} tone={tone} />
      </div>
      <span className={classes.muted}>{link.recipient}</span>
      {linkHistory(link).map((line) => (
        <span key={line} className={classes.muted}>
          {line}
        </span>
      ))}
      {isOpen && (
        <div className={classes.buttons}>
          <Button
            size="xs"
            variant="default"
            aria-label={`Revoke the link of ${link.recipient}`}
            onClick={() => setIsAsking(true)}
          >
            Revoke
          </Button>
        </div>
      )}
      {isAsking && (
        <Confirm title="Revoke this link?" yes="Revoke" no="Keep it" onYes={go} onNo={() => setIsAsking(false)}>
          <p>
            Neither {link.name} nor anybody it was passed on to can decide by it any more. Whoever was asked first may
            ask for a new one on its page.
          </p>
        </Confirm>
      )}
    </li>
  );
}
