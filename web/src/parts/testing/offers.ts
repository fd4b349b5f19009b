import type { ReplyOf } from '@desk/contract/call';
import type { offers, OfferedLine, OfferLink, SentOffer } from '@desk/contract/renewal-work/offers';

export const offeredLine = (own: Partial<OfferedLine> = {}): OfferedLine => ({
  renewal_id: 7,
  domain_name: 'acme.example',
  sku_name: 'Google Workspace Business Starter',
  plan_name: 'ANNUAL',
  from: '2026-12-01',
  to: '2027-11-30',
  seats: 120,
  used_seats: 98,
  unit_price: '2820.00',
  amount: '338400.00',
  proposed: null,
  ...own,
});

const offer = {
  version: 2,
  currency: 'INR',
  total: '338400.00',
  valid_until: '2026-11-26',
  lines: [offeredLine()],
};

export const offerPreview = (own: Partial<ReplyOf<typeof offers.preview>> = {}): ReplyOf<typeof offers.preview> => ({
  company_name: 'Acme Private Limited',
  offer: { ...offer, offer_id: null, decided: [] },
  recipients: [
    { address: 'ravi@acme.example', name: 'Ravi Iyer', as: 'buyer' },
    { address: 'meera@acme.example', name: 'Meera Shah', as: 'payer' },
  ],
  others: [],
  problems: [],
  notes: [],
  waiting: [],
  subject: 'Test Desk: the renewal of acme.example',
  text: 'Hello Ravi Iyer,\n\nYour licences are about to renew.',
  ...own,
});

export const offerLink = (own: Partial<OfferLink> = {}): OfferLink => ({
  link_id: 5,
  recipient: 'ravi@acme.example',
  name: 'Ravi Iyer',
  state: 'live',
  forwarded_from: null,
  delivery: 'sent',
  delivery_reason: null,
  created_at: '2026-11-20T08:30:00.000Z',
  opened_at: null,
  openings: 0,
  used_at: null,
  revoked_at: null,
  ...own,
});

export const sentOffer = (own: Partial<SentOffer> = {}): SentOffer => ({
  ...offer,
  offer_id: 3,
  created_at: '2026-11-20T08:30:00.000Z',
  created_by: 'asha@desk.example',
  replaced_at: null,
  links: [offerLink()],
  ...own,
});
