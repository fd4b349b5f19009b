import type { Product } from './product.ts';

const WAITING = 8;

/** All who wait have one name, so that their dialogs are the same whoever is left of them. */
const USERS = `
  insert into accounts (kind, email, name, phone, password_hash, status, role, created_at)
  select 'customer', substr(md5(random()::text), 1, 12) || '@guest.example', 'Guest', '9800012345', 'none', 'PENDING', 'CUSTOMER', now()
  from generate_series(1, ${WAITING} - (select count(*)::int from accounts where kind = 'customer' and status = 'PENDING'));
  update accounts set name = 'Guest' where kind = 'customer' and status = 'PENDING';
  insert into customer_profiles (account_id, company_name, designation, industry_type, other_contact_name, other_contact_phone)
  select id, 'Guest Works', 'Owner', 'SMB', '', '' from accounts where email like '%@guest.example'
  on conflict do nothing`;

const DOMAINS = `
  insert into domains (name, status, customer_id, owner_id, asked_at, created_at)
  select 'guest-' || substr(md5(random()::text), 1, 12) || '.example', 'PENDING',
    (select min(id) from customers), (select min(id) from accounts where kind = 'customer' and status = 'ACTIVE'), now(), now()
  from generate_series(1, ${WAITING} - (select count(*)::int from domains where status = 'PENDING'))`;

/** Mail of a customer, and mail of which nobody knows whose it is, from one sender: of others each has a dialog of its own, which goes. */
const MAIL = `
  update inbound_messages set settled_at = now() where settled_at is null and from_address <> 'guest@guest.example';
  insert into inbound_messages (message_id, kind, from_address, to_address, subject, text, customer_id, received_at, created_at)
  select md5(random()::text), 'reply', 'guest@guest.example', 'renew@desk.example', 'Guest asks', 'Call me',
    case when n % 2 = 0 then (select min(id) from customers) end, now(), now()
  from generate_series(1, ${WAITING} - (select count(*)::int from inbound_messages where settled_at is null)) n`;

const REFILLS: Readonly<Record<string, string>> = {
  '/home/approve_users': USERS,
  '/home/approve_domain': DOMAINS,
  '/home/mail_in': MAIL,
};

/** Where a list is worked until nobody waits any more: brings others, before the screen is opened anew. */
export async function refill(product: Product, path: string): Promise<void> {
  const statements = REFILLS[path];
  if (statements !== undefined) await product.ask(statements);
}
