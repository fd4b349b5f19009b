import { STANDARD_BUSINESS } from '@desk/contract/rules/business';
import { afterEach, beforeEach } from 'vitest';
import { makeGoogleReseller, type GoogleResellerOptions } from '../client.ts';
import { failure, scriptGoogle, type Answer } from './scripted-google.ts';

/** For one test file: a scripted Google and clients of it that note how long they would wait. */
export function scriptedClient() {
  const google = scriptGoogle();
  const pauses: number[] = [];
  const sleep = (ms: number) => {
    pauses.push(ms);
    return Promise.resolve();
  };
  beforeEach(async () => {
    await google.begin();
    pauses.length = 0;
  });
  afterEach(() => google.end());
  const makeClient = (changed: Partial<GoogleResellerOptions> = {}) =>
    makeGoogleReseller({ ...google.options, timeZone: STANDARD_BUSINESS.timeZone, sleep, ...changed });
  return { google, pauses, makeClient };
}

export const subscription = (seats: number, planName = 'ANNUAL') => ({
  subscriptionId: '345',
  customerId: 'C01',
  skuId: '1010020028',
  plan: { planName },
  seats: planName === 'FLEXIBLE' ? { maximumNumberOfSeats: seats } : { numberOfSeats: seats },
});

export const page = (...ids: string[]): Answer => ({
  json: { subscriptions: ids.map((subscriptionId) => ({ ...subscription(5), subscriptionId })) },
});
export const html = (status: number): Answer => ({ status, raw: '<html><h1>Sorry</h1></html>' });
export const quota = failure(429, 'quotaExceeded', 'Quota exceeded');
export const outage = failure(503, 'backendError', 'Backend Error');
export const unauthorized = failure(401, 'authError', 'Invalid Credentials');
