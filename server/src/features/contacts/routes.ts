import { contacts } from '@desk/contract/renewal-work/contacts';
import { implement } from '../../platform/http/implement.ts';
import { confirmAddress, saveContact } from './commands.ts';
import { contactsOf } from './queries.ts';

export const contactRoutes = implement(contacts, { all: contactsOf, save: saveContact, confirmAddress });
