import { offers } from '@desk/contract/renewal-work/offers';
import { implement } from '../../platform/http/implement.ts';
import { revokeOfferLink, sendOffer } from './commands.ts';
import { offerDocumentFile, offersOfRenewal, previewOffer } from './queries.ts';

export const offerRoutes = implement(offers, {
  list: offersOfRenewal,
  preview: previewOffer,
  send: sendOffer,
  revokeLink: revokeOfferLink,
  document: offerDocumentFile,
});
