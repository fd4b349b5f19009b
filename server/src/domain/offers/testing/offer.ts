import type { OfferLine } from '../../../platform/db/tables/offers.ts';
import type { Issuer } from '../../../platform/db/tables/offers.ts';
import type { OfferContent } from '../document-text.ts';

export const offerLine = (other: Partial<OfferLine> = {}): OfferLine => ({
  renewalId: 1,
  domain: 'acme.example',
  product: 'Google Workspace Business Standard',
  plan: 'ANNUAL',
  from: '2026-12-01',
  to: '2027-11-30',
  seats: 125,
  usedSeats: 98,
  unitPrice: '9936.00',
  amount: '1242000.00',
  ...other,
});

export const OFFER: OfferContent = {
  customerId: 123,
  version: 2,
  lines: [offerLine()],
  currency: 'INR',
  total: '1242000.00',
  addressee: { company: 'Acme Pvt Ltd', gstin: '29ABCDE1234F1Z5' },
  validUntil: '2026-11-26',
  createdAt: new Date('2026-11-20T08:30:00Z'),
};

export const ISSUER: Issuer = {
  brand: 'Northwind Cloud',
  legalName: 'Northwind Cloud Services Private Limited',
  gstin: '27AAPFU0939F1ZV',
  address: '4th floor, Lotus Corporate Park, Goregaon East, Mumbai 400063, India',
  timeZone: 'Asia/Kolkata',
};
