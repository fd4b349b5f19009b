import { addDays } from '../world/calendar.ts';
import { RUPEES_PER_DOLLAR } from '../world/world.ts';
import type { World, WorldSubscription } from '../world/types.ts';

/** The id of the world's `n`-th customer. */
export const booksContactId = (n: number) => `46000000${100_000 + n}`;

/** Books takes any currency; ours bill in two. */
const codeOf = (currency: string): string => currency;

/** A customer's quarterly invoice. */
function billOf(subscription: WorldSubscription | undefined) {
  const seats = subscription?.seats.numberOfSeats ?? 1;
  const total = Math.round((seats * (subscription?.pricePerSeatPerYear ?? 0)) / 4);
  const productType = subscription ? 'Workspace' : 'Services';
  const details = {
    line_items: [{ name: subscription?.skuName ?? 'Support', quantity: seats, rate: total / seats }],
    custom_fields: [
      { label: 'PO Number', api_name: 'cf_po_number', value: '' },
      { label: 'Product Type', api_name: 'cf_product_type', value: productType },
    ],
  };
  return { total, details };
}

/** Three invoices a quarter apart for each customer; every third customer owes the newest. */
export function invoicesOf({ customers, today }: World) {
  return customers.flatMap(({ companyName, currency, subscriptions: [subscription] }, customer) =>
    [0, 1, 2].map((quarter) => {
      const date = addDays(today, -20 - quarter * 91 - (customer % 30));
      const { total, details } = billOf(subscription);
      const isOwed = quarter === 0 && customer % 3 === 0;
      const number = customer * 3 + quarter;
      return {
        invoice_id: `98200000${100_000 + number}`,
        customer_id: booksContactId(customer),
        customer_name: companyName,
        invoice_number: `INV-${String(number + 1).padStart(5, '0')}`,
        // All owed ones are at least 20 days old, with 15 days to pay.
        status: isOwed ? 'overdue' : 'paid',
        date,
        due_date: addDays(date, 15),
        currency_code: codeOf(currency),
        exchange_rate: currency === 'USD' ? RUPEES_PER_DOLLAR : 1,
        total,
        balance: isOwed ? total : 0,
        created_time: `${date}T11:00:00+0530`,
        last_modified_time: `${date}T12:00:00+0530`,
        /** Fields in the answer for the single invoice only. */
        details,
      };
    }),
  );
}
export type Invoice = ReturnType<typeof invoicesOf>[number];

/** `crmIdOf` gives the id by which the CRM knows a person. */
export function contactsOf({ customers, today }: World, crmIdOf: (email: string) => string | undefined) {
  return customers.map(({ companyName, currency, gstNumber, contacts: [person] }, n) => ({
    contact_id: booksContactId(n),
    contact_name: companyName,
    company_name: companyName,
    contact_type: 'customer',
    status: 'active',
    currency_code: currency,
    email: person?.email ?? '',
    phone: person?.phone ?? '',
    mobile: '',
    created_time: `${addDays(today, n - customers.length - 400)}T12:00:00+0530`,
    last_modified_time: `${addDays(today, -300)}T12:00:00+0530`,
    /** Fields in the answer for the single contact only. */
    details: {
      gst_no: gstNumber,
      gst_treatment: 'business_gst',
      zcrm_contact_id: (person && crmIdOf(person.email)) ?? '',
    },
  }));
}
export type Contact = ReturnType<typeof contactsOf>[number];
