import { offers } from '@desk/contract/renewal-work/offers';
import { useId } from 'react';
import { useMayCall } from '../../api/may-call.ts';
import { OffersList } from '../../parts/offers/offers-list.tsx';
import classes from './domain-page.module.css';

/** What the customer was offered for the next term, and what became of it. */
export function OffersPanel({ renewalId }: { renewalId: number }) {
  const id = useId();
  if (!useMayCall(offers.list)) return null;
  return (
    <section aria-labelledby={id} className={classes.card}>
      <h2 id={id}>Offers</h2>
      <OffersList key={renewalId} renewalId={renewalId} />
    </section>
  );
}
