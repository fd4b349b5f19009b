import { createSign } from 'node:crypto';
import type { startGoogle } from '../start.ts';

export type Google = Awaited<ReturnType<typeof startGoogle>>;

const SCOPE = 'https://www.googleapis.com/auth/apps.order';
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

interface ServiceAccount {
  client_email: string;
  private_key: string;
}

/** A signed assertion as Google's own library makes it; `claims` overwrite single claims, undefined leaves one out. */
export function assertion({ env }: Pick<Google, 'env'>, claims: Record<string, unknown> = {}): string {
  const account = JSON.parse(env.GOOGLE_SERVICE_ACCOUNT_JSON) as ServiceAccount;
  const iat = Math.floor(Date.now() / 1_000);
  const standard = {
    iss: account.client_email,
    sub: env.GOOGLE_ADMIN_SUBJECT,
    scope: SCOPE,
    aud: 'https://oauth2.googleapis.com/token',
    iat,
    exp: iat + 3_600,
  };
  const signed = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded({ ...standard, ...claims })}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(account.private_key).toString('base64url')}`;
}

interface Reply {
  status: number;
  /** JSON, or the text where it is none. */
  body: unknown;
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
  return { status: response.status, body: isJson ? (JSON.parse(text) as unknown) : text };
}

export async function askToken(google: Google, signed: string): Promise<Reply> {
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: signed });
  return replyOf(await fetch(google.env.GOOGLE_TOKEN_URL, { method: 'POST', body }));
}

/** Calls the API over HTTP with a fresh token; `path` comes after the base path. */
export async function caller(google: Google, claims: Record<string, unknown> = {}) {
  const { body } = await askToken(google, assertion(google, claims));
  const { access_token: token } = body as { access_token: string };
  return async (method: string, path: string, payload?: object | string): Promise<Reply> =>
    replyOf(
      await fetch(`${google.env.GOOGLE_RESELLER_URL}/apps/reseller/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: typeof payload === 'object' ? JSON.stringify(payload) : payload,
        signal: AbortSignal.timeout(5_000),
      }),
    );
}
