import { Resolver } from 'node:dns';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAccent } from '@desk/contract/rules/accent';
import { logoType } from '@desk/contract/rules/logo';
import { STANDARD_BUSINESS, type Business } from '@desk/contract/rules/business';
import type { Names, Slugs } from '@desk/contract/rules/slugs';
import * as z from 'zod/mini';
import { isGuessableKey } from './guessable-key.ts';
import { addressesOf, isDatabaseAddress } from './database-address.ts';

const flag = (standard: boolean) =>
  z.pipe(
    z._default(z.enum(['true', 'false']), standard ? 'true' : 'false'),
    z.transform((text) => text === 'true'),
  );
const number = (from: number, to: number) =>
  z.pipe(z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number)), z.int().check(z.gte(from), z.lte(to)));
const whole = (standard: number, from: number, to: number) => z._default(number(from, to), standard);
const words = (standard = '') => z._default(z.string().check(z.trim()), standard);
const slug = (standard: string) => z._default(z.string().check(z.regex(/^[a-z][a-z0-9_]{0,30}$/)), standard);
/** An address, a network such as 10.0.0.0/8, or the name of one. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [ip = '', bits, ...more] = text.split('/');
  const version = isIP(ip);
  const fits = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
  return version !== 0 && fits && more.length === 0;
}
const proxies = z.pipe(
  z._default(z.string(), 'false'),
  z.pipe(
    z.transform((text: string) => (text === 'false' ? [] : text.split(',').map((proxy) => proxy.trim()))),
    z.array(z.string().check(z.refine(isProxy))),
  ),
);
function areNameServers(addresses: string[]): boolean {
  try {
    new Resolver().setServers(addresses);
    return true;
  } catch {
    return false;
  }
}
const nameServers = z.pipe(
  z._default(z.string(), ''),
  z.pipe(
    z.transform((text: string) =>
      text
        .split(',')
        .map((server) => server.trim())
        .filter((server) => server !== ''),
    ),
    z.array(z.string()).check(z.refine(areNameServers)),
  ),
);
const databaseAddress = z.string().check(z.refine(isDatabaseAddress));
const addressOfOneHost = databaseAddress.check(z.refine((url) => addressesOf(url).length === 1));
const address = z.optional(z.url({ protocol: /^https?$/ }));

/** Where the desk is, for links in mails; none: a command that writes no mail. */
function isDeskAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && `${url.username}${url.search}${url.hash}` === '';
}

/** State, PAN, number of the registration in that state, Z, check digit. */
const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/;

/** Every name of the environment; what each means is told in `.env.example`. */
const Environment = z.object({
  NODE_ENV: words('production'),
  PORT: whole(3000, 0, 65535),
  HOST: words('127.0.0.1'),
  PUBLIC_URL: z._default(z.string().check(z.refine(isDeskAddress)), ''),
  DATABASE_URL: databaseAddress,
  MIGRATION_DATABASE_URL: z.optional(databaseAddress),
  POOLER_DATABASE_URL: z.optional(addressOfOneHost),
  STANDBY_DATABASE_URL: z.optional(addressOfOneHost),
  DATA_DIR: words('.data'),
  SECRET_KEY: z.optional(z.string().check(z.minLength(32))),
  DEMO: flag(false),
  ADMIN_EMAIL: z.optional(z.email()),
  ADMIN_PASSWORD: z.optional(z.string().check(z.minLength(8), z.maxLength(128))),
  BRAND_NAME: words('Reseller Desk'),
  BRAND_ACCENT: z._default(z.string().check(z.refine(isAccent)), STANDARD_BUSINESS.accent),
  BRAND_MARK: z.optional(z.string().check(z.refine((path) => readLogo(path) !== undefined))),
  BUSINESS_PHONE: z.optional(z.string().check(z.trim(), z.regex(/^\+?[\d\s().-]{6,24}$/))),
  BRAND_SLUG: slug('provider'),
  DIRECTORY_PRODUCT_NAME: words('JumpCloud'),
  DIRECTORY_PRODUCT_SLUG: slug('jumpcloud'),
  BUSINESS_LEGAL_NAME: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
  BUSINESS_GSTIN: z.optional(z.string().check(z.regex(GSTIN))),
  BUSINESS_ADDRESS: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))),
  BUSINESS_TIME_ZONE: z._default(z.string().check(z.refine(isTimeZone)), STANDARD_BUSINESS.timeZone),
  BUSINESS_CURRENCY: z._default(z.string().check(z.refine(isCurrency)), STANDARD_BUSINESS.currency),
  LEAD_BUSINESS_DAYS: whole(2, 0, 30),
  SESSION_HOURS: whole(12, 1, 168),
  HIDE_ACCOUNT_EXISTENCE: flag(false),
  RATE_PROFILE: z._default(z.enum(['production', 'demo']), 'production'),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: words('Reseller Desk <desk@reseller.example>'),
  MAIL_REPLY_TO: z.optional(z.email()),
  REPLY_ADDRESS: z.optional(z.email().check(z.regex(/^[^+@]{1,31}@/))),
  IMAP_URL: z.optional(z.url({ protocol: /^imaps?$/ })),
  INBOUND_SECRET: z.optional(z.string().check(z.minLength(32))),
  GOOGLE_RESELLER_URL: z._default(z.url({ protocol: /^https?$/ }), 'https://reseller.googleapis.com/'),
  GOOGLE_TOKEN_URL: address,
  GOOGLE_SERVICE_ACCOUNT_JSON: z.optional(z.string()),
  GOOGLE_ADMIN_SUBJECT: z.optional(z.string()),
  ZOHO_ACCOUNTS_URL: address,
  ZOHO_CRM_URL: address,
  ZOHO_BOOKS_URL: address,
  ZOHO_DESK_URL: address,
  ZOHO_CLIENT_ID: z.optional(z.string()),
  ZOHO_CLIENT_SECRET: z.optional(z.string()),
  ZOHO_REFRESH_TOKEN: z.optional(z.string()),
  ZOHO_BOOKS_ORGANIZATION_ID: z.optional(z.string()),
  ZOHO_DESK_ORG_ID: z.optional(z.string()),
  JUMPCLOUD_URL: address,
  JUMPCLOUD_API_KEY: z.optional(z.string()),
  JUMPCLOUD_PROVIDER_ID: z.optional(z.string()),
  WHATSAPP_URL: address,
  WHATSAPP_TOKEN: z.optional(z.string()),
  WHATSAPP_PHONE_ID: z.optional(z.string()),
  WHATSAPP_APP_SECRET: z.optional(z.string().check(z.minLength(1))),
  WHATSAPP_VERIFY_TOKEN: z.optional(z.string().check(z.minLength(16))),
  SMS_URL: address,
  SMS_ACCOUNT: z.optional(z.string()),
  SMS_TOKEN: z.optional(z.string()),
  CHAT_WEBHOOK_URL: address,
  DNS_SERVERS: nameServers,
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  TRUST_PROXY: proxies,
  JOBS: flag(true),
  STOP_DELAY: z.optional(number(0, 300)),
  API_REFERENCE: z._default(z.enum(['signed-in', 'public', 'off']), 'signed-in'),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
});
export type Config = z.output<typeof Environment>;

/** The logo in a file; undefined: there is none that could be one. */
function readLogo(path: string) {
  try {
    const bytes = readFileSync(path);
    const type = logoType(bytes);
    return type && { type, bytes };
  } catch {
    return undefined;
  }
}

/** A name: offsets such as +05:30 mean one thing here and the opposite in PostgreSQL. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code);
}

/** What a setting must be, where its name does not tell. */
const RULES: Readonly<Record<string, string>> = {
  POOLER_DATABASE_URL: 'must be the address of one pooler: postgres://user:password@host:6432/database.',
  STANDBY_DATABASE_URL: 'must be the address of one standby: postgres://user:password@host:5432/database.',
  BRAND_MARK:
    'must name a PNG or SVG file of at most 64 KB; an SVG that only draws: no scripts, no animation, nothing from elsewhere.',
  REPLY_ADDRESS:
    'must be an address such as renew@reseller.example, without a + and with at most 31 characters before the @.',
  IMAP_URL: 'must look like imaps://user:password@host:993/INBOX.',
  INBOUND_SECRET: 'must have 32 characters or more, as `openssl rand -hex 32` makes them.',
  TRUST_PROXY: 'must name the proxies: their addresses or networks, or false.',
  BUSINESS_GSTIN: 'must be a GSTIN of 15 signs, such as 27AAPFU0939F1ZV.',
  BRAND_ACCENT:
    'must be a colour such as #3a48c4, dark enough for white text on it (a contrast of 4.5:1 or more). The dark theme lightens it by itself.',
};

/** A setting that cannot be used; the message is one sentence for the operator. */
export class BadSetting extends Error {}

/**
 * Reads and checks the environment; an empty value counts as not set.
 * @throws BadSetting naming the first bad setting, never its value.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const read = Environment.safeParse(given);
  if (!read.success) {
    const name = String(read.error.issues[0]?.path[0]);
    const rule = RULES[name];
    if (rule !== undefined) throw new BadSetting(`The setting ${name} ${rule}`);
    throw new BadSetting(
      given[name] === undefined
        ? `The setting ${name} is missing.`
        : `The setting ${name} has a value that cannot be used.`,
    );
  }
  const config = read.data;
  if (config.RATE_PROFILE === 'demo' && !config.DEMO)
    throw new BadSetting('The setting RATE_PROFILE can be demo only where DEMO is true.');
  return config;
}

/**
 * The same for what writes mails: a server must know where it is. It is never learnt from a request, whose Host anybody can
 * choose. Nor does one start with a key that others would find; what saves and restores data does.
 */
export function readServerConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const config = readConfig(env);
  if (config.PUBLIC_URL === '')
    throw new BadSetting(
      'The setting PUBLIC_URL is missing: what users type into their browser, such as https://desk.company.example. Mails link to it.',
    );
  if (config.SECRET_KEY !== undefined && isGuessableKey(config.SECRET_KEY))
    throw new BadSetting(
      'The setting SECRET_KEY can be guessed: it is an example, or has too few different characters. Make one with: openssl rand -hex 32',
    );
  return config;
}

/** The sender of this installation's mails. */
export const senderOf = ({ BRAND_NAME, PUBLIC_URL, BUSINESS_PHONE }: Config) => ({
  brand: BRAND_NAME,
  address: PUBLIC_URL,
  phone: BUSINESS_PHONE,
});

export const businessOf = (config: Config): Business => ({
  timeZone: config.BUSINESS_TIME_ZONE,
  currency: config.BUSINESS_CURRENCY,
  brand: config.BRAND_NAME,
  accent: config.BRAND_ACCENT.toLowerCase(),
  phone: config.BUSINESS_PHONE,
  hasLogo: config.BRAND_MARK !== undefined,
});

/** The picture beside the name, as its file has it now. */
export const logoOf = ({ BRAND_MARK }: Config) => (BRAND_MARK === undefined ? undefined : readLogo(BRAND_MARK));

/** Path segments for `{provider}` and `{directory_product}`. */
export const slugsOf = (config: Config): Slugs => ({
  brand_slug: config.BRAND_SLUG,
  directory_product_slug: config.DIRECTORY_PRODUCT_SLUG,
});

/** The same, and what stands for `{directory_product}` in the names of menus. */
export const namesOf = (config: Config): Names => ({
  ...slugsOf(config),
  directory_product_name: config.DIRECTORY_PRODUCT_NAME,
});

/** The service account's key as JSON text; the setting may also be the path of its file. */
export const serviceAccountOf = (config: Config): string | undefined => {
  const setting = config.GOOGLE_SERVICE_ACCOUNT_JSON;
  return setting === undefined || setting.trimStart().startsWith('{') ? setting : readFileSync(setting, 'utf8');
};
