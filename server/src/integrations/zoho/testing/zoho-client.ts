import { afterAll, beforeEach } from 'vitest';
import { startZoho } from '../../../../../simulators/zoho/start.ts';
import { makeWorld } from '../../../../../simulators/world/world.ts';
import { makeZoho, type ZohoOptions } from '../client.ts';

/** For one test file: a Zoho over a world of so many customers, and clients of it that note how long they would wait. */
export async function zohoClient({ customers = 60 }: { customers?: number } = {}) {
  const world = makeWorld({ today: '2026-11-21', customers, resellers: 5 });
  const zoho = await startZoho({ world, booksCallsPerMinute: 1000 });
  const pauses: number[] = [];
  const sleep = (ms: number) => {
    pauses.push(ms);
    return Promise.resolve();
  };
  beforeEach(() => {
    zoho.faults.clear();
    zoho.tokens.forgetGiven();
    pauses.length = 0;
  });
  afterAll(() => zoho.stop());
  const { env } = zoho;
  const makeClient = (changed: Partial<ZohoOptions> = {}) =>
    makeZoho({
      accountsUrl: env.ZOHO_ACCOUNTS_URL,
      crmUrl: env.ZOHO_CRM_URL,
      booksUrl: env.ZOHO_BOOKS_URL,
      booksOrganizationId: env.ZOHO_BOOKS_ORGANIZATION_ID,
      deskUrl: env.ZOHO_DESK_URL,
      deskOrganizationId: env.ZOHO_DESK_ORG_ID,
      clientId: env.ZOHO_CLIENT_ID,
      clientSecret: env.ZOHO_CLIENT_SECRET,
      refreshToken: env.ZOHO_REFRESH_TOKEN,
      sleep,
      ...changed,
    });
  return { world, zoho, pauses, makeClient };
}
