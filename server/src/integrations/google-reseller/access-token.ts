import { createPrivateKey } from 'node:crypto';
import type { Gaxios, GaxiosOptionsPrepared } from 'gaxios';
import { JWT } from 'google-auth-library';
import * as z from 'zod/mini';
import { jsonOf, NoAnswer } from '../http/exchange.ts';
import { problemOfSilence } from './http.ts';
import { GoogleProblem, problemOf, problemOfAnswer, unreadableAnswer } from './problem.ts';

const SCOPE = 'https://www.googleapis.com/auth/apps.order';
const GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token';

const ServiceAccount = z.object({ client_email: z.email(), private_key: z.string() });
type ServiceAccount = z.output<typeof ServiceAccount>;

const misconfigured = (message: string) => new GoogleProblem('configuration', message);

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/** Reads the key file of a service account. The key is tried here because the library would only fail at first use. */
export function readServiceAccount(text: string): ServiceAccount {
  const json = jsonOf(text);
  if (json === undefined) {
    throw misconfigured('GOOGLE_SERVICE_ACCOUNT_JSON is not JSON. Give it the text of the key file from Google.');
  }
  const account = ServiceAccount.safeParse(json);
  if (!account.success) {
    throw misconfigured('GOOGLE_SERVICE_ACCOUNT_JSON must hold client_email and private_key of a service account.');
  }
  if (!isRsaKey(account.data.private_key)) {
    throw misconfigured('The private_key in GOOGLE_SERVICE_ACCOUNT_JSON is damaged or is no RSA key.');
  }
  return account.data;
}

/** The library knows one address for tokens, and repeats a failed request itself: both are decided here instead. */
export function steerTokenCalls(http: Gaxios, tokenUrl: string | undefined): void {
  const resolved = (config: GaxiosOptionsPrepared): Promise<GaxiosOptionsPrepared> => {
    if (config.url.href === GOOGLE_TOKEN_URL) {
      if (tokenUrl !== undefined) config.url = new URL(tokenUrl);
      config.retryConfig = { retry: 0 };
    }
    return Promise.resolve(config);
  };
  http.interceptors.request.add({ resolved });
}

const Refusal = z.object({
  status: z.number(),
  response: z.object({ data: z.unknown() }),
});
const OAuthError = z.object({ error: z.string(), error_description: z.optional(z.string()) });

const Cause = z.object({ type: z.optional(z.string()) });

/** The problem of a token request without an answer, from the library's error. */
function problemOfFailure(error: unknown): GoogleProblem {
  const type = Cause.safeParse(error instanceof Error ? error.cause : undefined).data?.type;
  if (type === 'max-size') return problemOfSilence(new NoAnswer('too-long'));
  return problemOfSilence(new NoAnswer(type === 'aborted' ? 'late' : 'cut'));
}

/** A token call has its own error body: `{error: 'invalid_grant', error_description}`. */
function problemOfTokenCall(error: unknown): GoogleProblem {
  const refusal = Refusal.safeParse(error);
  if (!refusal.success) return problemOfFailure(error);
  const { status, response } = refusal.data;
  const oauth = OAuthError.safeParse(response.data);
  if (!oauth.success || status === 429 || status >= 500) return problemOfAnswer(status, response.data);
  const { error: reason, error_description: words = reason } = oauth.data;
  return problemOf('auth', { status, reason }, words);
}

export interface AccessTokens {
  /** A token that is good for some more minutes; it comes from Google only when there is none. */
  get(): Promise<string>;
  /** Google did not accept this one: the next comes fresh. */
  drop(token: string): void;
}

interface Holder {
  readonly account: ServiceAccount;
  readonly subject: string;
  readonly http: Gaxios;
}

export function makeAccessTokens({ account, subject, http }: Holder): AccessTokens {
  const signer = () =>
    new JWT({
      email: account.client_email,
      key: account.private_key,
      scopes: [SCOPE],
      subject,
      transporter: http,
      useAuthRequestParameters: false,
    });
  // A signer keeps its token as long as the clock says it is good, so a refused token goes with its signer.
  let current = signer();

  async function get(): Promise<string> {
    const asked = await current.getAccessToken().catch((error: unknown) => {
      // The library's own complaint about an answer without a token is the one error without a cause.
      throw error instanceof Error && error.cause === undefined && !('response' in error)
        ? unreadableAnswer(undefined, { retriable: true })
        : problemOfTokenCall(error);
    });
    if (!asked.token) throw unreadableAnswer(undefined, { retriable: true });
    return asked.token;
  }

  const drop = (token: string) => {
    if (current.credentials.access_token === token) current = signer();
  };
  return { get, drop };
}
