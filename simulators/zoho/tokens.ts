import { randomBytes } from 'node:crypto';
import { ZohoRefusal } from './refusal.ts';

const MOST = 10;
const WINDOW_MS = 10 * 60_000;

export const CREDENTIALS = {
  clientId: '1000.SIMULATEDCLIENT',
  clientSecret: 'simulated-client-secret',
  refreshToken: '1000.simulated-refresh-token',
};

/** OAuth as Zoho has it: refusals with HTTP 200, and ten tokens in ten minutes. */
export function makeTokens({ seconds, apiDomain }: { seconds: number; apiDomain: () => string }) {
  const live = new Map<string, number>();
  let given: number[] = [];

  return {
    /** How many tokens were given. */
    given: () => given.length,
    /** The ten minutes are over. */
    forgetGiven: () => void (given = []),
    /** Those given are worth nothing more. */
    expireAll: () => live.clear(),
    exchange(form: URLSearchParams): object {
      if (form.get('client_id') !== CREDENTIALS.clientId || form.get('client_secret') !== CREDENTIALS.clientSecret)
        return { error: 'invalid_client' };
      if (form.get('grant_type') !== 'refresh_token' || form.get('refresh_token') !== CREDENTIALS.refreshToken)
        return { error: 'invalid_code' };
      given = given.filter((at) => at > Date.now() - WINDOW_MS);
      if (given.length >= MOST) {
        const words = 'You have made too many requests continuously. Please try again after some time.';
        throw new ZohoRefusal(400, { error: 'Access Denied', error_description: words, status: 'failure' });
      }
      given.push(Date.now());
      const token = `1000.${randomBytes(16).toString('hex')}`;
      live.set(token, Date.now() + seconds * 1000);
      return { access_token: token, expires_in: seconds, api_domain: apiDomain(), token_type: 'Bearer' };
    },
    isGood(authorization: string | undefined): boolean {
      const token = /^Zoho-oauthtoken (.+)$/.exec(authorization ?? '')?.[1] ?? '';
      return (live.get(token) ?? 0) > Date.now();
    },
  };
}
