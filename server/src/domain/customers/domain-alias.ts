import { createHmac } from 'node:crypto';

/** The largest key that a body may name. */
const MOST = 2_147_483_647;

/**
 * The number by which a person knows a domain (1 to 2,147,483,647): another one for each person, and of no order. The
 * row's own key would tell how long the domain has been here, and so that it is one of ours.
 * @param secret of the installation.
 */
export function domainAlias(secret: Buffer, personId: number, domainName: string): number {
  const mac = createHmac('sha256', secret).update(`own domain\0${String(personId)}\0${domainName.toLowerCase()}`);
  return (mac.digest().readUInt32BE() % MOST) + 1;
}
