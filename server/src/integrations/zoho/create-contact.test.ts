import { beforeEach, describe, expect, test } from 'vitest';
import { timeoutsWith } from '../../testing/silence.ts';
import { zohoClient } from './testing/zoho-client.ts';

const { zoho, makeClient } = await zohoClient();

const PASSING = ['throttled', 'unavailable', 'unauthorized', 'html', 'html-200', 'timeout', 'reset'] as const;
const LOST = 'applied-but-answer-lost' as const;

let person = 0;
beforeEach(() => void (person += 1));
const meera = () => ({
  firstName: 'Meera',
  lastName: 'Nair',
  email: `meera-${person}@lotus.example`,
  phone: '+91 98000 00001',
  mobile: null,
  companyName: `Lotus ${person} Pvt Ltd`,
});
const madeSince = (before: ReturnType<typeof zoho.crm.effects>) => {
  const { contactsCreated, accountsCreated } = zoho.crm.effects();
  return [contactsCreated - before.contactsCreated, accountsCreated - before.accountsCreated];
};
const found = (id: string) => zoho.crm.contacts().find((contact) => contact.id === id);

describe('a new person', () => {
  test('is in the CRM with the account of the company', async () => {
    const before = zoho.crm.effects();
    const { id } = await makeClient().crm.createContact(meera());
    const account = zoho.crm.accounts().find(({ Account_Name }) => Account_Name === meera().companyName);
    expect(found(id)).toMatchObject({
      Full_Name: 'Meera Nair',
      Email: meera().email,
      Phone: '+91 98000 00001',
      Mobile: null,
      Account_Name: { id: account?.id, name: meera().companyName },
    });
    expect(madeSince(before)).toEqual([1, 1]);
  });

  test('of a company that the CRM knows goes to its account', async () => {
    const before = zoho.crm.effects();
    const [colleague] = zoho.crm.contacts();
    const companyName = colleague?.Account_Name?.name ?? '';
    const { id } = await makeClient().crm.createContact({ ...meera(), companyName: companyName.toUpperCase() });
    expect(found(id)?.Account_Name?.id).toBe(colleague?.Account_Name?.id);
    expect(madeSince(before)).toEqual([1, 0]);
  });

  test('asked for again is the same one, with what is said now', async () => {
    const { crm } = makeClient();
    const before = zoho.crm.effects();
    const first = await crm.createContact(meera());
    const again = { ...meera(), email: meera().email.toUpperCase(), lastName: 'Rao', phone: null };
    expect(await crm.createContact(again)).toEqual(first);
    expect(found(first.id)).toMatchObject({ Full_Name: 'Meera Rao', Phone: '+91 98000 00001' });
    expect(madeSince(before)).toEqual([1, 1]);
  });

  test.each(
    ['accounts.upsert', 'contacts.upsert'].flatMap((only) => [...PASSING, LOST].map((kind) => [kind, only] as const)),
  )('is made once with %s on the way to %s', async (kind, only) => {
    const before = zoho.crm.effects();
    zoho.faults.next({ kind, only });
    const { id } = await makeClient(timeoutsWith(kind)).crm.createContact(meera());
    expect(found(id)?.Account_Name?.name).toBe(meera().companyName);
    expect(madeSince(before)).toEqual([1, 1]);
    expect(zoho.faults.waiting()).toEqual([]);
  });

  test('refused in its row is not made, although the answer is no error', async () => {
    const { crm } = makeClient();
    const before = zoho.crm.effects();
    await expect(crm.createContact({ ...meera(), phone: 'none' })).rejects.toMatchObject({
      kind: 'refused',
      reason: 'INVALID_DATA',
      message: 'Zoho refused this. Zoho says: "invalid data (Phone)"',
    });
    zoho.faults.next({ kind: 'refused-with-200', only: 'accounts.upsert' });
    await expect(crm.createContact(meera())).rejects.toMatchObject({ reason: 'NOT_ALLOWED', retriable: false });
    expect(madeSince(before)[0]).toBe(0);
  });
});
