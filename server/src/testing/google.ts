import { STANDARD_BUSINESS } from '@desk/contract/rules/business';
import { makeGoogleProvider } from '../providers/google-reseller/provider.ts';
import type { Provider } from '../providers/port.ts';

/** What a simulated Google says of how it is reached. */
export interface GoogleEnv {
  readonly GOOGLE_RESELLER_URL: string;
  readonly GOOGLE_TOKEN_URL: string;
  readonly GOOGLE_SERVICE_ACCOUNT_JSON: string;
  readonly GOOGLE_ADMIN_SUBJECT: string;
}

interface Timeouts {
  timeoutMs?: number;
  sleep?: () => Promise<void>;
}

/** The provider of a simulated Google, which waits for nothing between its tries. */
export const googleProvider = (env: GoogleEnv, timeouts: Timeouts = {}): Provider =>
  makeGoogleProvider({
    timeZone: STANDARD_BUSINESS.timeZone,
    baseUrl: env.GOOGLE_RESELLER_URL,
    tokenUrl: env.GOOGLE_TOKEN_URL,
    serviceAccountJson: env.GOOGLE_SERVICE_ACCOUNT_JSON,
    subject: env.GOOGLE_ADMIN_SUBJECT,
    sleep: () => Promise.resolve(),
    ...timeouts,
  });
