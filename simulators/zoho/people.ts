import type { World } from '../world/types.ts';
import { contactsOf, type Contact } from './crm-records.ts';
import { crmPage, crmRecord } from './paging.ts';
import {
  ADDED,
  badField,
  eachRow,
  invalid,
  knownBy,
  missing,
  REACHED_BY,
  unknownId,
  UPDATED,
  written,
  type Fields,
} from './rows.ts';
import type { ZohoAnswer, ZohoRequest } from './wire.ts';

interface Account {
  id: string;
  Account_Name: string;
  Created_Time: string;
  Modified_Time: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const fullName = ({ First_Name, Last_Name }: Pick<Contact, 'First_Name' | 'Last_Name'>) =>
  `${First_Name} ${Last_Name}`.trim();

/** The contacts of the CRM and the accounts that they belong to. `now` is the CRM's clock, as it writes it. */
export function makePeople(world: World, now: () => string) {
  const contacts = new Map<string, Contact>();
  const accounts = new Map<string, Account>();
  for (const contact of contactsOf(world)) {
    const { Account_Name: account, Created_Time: at } = contact;
    contacts.set(contact.id, contact);
    accounts.set(account.id, { id: account.id, Account_Name: account.name, Created_Time: at, Modified_Time: at });
  }
  const effects = { contactsUpdated: 0, contactsCreated: 0, accountsCreated: 0 };

  function upsertAccount({ Account_Name }: Fields) {
    const name = textOf(Account_Name);
    if (name === '') return missing('Account_Name');
    const at = now();
    const known = [...accounts.values()].find((one) => one.Account_Name.toLowerCase() === name.toLowerCase());
    const account = {
      id: known?.id ?? `55500000${390_000 + accounts.size}`,
      Account_Name: name,
      Created_Time: known?.Created_Time ?? at,
      Modified_Time: at,
    };
    accounts.set(account.id, account);
    if (!known) effects.accountsCreated += 1;
    return written(known ? UPDATED : ADDED, account);
  }

  /** Undefined: not spoken of. A name alone leads to no account. */
  function accountOf({ Account_Name }: Fields): Contact['Account_Name'] | 'unknown' | undefined {
    if (Account_Name === undefined) return undefined;
    const { id } = Object(Account_Name) as { id?: unknown };
    const account = accounts.get(textOf(id));
    return account ? { id: account.id, name: account.Account_Name } : 'unknown';
  }

  function keep(contact: Contact, row: Fields, account: Contact['Account_Name'] | undefined) {
    const names = {
      First_Name: textOf(row['First_Name']) || contact.First_Name,
      Last_Name: textOf(row['Last_Name']) || contact.Last_Name,
    };
    const reached = Object.fromEntries(
      REACHED_BY.filter((field) => row[field] !== undefined).map((field) => [field, row[field]]),
    );
    const kept: Contact = {
      ...contact,
      ...names,
      Full_Name: fullName(names),
      ...reached,
      Account_Name: account ?? contact.Account_Name,
      Modified_Time: now(),
    };
    contacts.set(kept.id, kept);
    return kept;
  }

  function blank(): Contact {
    const at = now();
    return {
      id: `55500000${790_000 + contacts.size}`,
      Full_Name: '',
      First_Name: '',
      Last_Name: '',
      Email: null,
      Phone: null,
      Mobile: null,
      Account_Name: null,
      Created_Time: at,
      Modified_Time: at,
    };
  }

  function upsertContact(row: Fields) {
    const bad = badField(row);
    if (bad) return invalid(bad);
    const account = accountOf(row);
    if (account === 'unknown') return invalid('Account_Name');
    const email = textOf(row['Email']).toLowerCase();
    const known = [...contacts.values()].find((contact) => email !== '' && contact.Email?.toLowerCase() === email);
    if (!known && textOf(row['Last_Name']) === '') return missing('Last_Name');
    const kept = keep(known ?? blank(), row, account);
    effects[known ? 'contactsUpdated' : 'contactsCreated'] += 1;
    return written(known ? UPDATED : ADDED, kept);
  }

  function updateContact({ id, body }: ZohoRequest): ZohoAnswer {
    const contact = contacts.get(id);
    if (!contact) return unknownId(id);
    return eachRow(body, (row) => {
      const bad = badField(row);
      if (bad) return invalid(bad);
      effects.contactsUpdated += 1;
      return written(UPDATED, keep(contact, row, undefined));
    });
  }

  function listContacts({ query, modifiedSince }: ZohoRequest): ZohoAnswer {
    if (modifiedSince === undefined) return crmPage([...contacts.values()], query);
    const since = Date.parse(modifiedSince);
    const changed = [...contacts.values()].filter(({ Modified_Time }) => Date.parse(Modified_Time) > since);
    return changed.length === 0 ? { status: 304 } : crmPage(changed, query);
  }

  return {
    contacts: () => [...contacts.values()],
    contact: (id: string) => contacts.get(id),
    accounts: () => [...accounts.values()],
    effects: () => ({ ...effects }),
    calls: {
      'accounts.upsert': ({ body }: ZohoRequest) => {
        knownBy(body, 'Account_Name');
        return eachRow(body, upsertAccount);
      },
      'accounts.get': (request: ZohoRequest) => crmRecord(accounts.get(request.id), request),
      'contacts.get': (request: ZohoRequest) => crmRecord(contacts.get(request.id), request),
      'contacts.list': listContacts,
      'contacts.search': ({ query }: ZohoRequest) => {
        const email = query.get('email')?.toLowerCase();
        const found = [...contacts.values()].filter((contact) => contact.Email?.toLowerCase() === email);
        return crmPage(found, query);
      },
      'contacts.upsert': ({ body }: ZohoRequest) => {
        knownBy(body, 'Email');
        return eachRow(body, upsertContact);
      },
      'contacts.update': updateContact,
    },
  };
}
