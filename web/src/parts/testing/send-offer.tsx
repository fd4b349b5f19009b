import { offers } from '@desk/contract/renewal-work/offers';
import { within } from '@testing-library/react';
import { vi } from 'vitest';
import { answering, show } from '../../testing/show.tsx';
import { SendOffer } from '../offers/send-offer.tsx';
import { offerPreview } from './offers.ts';
import { renewalRow } from './renewal.ts';

/** The dialog Send Offer of acme.example. */
export const openOffer = (...answers: Parameters<typeof show>[1][]) => {
  const onClose = vi.fn();
  const shown = show(<SendOffer row={renewalRow({ renewal_date: '2026-12-01' })} onClose={onClose} />, ...answers);
  const dialog = () => within(shown.screen.getByRole('dialog', { name: 'Send Offer: acme.example' }));
  return { ...shown, onClose, dialog };
};
export const previewing = answering(offers.preview, offerPreview());
export const sending = answering(offers.send, { offer_id: 3, version: 2, queued: 1 });
