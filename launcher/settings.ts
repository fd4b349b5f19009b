import { resolve } from 'node:path';
import { STANDARD_BUSINESS, type Business } from '@desk/contract/rules/business';
import { isDatabaseAddress } from '../server/src/database-address.ts';
import { LauncherError } from './report-error.ts';

/** Settings of the launcher itself; the server reads and checks the rest. */
export type Settings = {
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  /** Undefined: the bundled PostgreSQL. */
  databaseUrl: string | undefined;
  /** With demo data, and simulators for the services that are not configured. */
  demo: boolean;
  /** The reseller's zone; its day is the demo's first day. */
  timeZone: string;
  currency: string;
  /** The name and the colour on every screen, for the page that Vite serves. */
  brand: string;
  accent: string;
  hasLogo: boolean;
};

type Environment = Readonly<Record<string, string | undefined>>;

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new LauncherError(`PORT must be a number from 1 to 65535, not "${text}".`);
  return port;
}

function flagOf(name: string, text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new LauncherError(`${name} must be true or false, not "${text}".`);
  return text === 'true';
}

const businessOf = (given: Environment): Business => ({
  timeZone: given['BUSINESS_TIME_ZONE'] ?? STANDARD_BUSINESS.timeZone,
  currency: given['BUSINESS_CURRENCY'] ?? STANDARD_BUSINESS.currency,
  brand: given['BRAND_NAME'] ?? STANDARD_BUSINESS.brand,
  accent: given['BRAND_ACCENT'] ?? STANDARD_BUSINESS.accent,
  phone: given['BUSINESS_PHONE'],
  hasLogo: given['BRAND_MARK'] !== undefined,
});

/** An empty value counts as not set, as it does for the server. */
export function readSettings(env: Environment, folder: string): Settings {
  const given: Environment = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const databaseUrl = given['DATABASE_URL'];
  if (databaseUrl !== undefined && !isDatabaseAddress(databaseUrl)) {
    throw new LauncherError('DATABASE_URL cannot be read. It looks like postgres://user:password@host:5432/database.');
  }
  return {
    port: portOf(given['PORT'] ?? '3000'),
    host: given['HOST'] ?? '127.0.0.1',
    dataDir: resolve(folder, given['DATA_DIR'] ?? '.data'),
    databaseUrl,
    demo: flagOf('DEMO', given['DEMO'] ?? String(databaseUrl === undefined)),
    ...businessOf(given),
  };
}

/** Answers are read where mails are caught: to mails that really leave they arrive elsewhere. */
const WITH_MAILS = new Set(['REPLY_ADDRESS', 'IMAP_URL']);

/**
 * The variables to add for simulated services: a service of which anything is configured (a name with the same beginning) is
 * real and left alone.
 */
export function unconfigured(simulated: Readonly<Record<string, string>>, env: Environment): Record<string, string> {
  const serviceOf = (name: string): string => name.split('_')[0] ?? name;
  const real = new Set(
    Object.keys(env)
      .filter((name) => env[name])
      .map(serviceOf),
  );
  const isReal = (name: string): boolean =>
    real.has(serviceOf(name)) || (WITH_MAILS.has(name) && real.has(serviceOf('SMTP_URL')));
  return Object.fromEntries(Object.entries(simulated).filter(([name]) => !isReal(name)));
}
