import type { InputOf } from '@desk/contract/call';
import { customers } from '@desk/contract/customers';
import { eq } from 'drizzle-orm';
import { contactsTable as k } from '../../../platform/db/tables/customers.ts';
import { makeContact, makeRenewal } from '../../../testing/fixtures.ts';
import { crmDesk } from './crm-desk.ts';

export const OLD = { email: 'ravi@acme.example', phone: '+91 60000 00001', mobile: '+91 60000 00002' };
export const NEW = { customer_email: 'it@acme.example', phone: '+91 60000 00003', mobile: '+91 60000 00004' };
export const SEEN = { customer_email: OLD.email, phone: OLD.phone, mobile: OLD.mobile };

/** The CRM of a test file, and a desk with one person in it. */
export function raviDesk() {
  const crm = crmDesk();
  const { zoho, openDesk, crmPeople } = crm;

  /** A desk with somebody of Acme, who renews in April, whom the CRM knows as its first person. */
  async function deskWithRavi(options: Parameters<typeof openDesk>[0] = {}) {
    const desk = await openDesk(options);
    const [known] = crmPeople();
    const zohoId = known?.id ?? '';
    const { customerId } = await makeRenewal(desk.db, { customer: { email: OLD.email, phone: OLD.phone } });
    const { id } = await makeContact(desk.db, customerId, { ...OLD, zohoId });
    return {
      ...desk,
      id,
      customerId,
      saves: (change: Partial<typeof NEW> = {}, seen?: InputOf<typeof customers.update>['seen']) =>
        desk.asha.calls(customers.update, { formData: { contact_id: id, ...NEW, ...change }, ...(seen && { seen }) }),
      ravi: async () => (await desk.db.select().from(k).where(eq(k.id, id)))[0],
      row: async () => (await desk.asha.calls(customers.all, {})).reply.customer[0],
      inCrm: () => crmPeople().find((person) => person.id === zohoId),
      updates: () => zoho().crm.effects().contactsUpdated,
    };
  }

  return { ...crm, deskWithRavi };
}
