import { createHash } from 'node:crypto';
import { serviceAccountOf, type Config } from '../config.ts';
import type { Clients, Services } from '../platform/context.ts';
import { makeJumpCloud, type JumpCloud } from '../integrations/jumpcloud/client.ts';
import { makeMailbox, type Mailbox } from '../integrations/mail/imap-mailbox.ts';
import { makeMailer, type Mailer } from '../integrations/mail/mailer.ts';
import { makeMessenger, type Messenger } from '../integrations/messaging/messenger.ts';
import { makeZoho, type Zoho } from '../integrations/zoho/client.ts';
import { sharedTokenStore } from '../integrations/zoho/shared-token-store.ts';
import { makeGoogleProvider } from '../providers/google-reseller/provider.ts';
import type { Providers } from '../providers/port.ts';

declare module '../platform/context.ts' {
  /** A service that is not configured is undefined. */
  interface Clients {
    mailer: Mailer | undefined;
    /** In which answers to our mails arrive. */
    mailbox: Mailbox | undefined;
    messenger: Messenger;
    /** Whoever sells subscriptions, by the name of the source. */
    providers: Providers;
    zoho: Zoho | undefined;
    jumpcloud: JumpCloud | undefined;
  }
}

type Installation = Pick<Services, 'db' | 'secret' | 'now'>;

/** The real clients of the services that are configured. */
export function createClients(config: Config, installation: Installation): Clients {
  const { SMS_URL, SMS_ACCOUNT, SMS_TOKEN, CHAT_WEBHOOK_URL, WHATSAPP_URL, WHATSAPP_TOKEN, WHATSAPP_PHONE_ID } = config;
  return {
    mailer: config.SMTP_URL === undefined ? undefined : makeMailer({ url: config.SMTP_URL, from: config.MAIL_FROM }),
    mailbox: config.IMAP_URL === undefined ? undefined : makeMailbox({ url: config.IMAP_URL }),
    messenger: makeMessenger({
      chat: CHAT_WEBHOOK_URL,
      sms: SMS_URL && SMS_ACCOUNT && SMS_TOKEN ? { url: SMS_URL, account: SMS_ACCOUNT, token: SMS_TOKEN } : undefined,
      whatsapp:
        WHATSAPP_URL && WHATSAPP_TOKEN && WHATSAPP_PHONE_ID
          ? { url: WHATSAPP_URL, token: WHATSAPP_TOKEN, phoneId: WHATSAPP_PHONE_ID }
          : undefined,
    }),
    providers: { google: googleOf(config) },
    zoho: zohoOf(config, installation),
    jumpcloud: jumpcloudOf(config),
  };
}

function googleOf(config: Config) {
  const serviceAccountJson = serviceAccountOf(config);
  const { GOOGLE_ADMIN_SUBJECT: subject } = config;
  if (!serviceAccountJson || !subject) return undefined;
  return makeGoogleProvider({
    baseUrl: config.GOOGLE_RESELLER_URL,
    tokenUrl: config.GOOGLE_TOKEN_URL,
    serviceAccountJson,
    subject,
    timeZone: config.BUSINESS_TIME_ZONE,
  });
}

const jumpcloudOf = ({ JUMPCLOUD_URL: url, JUMPCLOUD_API_KEY: apiKey, JUMPCLOUD_PROVIDER_ID: providerId }: Config) =>
  apiKey && providerId ? makeJumpCloud({ url, apiKey, providerId }) : undefined;

function zohoOf(config: Config, { now, ...installation }: Installation): Zoho | undefined {
  const { ZOHO_CLIENT_ID: clientId, ZOHO_CLIENT_SECRET: clientSecret, ZOHO_REFRESH_TOKEN: refreshToken } = config;
  if (!clientId || !clientSecret || !refreshToken) return undefined;
  const credentials = createHash('sha256').update(`${clientId}\0${refreshToken}`).digest('hex').slice(0, 16);
  return makeZoho({
    accountsUrl: config.ZOHO_ACCOUNTS_URL,
    crmUrl: config.ZOHO_CRM_URL,
    booksUrl: config.ZOHO_BOOKS_URL,
    booksOrganizationId: config.ZOHO_BOOKS_ORGANIZATION_ID,
    deskUrl: config.ZOHO_DESK_URL,
    deskOrganizationId: config.ZOHO_DESK_ORG_ID,
    clientId,
    clientSecret,
    refreshToken,
    now: () => now().getTime(),
    tokenStore: sharedTokenStore({ ...installation, now, name: `zoho:${credentials}` }),
  });
}
