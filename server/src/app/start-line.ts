import manifest from '../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';
import { hostsOf } from '../database-address.ts';
import type { Clients } from '../platform/context.ts';

/** The external services that this node speaks to. */
function externalServicesOf(config: Config, { mailer, mailbox, providers, zoho, jumpcloud }: Clients): string[] {
  const configured: Readonly<Record<string, unknown>> = {
    mail: mailer,
    mailbox,
    google: providers.google,
    crm: zoho,
    books: zoho?.books,
    desk: zoho?.desk,
    jumpcloud,
    whatsapp: config.WHATSAPP_URL,
    sms: config.SMS_URL,
  };
  return Object.keys(configured).filter((name) => configured[name] !== undefined);
}

/** The first line of a node that answers: what is running here, with whom, and how. */
export const startLine = (config: Config, clients: Clients) => ({
  event: 'started',
  version: manifest.version,
  node: process.version,
  // Without the name and the password.
  database: hostsOf(config.DATABASE_URL),
  jobs: config.JOBS,
  external_services: externalServicesOf(config, clients),
  rate_profile: config.RATE_PROFILE,
});
