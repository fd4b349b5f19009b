import { makeAccessTokens, type Credentials } from './access-token.ts';
import { makeBooks, type ZohoBooks } from './books.ts';
import { makeCrm, type ZohoCrm } from './crm.ts';
import { makeDesk, type ZohoDesk } from './desk.ts';
import { TIMEOUT_MS, type ClientOptions } from '../http/json-client.ts';
import { waitFor } from '../http/retry.ts';
import { addressOf } from './http.ts';
import { memoryTokenStore, type TokenStore } from './token-store.ts';
import { makeTransport } from './transport.ts';

/** Zoho's Indian data centre where an address is left out. */
export interface ZohoOptions extends Credentials, ClientOptions {
  readonly accountsUrl?: string | undefined;
  readonly crmUrl?: string | undefined;
  readonly booksUrl?: string | undefined;
  /** Without it the books cannot be read. */
  readonly booksOrganizationId?: string | undefined;
  readonly deskUrl?: string | undefined;
  /** Without it the help desk cannot be read. */
  readonly deskOrganizationId?: string | undefined;
  /** Epoch milliseconds. */
  readonly now?: () => number;
  /** Shared by all who use the refresh token; without one this client is taken to be the only one. */
  readonly tokenStore?: TokenStore | undefined;
}

/**
 * Zoho with one access token for all its services. What passes by itself (limits, outages, cut connections) is tried
 * again for about half a minute; what remains rejects with a ZohoProblem.
 */
export interface Zoho {
  readonly crm: ZohoCrm;
  /** Undefined where no organisation is named. */
  readonly books: ZohoBooks | undefined;
  /** Undefined where no organisation is named. */
  readonly desk?: ZohoDesk | undefined;
}

/** Each service at its address. */
function addressesOf({ accountsUrl, crmUrl, booksUrl, deskUrl }: ZohoOptions) {
  return {
    accounts: addressOf('ZOHO_ACCOUNTS_URL', accountsUrl ?? 'https://accounts.zoho.in'),
    crm: addressOf('ZOHO_CRM_URL', crmUrl ?? 'https://www.zohoapis.in'),
    books: addressOf('ZOHO_BOOKS_URL', booksUrl ?? 'https://www.zohoapis.in'),
    desk: addressOf('ZOHO_DESK_URL', deskUrl ?? 'https://desk.zoho.in'),
  };
}

/** Throws a ZohoProblem of kind `configuration` if an address is no good. */
export function makeZoho(options: ZohoOptions): Zoho {
  const { sleep = waitFor, timeoutMs = TIMEOUT_MS, now = Date.now } = options;
  const { accounts, crm, books, desk } = addressesOf(options);
  const tokens = makeAccessTokens({
    tokenUrl: new URL('oauth/v2/token', accounts),
    credentials: options,
    timeoutMs,
    now,
    sleep,
    store: options.tokenStore ?? memoryTokenStore(now),
  });
  const { booksOrganizationId, deskOrganizationId } = options;
  const connectionTo = (base: URL) => makeTransport({ base, tokens, timeoutMs });
  return {
    crm: makeCrm(connectionTo(new URL('crm/v8/', crm)), sleep),
    books: booksOrganizationId
      ? makeBooks(connectionTo(new URL('books/v3/', books)), { organizationId: booksOrganizationId, sleep, now })
      : undefined,
    desk: deskOrganizationId
      ? makeDesk(connectionTo(new URL('api/v1/', desk)), { organizationId: deskOrganizationId, sleep, now })
      : undefined,
  };
}
