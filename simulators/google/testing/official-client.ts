import { auth, reseller } from 'googleapis/build/src/apis/reseller/index.js';
import type { Google } from './caller.ts';

/** Where Google's client asks for tokens; there is no setting for it. */
const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const ORDER = 'https://www.googleapis.com/auth/apps.order';

/** Google's own client, made as its documentation has it, with the two addresses of the simulator. */
export function officialClient({ env }: Google, { scope = ORDER, subject = env.GOOGLE_ADMIN_SUBJECT } = {}) {
  const account = JSON.parse(env.GOOGLE_SERVICE_ACCOUNT_JSON) as { client_email: string; private_key: string };
  const { client_email: email, private_key: key } = account;
  const jwt = new auth.JWT({ email, key, scopes: [scope], subject });
  jwt.transporter.interceptors.request.add({
    resolved: (config) => {
      if (String(config.url) === TOKEN_URL) config.url = new URL(env.GOOGLE_TOKEN_URL);
      return Promise.resolve(config);
    },
  });
  return reseller({ version: 'v1', auth: jwt, rootUrl: env.GOOGLE_RESELLER_URL, retryConfig: { retryDelay: 1 } });
}

interface Refused {
  response: { status: number; data: { error?: { errors?: readonly { reason: string }[] } | string } };
}
const isRefused = (error: unknown): error is Refused => error instanceof Error && 'response' in error;

/** Status and reason of what Google's client threw; the reason of a refused token is its whole error. */
export async function refusalOf(call: Promise<unknown>): Promise<[status: number, reason: string | undefined]> {
  try {
    await call;
  } catch (thrown) {
    if (!isRefused(thrown)) throw thrown;
    const { status, data } = thrown.response;
    return [status, typeof data.error === 'string' ? data.error : data.error?.errors?.[0]?.reason];
  }
  throw new Error('The call was not refused');
}
