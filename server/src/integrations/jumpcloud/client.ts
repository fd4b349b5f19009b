import * as z from 'zod/mini';
import { TIMEOUT_MS, type CallOptions, type ClientOptions } from '../http/json-client.ts';
import { waitFor } from '../http/retry.ts';
import { addressOf } from './http.ts';
import { Organization, textOr, type ProviderOrganization } from './organization.ts';
import { JumpCloudProblem } from './problem.ts';
import { ask, type Connection } from './transport.ts';

/** A list tells little more than which organisations there are. */
export interface ListedOrganization {
  readonly id: string;
  readonly name: string;
}

interface OrganizationPage {
  readonly rows: readonly ListedOrganization[];
  /** Absent on the last page. */
  readonly nextSkip?: number | undefined;
}

/**
 * JumpCloud's API for providers, read only. What passes by itself (limits, outages, cut connections) is tried again for
 * about half a minute; what remains rejects with a JumpCloudProblem.
 */
export interface JumpCloud {
  /** At most `limit` organisations in the order of their ids; those that come or go meanwhile move the rest by one. */
  listOrganizations(page: { skip: number; limit: number }, options?: CallOptions): Promise<OrganizationPage>;
  /** Undefined: there is no such organisation, or it is ours no more. */
  getOrganization(id: string, options?: CallOptions): Promise<ProviderOrganization | undefined>;
}

export interface JumpCloudOptions extends ClientOptions {
  /** `https://console.jumpcloud.com` if not given. */
  readonly url?: string | undefined;
  readonly apiKey: string;
  readonly providerId: string;
}

const Listed = z.object({ id: z.string(), name: z.nullish(z.string()) });
const Page = z.object({ results: z.array(Listed), totalCount: z.int() });
const GONE: readonly (number | undefined)[] = [403, 404];

/** Throws a JumpCloudProblem of kind `configuration` if the address is no good. */
export function makeJumpCloud(options: JumpCloudOptions): JumpCloud {
  const {
    url = 'https://console.jumpcloud.com',
    apiKey,
    providerId,
    timeoutMs = TIMEOUT_MS,
    sleep = waitFor,
  } = options;
  const line: Connection = { base: addressOf('JUMPCLOUD_URL', url), apiKey, timeoutMs, sleep };
  return {
    async listOrganizations({ skip, limit }, { signal } = {}) {
      const query = { limit: String(limit), skip: String(skip), sort: 'id' };
      const path = ['api', 'v2', 'providers', providerId, 'organizations'];
      const { results, totalCount } = await ask(line, { path, query, signal }, Page);
      const next = skip + results.length;
      return {
        rows: results.map(({ id, name }) => ({ id, name: textOr(name, id) })),
        nextSkip: results.length > 0 && next < totalCount ? next : undefined,
      };
    },
    async getOrganization(id, { signal } = {}) {
      try {
        const path = ['api', 'organizations', id];
        return await ask(line, { path, organizationId: id, signal }, Organization);
      } catch (error) {
        if (error instanceof JumpCloudProblem && GONE.includes(error.status)) return undefined;
        throw error;
      }
    },
  };
}
