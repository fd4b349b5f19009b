import type { Change } from '../../platform/db/tables/audit.ts';
import type { SubscriptionValues } from './columns.ts';
import { LineError, type Effect, type Work } from './validate.ts';
import type { KnownSubscription, Owner } from './known.ts';

type SubscriptionWork = Work<SubscriptionValues>;

/** The customer of a line's domain: a domain without one belongs to the subscription's customer, else to a new one. */
export function ownerOf({ values: { domain }, index, claimed }: SubscriptionWork, known?: KnownSubscription) {
  const holder = claimed.owners.get(domain) ?? index.customerOfDomain.get(domain);
  if (known && holder !== undefined && holder !== known.customerId) {
    throw new LineError('Domain', 'This domain belongs to another customer than the subscription');
  }
  const owner: Owner = known?.customerId ?? holder ?? domain;
  claimed.owners.set(domain, owner);
  return { owner, newDomain: holder === undefined };
}

/** The company name that a line gives to its customer; null keeps the known one, as that of Google's customers. */
export function companyOf({ line, values: { companyName }, index, claimed }: SubscriptionWork, owner: Owner) {
  const known = index.customers.get(owner);
  const keeps = known !== undefined && (known.isNamedByGoogle || known.companyName === companyName);
  const isFirst = known?.isNamedByGoogle
    ? false
    : claimed.isFirst(`company ${owner}`, companyName, line, 'Company Name');
  if (keeps || !isFirst) return { companyName: null, changes: [] };
  const change: Change = { field: 'Company Name', old: known?.companyName ?? null, new: companyName };
  return { companyName, changes: [change] };
}

/** The reseller that a line gives to its customer; null keeps the known one. */
export function resellerOf({ line, values: { resellerEmail }, index, claimed }: SubscriptionWork, owner: Owner) {
  if (resellerEmail === null) return { resellerId: null, changes: [] };
  const resellerId = index.resellers.get(resellerEmail);
  if (resellerId === undefined) throw new LineError('Reseller Email', 'No reseller has this e-mail address');
  const old = index.customers.get(owner)?.resellerEmail ?? null;
  const isFirst = claimed.isFirst(`reseller ${owner}`, resellerEmail, line, 'Reseller Email');
  if (!isFirst || old === resellerEmail) return { resellerId: null, changes: [] };
  const change: Change = { field: 'Reseller Email', old, new: resellerEmail };
  return { resellerId, changes: [change] };
}

interface GivenContact {
  contact: Effect['contact'];
  changes: Change[];
}

/** The contact that a line adds or changes: the one of its customer with that e-mail, else with that phone number. */
export function contactOf(work: SubscriptionWork, owner: Owner): GivenContact {
  const { contactName: name, contactEmail: email, contactPhone: phone } = work.values;
  const address = email ?? phone;
  if (address === null) {
    if (name !== null) throw new LineError('Contact Name', 'A contact needs an e-mail address or a phone number');
    return { contact: null, changes: [] };
  }
  const known = (work.index.contacts.get(owner) ?? []).find((one) =>
    email === null ? one.phone === phone : one.email === email,
  );
  const old = known ?? { id: null, name: null, phone: null };
  const about = `contact ${owner} ${address}`;
  const isFirst = work.claimed.isFirst(about, address, work.line, 'Contact Email');
  const changes: Change[] = isFirst && !known ? [{ field: 'Contact', old: null, new: address }] : [];
  const details = [
    { field: 'Contact Name', old: old.name, new: name },
    { field: 'Contact Phone', old: old.phone, new: email === null ? null : phone },
  ];
  changes.push(...details.filter((detail) => isNews(work, about, detail)));
  return { contact: changes.length > 0 ? { id: old.id, name, email, phone } : null, changes };
}

/** Whether a line says something about a contact that neither the database nor an earlier line says. */
function isNews({ line, claimed }: SubscriptionWork, about: string, { field, old, new: next }: Change): boolean {
  return next !== null && claimed.isFirst(`${about} ${field}`, next, line, field) && old !== next;
}
