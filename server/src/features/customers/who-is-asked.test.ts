import { contacts } from '@desk/contract/renewal-work/contacts';
import { expect, test } from 'vitest';
import { silencedAddressesTable } from '../../platform/db/tables/customers.ts';
import { makeContact, makeDomain } from '../../testing/fixtures.ts';
import { crmDesk } from './testing/crm-desk.ts';

const { openDesk, crmPeople, changeInCrm } = crmDesk();

/** A customer whose buyer is the CRM's first person, at an address that bounced. */
async function deskWithBuyer() {
  const desk = await openDesk();
  const [known] = crmPeople();
  const { id: zohoId = '', Email: email = '' } = known ?? {};
  const { customerId } = await makeDomain(desk.db, { name: 'acme.example' });
  const { id } = await makeContact(desk.db, customerId, { name: 'Asha', email, zohoId, roles: ['buyer'] });
  await desk.db
    .insert(silencedAddressesTable)
    .values({ address: email ?? '', cause: 'bounced', reason: 'No such mailbox' });
  const who = async () => (await desk.asha.calls(contacts.all, { domain_name: 'acme.example' })).reply;
  return { ...desk, id, zohoId, who };
}

test('what staff said somebody is stands, whatever the CRM says of them', async () => {
  const desk = await deskWithBuyer();
  changeInCrm(desk.zohoId, { Full_Name: 'Asha Devi Rao', Phone: '+91 60000 77777' });
  await desk.synced();
  expect((await desk.who()).people).toMatchObject([
    { contact_id: desk.id, name: 'Asha Devi Rao', phone: '+91 60000 77777', roles: ['buyer'], not_asked: 'silenced' },
  ]);
});

test('who has another address in the CRM is asked at it, though the one before had bounced', async () => {
  const desk = await deskWithBuyer();
  expect(await desk.who()).toMatchObject({ nobody_reachable: true });
  changeInCrm(desk.zohoId, { Email: 'newer@acme.example' });
  await desk.synced();
  expect(await desk.who()).toMatchObject({
    people: [{ email: 'newer@acme.example', roles: ['buyer'], place: 1, silenced: null }],
    nobody_reachable: false,
  });
});
