import { isPublicMail } from './public-mail.ts';

/** Whether an address is one of a domain; in one of a host of everybody's mail nothing of a company is told. */
export function isMailOf(email: string, domain: string): boolean {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const name = domain.toLowerCase();
  return host === name || host.endsWith(`.${name}`) || (name.endsWith(`.${host}`) && !isPublicMail(host));
}
