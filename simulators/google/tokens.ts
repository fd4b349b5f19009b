import { randomBytes, verify, type KeyObject } from 'node:crypto';
import { parseBody, type Fields } from './fields.ts';
import { authError, forbidden, GoogleRefusal, insufficientPermissions } from './refusal.ts';

/** The constant that clients sign for, wherever the token endpoint really is. */
const AUDIENCE = 'https://oauth2.googleapis.com/token';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const WRITE_SCOPE = 'https://www.googleapis.com/auth/apps.order';
const SCOPES = [WRITE_SCOPE, `${WRITE_SCOPE}.readonly`];
const LONGEST_ASSERTION_SECONDS = 3_600;

interface Owner {
  publicKey: KeyObject;
  clientEmail: string;
  /** The administrator who may be impersonated. */
  subject: string;
  tokenSeconds: number;
}

/** OAuth has an error body of its own, unlike the API's. */
export class TokenRefusal extends Error {
  readonly code: number;
  readonly body: { error: string; error_description: string };

  constructor(code: number, error: string, description: string) {
    super(description);
    this.code = code;
    this.body = { error, error_description: description };
  }
}

const invalidGrant = (description: string) => new TokenRefusal(400, 'invalid_grant', description);

export type Tokens = ReturnType<typeof makeTokens>;

export function makeTokens({ publicKey, clientEmail, subject, tokenSeconds }: Owner) {
  const granted = new Map<string, { until: number; scopes: string[]; isDelegated: boolean }>();
  let seconds = tokenSeconds;

  function checkedClaims(assertion: string): Fields {
    const [header = '', payload = '', signature = ''] = assertion.split('.');
    const claims = decoded(payload);
    if (claims['iss'] !== clientEmail) throw invalidGrant('Invalid grant: account not found');
    const isSigned =
      decoded(header)['alg'] === 'RS256' &&
      verify('RSA-SHA256', Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature, 'base64url'));
    if (!isSigned) throw invalidGrant('Invalid JWT Signature.');
    if (claims['aud'] !== AUDIENCE) throw invalidGrant('Invalid JWT: Failed audience check.');
    const [from, until, now] = [Number(claims['iat']), Number(claims['exp']), Date.now() / 1_000];
    if (!(until > now && until - from <= LONGEST_ASSERTION_SECONDS)) {
      throw invalidGrant('Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.');
    }
    return claims;
  }

  return {
    /** The answer to a form posted to /token. */
    exchange(form: URLSearchParams) {
      if (form.get('grant_type') !== GRANT) {
        throw new TokenRefusal(400, 'unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type') ?? ''}`);
      }
      const claims = checkedClaims(form.get('assertion') ?? '');
      const scopes = typeof claims['scope'] === 'string' ? claims['scope'].split(' ') : [];
      const isDelegated = claims['sub'] !== undefined;
      if (!scopes.every((scope) => SCOPES.includes(scope)) || (isDelegated && claims['sub'] !== subject)) {
        throw new TokenRefusal(
          401,
          'unauthorized_client',
          'Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested.',
        );
      }
      const token = `ya29.${randomBytes(24).toString('base64url')}`;
      granted.set(token, { until: Date.now() + seconds * 1_000, scopes, isDelegated });
      return { access_token: token, expires_in: seconds, token_type: 'Bearer' };
    },
    /** 401 without a living token, 403 for a token that may not do this. */
    check(authorization: string | undefined, isWrite: boolean): void {
      const token = granted.get(/^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '');
      if (!token || token.until <= Date.now()) throw authError('Invalid Credentials');
      if (!token.isDelegated) throw forbidden('Not Authorized to access this resource/api');
      if (isWrite && !token.scopes.includes(WRITE_SCOPE)) throw insufficientPermissions('Insufficient Permission');
    },
    /** Every token given so far dies now. */
    expireAll: () => granted.clear(),
    /** How long tokens live that are given from now on. */
    setSeconds: (next: number) => void (seconds = next),
  };
}

function decoded(section: string): Fields {
  try {
    return parseBody(Buffer.from(section, 'base64url').toString());
  } catch (error) {
    if (error instanceof GoogleRefusal) throw invalidGrant('Invalid JWT: it cannot be read.');
    throw error;
  }
}
