import type { IncomingHttpHeaders } from 'node:http';
import { answerAdmin, faultsOf } from '../loopback/faults.ts';
import { answerJson, serveOnLoopback } from '../loopback/serve.ts';
import type { World } from '../world/types.ts';
import { pageOf, wholeOf } from './listing.ts';
import { JUMPCLOUD_FAULTS, faultAnswers, type JumpCloudFault } from './faults.ts';
import { organizationsOf, type Organization } from './organizations.ts';
import { JumpCloudRefusal } from './refusal.ts';

const API_KEY = 'simulated-jumpcloud-key';
const PROVIDER = '5f1b3c2d4e5f6a7b8c9d0e1f';

type CallName = 'organizations.list' | 'organizations.get';

const ROUTES: readonly { path: RegExp; name: CallName }[] = [
  { path: /^\/api\/v2\/providers\/([^/]+)\/organizations$/, name: 'organizations.list' },
  { path: /^\/api\/organizations\/([^/]+)$/, name: 'organizations.get' },
];

function routeOf(method: string, path: string): { name: CallName; id: string } | undefined {
  for (const { path: pattern, name } of ROUTES) {
    const match = method === 'GET' ? pattern.exec(path) : null;
    if (match) return { name, id: decodeURIComponent(match[1] ?? '') };
  }
  return undefined;
}

/** The key is a multi-tenant administrator's: it must say which organisation a call is about, where it is about one. */
function checkOrganization(headers: IncomingHttpHeaders, { name, id }: { name: CallName; id: string }): void {
  const named = headers['x-org-id'];
  if (name === 'organizations.list') {
    if (named !== undefined) throw new JumpCloudRefusal(403, 'Forbidden');
    return;
  }
  if (named === undefined) throw new JumpCloudRefusal(401, 'Unauthorized');
  if (typeof named !== 'string' || !/^[0-9a-f]{24}$/.test(named)) throw new JumpCloudRefusal(400, 'Bad Request');
  if (named !== id) throw new JumpCloudRefusal(404, 'Not Found');
}

/**
 * JumpCloud's API for providers on the loopback address, over an invented world. `only` of a fault names a call or an
 * organisation by its id.
 */
export async function startJumpCloud({ world, port = 0 }: { world: World; port?: number }) {
  let organizations: readonly Organization[] = organizationsOf(world);
  const faults = faultsOf<JumpCloudFault>(JUMPCLOUD_FAULTS);
  const counts = new Map<CallName, number>();

  function answer(headers: IncomingHttpHeaders, url: URL, route: { name: CallName; id: string }): object {
    if (headers['x-api-key'] !== API_KEY) throw new JumpCloudRefusal(401, 'Unauthorized');
    checkOrganization(headers, route);
    if (route.name === 'organizations.list') {
      if (route.id !== PROVIDER) throw new JumpCloudRefusal(404, 'Not Found');
      return pageOf(organizations, url.searchParams);
    }
    const found = organizations.find(({ id }) => id === route.id);
    if (!found) throw new JumpCloudRefusal(404, 'Not Found');
    return wholeOf(found, PROVIDER);
  }

  const server = await serveOnLoopback(async (request, response) => {
    const { url: address = '/', method = 'GET', headers } = request;
    const state = () => ({ calls: Object.fromEntries(counts), organizations });
    if (await answerAdmin({ url: address, method, request, response }, faults, state)) return;
    const url = new URL(address, 'http://127.0.0.1');
    const route = routeOf(method, url.pathname);
    if (!route) {
      answerJson(response, 404, { message: `Nothing answers ${method} ${url.pathname}` });
      return;
    }
    counts.set(route.name, (counts.get(route.name) ?? 0) + 1);
    const fault = faults.take(JUMPCLOUD_FAULTS, route.name, route.id);
    if (fault) {
      faultAnswers[fault](response);
      return;
    }
    try {
      answerJson(response, 200, answer(headers, url, route));
    } catch (error) {
      if (!(error instanceof JumpCloudRefusal)) throw error;
      answerJson(response, error.status, { message: error.message });
    }
  }, port);

  return {
    url: server.url,
    /** Environment of a server that uses this JumpCloud. */
    env: { JUMPCLOUD_URL: server.url, JUMPCLOUD_API_KEY: API_KEY, JUMPCLOUD_PROVIDER_ID: PROVIDER },
    organizations: (): readonly Organization[] => organizations,
    /** Somebody changes an organisation, or takes a new one on. */
    put: (organization: Organization) => {
      organizations = [...organizations.filter(({ id }) => id !== organization.id), organization];
    },
    remove: (id: string) => {
      organizations = organizations.filter((one) => one.id !== id);
    },
    calls: (name: CallName) => counts.get(name) ?? 0,
    faults,
    stop: server.stop,
  };
}
