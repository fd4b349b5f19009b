import type { World } from '../world/types.ts';

export interface Contact {
  id: string;
  Full_Name: string;
  First_Name: string;
  Last_Name: string;
  Email: string | null;
  Phone: string | null;
  Mobile: string | null;
  Account_Name: { id: string; name: string } | null;
  Created_Time: string;
  Modified_Time: string;
}

export interface Task {
  id: string;
  Subject: string;
  Description: string | null;
  Status: string;
  Due_Date: string | null;
  Who_Id: { id: string; name: string } | null;
  Created_Time: string;
  Modified_Time: string;
}

const INDIA = 5.5 * 3_600_000;

/** An instant as the CRM writes it, on India's clock. */
export const crmTime = (ms: number) => `${new Date(ms + INDIA).toISOString().slice(0, 19)}+05:30`;

/** All persons of all customers; the first one is the oldest. */
export function contactsOf({ customers, today }: World): (Contact & { Account_Name: object })[] {
  const morning = Date.parse(today) + 4 * 3_600_000;
  const people = customers.flatMap(({ companyName, contacts }, company) =>
    contacts.map((contact) => ({ contact, account: { id: `55500000${300_000 + company}`, name: companyName } })),
  );
  return people.map(({ contact, account }, n) => {
    const [first = '', ...rest] = contact.name.split(' ');
    const at = crmTime(morning - (people.length - n) * 3_600_000);
    return {
      id: `55500000${700_000 + n}`,
      Full_Name: contact.name,
      First_Name: first,
      Last_Name: rest.join(' '),
      Email: contact.email,
      Phone: contact.phone,
      Mobile: null,
      Account_Name: account,
      Created_Time: at,
      Modified_Time: at,
    };
  });
}
