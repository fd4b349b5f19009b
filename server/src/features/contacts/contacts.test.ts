import { contacts } from '@desk/contract/renewal-work/contacts';
import { describe, expect, test } from 'vitest';
import { customersTable as c, resellersTable, silencedAddressesTable } from '../../platform/db/tables/customers.ts';
import { domain_name, NOW, openDesk, person } from './testing/open-desk.ts';

describe('who is asked', () => {
  test('stands in that order, then who is not, each with why', async () => {
    const desk = await openDesk();
    await desk.db.update(c).set({ email: 'office@acme.example' });
    const viewer = await desk.add({ name: 'Viewer', email: 'v@acme.example', roles: ['viewer'] });
    const accounts = await desk.add({ name: 'Accounts', email: 'Pay@acme.example', role: 'Accounts Manager' });
    const away = await desk.add({ name: 'Away', email: 'Away@acme.example', roles: ['payer'], zohoId: 'crm-1' });
    const buyer = await desk.add({ name: 'Buyer', email: 'b@acme.example', phone: '+91 98 1', roles: ['buyer'] });
    await desk.silence('away@acme.example');

    const { people, company, reseller, nobody_reachable } = await desk.list();

    const asked = { not_asked: null, silenced: null, silenced_number: null };
    expect(people).toEqual([
      {
        ...{ contact_id: buyer.id, name: 'Buyer', email: 'b@acme.example', phone: '+91 98 1', mobile: null },
        ...{ roles: ['buyer'], crm_role: null, suggested_roles: [], is_in_crm: false },
        ...{ place: 1, asked_as: 'buyer', ...asked },
      },
      {
        ...{ contact_id: accounts.id, name: 'Accounts', email: 'Pay@acme.example', phone: null, mobile: null },
        ...{ roles: null, crm_role: 'Accounts Manager', suggested_roles: ['payer'], is_in_crm: false },
        ...{ place: 2, asked_as: 'contact', ...asked },
      },
      {
        ...{ contact_id: away.id, name: 'Away', email: 'Away@acme.example', phone: null, mobile: null },
        ...{ roles: ['payer'], crm_role: null, suggested_roles: [], is_in_crm: true },
        ...{ place: null, asked_as: 'payer', not_asked: 'silenced', silenced_number: null },
        silenced: { cause: 'bounced', reason: 'No such mailbox', since: NOW },
      },
      {
        ...{ contact_id: viewer.id, name: 'Viewer', email: 'v@acme.example', phone: null, mobile: null },
        ...{ roles: ['viewer'], crm_role: null, suggested_roles: [], is_in_crm: false },
        ...{ place: null, asked_as: null, not_asked: 'viewer', silenced: null, silenced_number: null },
      },
    ]);
    expect(company).toEqual({
      ...{ name: 'Acme Pvt Ltd', email: 'office@acme.example', place: 3, asked_as: 'company', ...asked },
    });
    expect([reseller, nobody_reachable]).toEqual([null, false]);
  });

  test('of a reseller’s customer is the reseller, and where that one is not written to nobody', async () => {
    const desk = await openDesk();
    const [made = { id: 0 }] = await desk.db
      .insert(resellersTable)
      .values({ name: 'Rina', companyName: 'Partner Ltd', email: 'rina@partner.example' })
      .returning();
    await desk.db.update(c).set({ resellerId: made.id });
    await desk.add({ name: 'Buyer', email: 'b@acme.example', roles: ['buyer'] });
    expect(await desk.list()).toMatchObject({
      people: [{ name: 'Buyer', place: null, not_asked: 'reseller' }],
      reseller: { name: 'Rina', email: 'rina@partner.example', place: 1, asked_as: 'reseller' },
      nobody_reachable: false,
    });
    await desk.silence('rina@partner.example', 'unsubscribed');
    expect(await desk.list()).toMatchObject({
      reseller: { place: null, not_asked: 'silenced', silenced: { cause: 'unsubscribed' } },
      nobody_reachable: true,
    });
    expect((await desk.confirm('rina@partner.example', 'She called')).status).toBe(200);
    expect(await desk.list()).toMatchObject({ nobody_reachable: false });
  });

  test('of a customer without any address is nobody, and of no domain nothing is told', async () => {
    const desk = await openDesk();
    expect(await desk.list()).toEqual({
      people: [],
      company: {
        ...{ name: 'Acme Pvt Ltd', email: null },
        ...{ place: null, asked_as: 'company', not_asked: 'no_address', silenced: null, silenced_number: null },
      },
      ...{ reseller: null, nobody_reachable: true },
    });
    const nowhere = { domain_name: 'nowhere.example' };
    expect((await desk.asha.calls(contacts.all, nowhere)).status).toBe(404);
    expect((await desk.asha.calls(contacts.save, { ...nowhere, person: person() })).status).toBe(404);
  });
});

describe('an address that is not written to', () => {
  test('is written to again once somebody confirms it, which is kept', async () => {
    const desk = await openDesk();
    const { id } = await desk.add({ name: 'Asha Rao', email: 'Asha@acme.example' });
    await desk.silence('asha@acme.example');
    expect((await desk.confirm(' ASHA@acme.example')).status).toBe(200);
    expect(await desk.list()).toMatchObject({ people: [{ place: 1, silenced: null }] });
    expect(await desk.entries()).toMatchObject([
      {
        ...{ action: 'address_confirmed', subject: 'contact', subjectId: id, actor: 'asha@desk.example' },
        changes: [
          { field: 'address', old: null, new: 'asha@acme.example' },
          { field: 'bounced', old: 'No such mailbox', new: null },
        ],
      },
    ]);
    expect((await desk.confirm('asha@acme.example')).status).toBe(404);
  });

  test('because they unsubscribed is confirmed with a reason alone', async () => {
    const desk = await openDesk();
    await desk.db.update(c).set({ email: 'office@acme.example' });
    await desk.silence('office@acme.example', 'unsubscribed');
    for (const reason of [undefined, ' '])
      expect(await desk.confirm('office@acme.example', reason)).toMatchObject({
        status: 422,
        reply: { message: 'They asked not to be written to. Say why they are again.' },
      });
    expect((await desk.list()).nobody_reachable).toBe(true);
    expect((await desk.confirm('office@acme.example', 'Asked for it on the telephone')).status).toBe(200);
    expect((await desk.list()).nobody_reachable).toBe(false);
    expect((await desk.entries())[0]).toMatchObject({ subject: 'customer', subjectId: desk.customerId });
    expect((await desk.entries())[0]?.changes).toContainEqual({
      ...{ field: 'reason', old: null, new: 'Asked for it on the telephone' },
    });
  });

  test('and a number to which nothing goes by WhatsApp, each whoever of them has it', async () => {
    const desk = await openDesk();
    const { id } = await desk.add({ name: 'Asha Rao', email: 'asha@acme.example', mobile: '98000 00001' });
    await desk.db.update(c).set({ phone: '+91 98000 00002' });
    for (const number of ['+919800000001', '+919800000002']) await desk.silence(number, 'unsubscribed');
    expect(await desk.list()).toMatchObject({
      people: [{ place: 1, silenced: null, silenced_number: { number: '+919800000001', cause: 'unsubscribed' } }],
      company: { silenced_number: { number: '+919800000002' } },
    });
    expect((await desk.confirm('+919800000001', 'Asked for it on the telephone')).status).toBe(200);
    expect((await desk.confirm('+919800000002', 'The same')).status).toBe(200);
    expect((await desk.confirm('+919800000003', 'Nobody has it')).status).toBe(404);
    expect(await desk.list()).toMatchObject({
      people: [{ silenced_number: null }],
      company: { silenced_number: null },
    });
    expect((await desk.entries()).map(({ subject, subjectId }) => [subject, subjectId])).toEqual([
      ['contact', id],
      ['customer', desk.customerId],
    ]);
  });

  test('of another customer stays so', async () => {
    const desk = await openDesk();
    await desk.silence('ravi@beta.example');
    expect((await desk.confirm('ravi@beta.example')).status).toBe(404);
    expect(await desk.db.$count(silencedAddressesTable)).toBe(1);
  });
});

test('who works on no renewals reads who is asked, and changes nothing', async () => {
  const desk = await openDesk();
  const reader = await desk.as({ email: 'reader@desk.example', menus: ['centralized_dashboard'] });
  expect((await reader.calls(contacts.all, { domain_name })).status).toBe(200);
  expect((await reader.calls(contacts.save, { domain_name, person: person() })).status).toBe(403);
  expect((await reader.calls(contacts.confirmAddress, { domain_name, address: 'a@b.example' })).status).toBe(403);
});
