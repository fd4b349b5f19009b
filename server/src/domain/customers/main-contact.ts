/** Orders a customer's people `k`: whom the CRM names first, then who has the customer `c`'s own address, then the oldest. */
export const MAIN_CONTACT_FIRST =
  'coalesce(k.zoho_id = c.zoho_contact_id, false) desc, coalesce(k.email = c.email, false) desc, k.id';

/** The main contact of the customer `c` as `k`; all its columns are null where there is nobody. */
export const MAIN_CONTACT_JOIN = `left join lateral (
  select * from contacts k where k.customer_id = c.id order by ${MAIN_CONTACT_FIRST} limit 1) k on true`;

/** What the books know of the customer `c` as `b`: the contact that it is linked to, else the oldest. */
export const BOOKS_CONTACT_JOIN = `left join lateral (
  select * from books_contacts b where b.customer_id = c.id
  order by coalesce(b.zoho_id = c.zoho_customer_id, false) desc, b.zoho_id limit 1) b on true`;
