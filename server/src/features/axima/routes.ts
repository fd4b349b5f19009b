import { axima } from '@desk/contract/axima';
import { implement } from '../../platform/http/implement.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { addDomain, addLicence, addSubscription, update } from './commands.ts';
import {
  allDomains,
  allProducts,
  domainWithSubscriptions,
  existingDomains,
  subscription,
  subscriptionsBeside,
} from './queries.ts';

export const aximaRoutes = implement(axima, {
  products: allProducts,
  existing: existingDomains,
  all: allDomains,
  domain: async (body, { db, actor }) =>
    (await domainWithSubscriptions(db, actor.role, body)) ?? refuse(axima.domain, 404),
  domainDetails: async ({ subscription_id }, { db, actor }) => {
    const domains = await subscriptionsBeside(db, actor.role, subscription_id);
    return domains.length > 0 ? { domains } : refuse(axima.domainDetails, 404);
  },
  subscriptionDetails: async ({ subscription_id }, { db, actor }) => {
    const domains = await subscription(db, actor.role, subscription_id);
    return domains.length > 0 ? { domains } : refuse(axima.subscriptionDetails, 404);
  },
  addDomain,
  addSubscription,
  update,
  addLicence,
});
