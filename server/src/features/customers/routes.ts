import { customers } from '@desk/contract/customers';
import { implement } from '../../platform/http/implement.ts';
import { addCustomer, startContactSync, updateContact } from './commands.ts';
import { contactSync, pageOfContacts } from './queries.ts';

export const customerRoutes = implement(customers, {
  add: addCustomer,
  all: pageOfContacts,
  update: updateContact,
  startSync: (_body, ctx) => startContactSync(ctx),
  sync: (_body, ctx) => contactSync(ctx),
});
