/** Where everybody has a mailbox: an address there tells nothing of whose the domain is. */
const HOSTS: ReadonlySet<string> = new Set([
  'aol.com',
  'gmail.com',
  'googlemail.com',
  'gmx.com',
  'hotmail.com',
  'icloud.com',
  'live.com',
  'mail.com',
  'me.com',
  'msn.com',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  'rediffmail.com',
  'yahoo.co.in',
  'yahoo.com',
  'yahoo.in',
  'ymail.com',
  'zohomail.com',
  'zohomail.in',
]);

/** @param name a domain in lower case. */
export const isPublicMail = (name: string): boolean => HOSTS.has(name);
