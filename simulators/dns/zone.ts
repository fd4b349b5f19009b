import { seededRandom } from '../world/seeded-random.ts';
import type { World } from '../world/types.ts';
import { SETUPS, type Records } from './setups.ts';

/** How a name server may fail on a name. */
export type NameFault = 'servfail' | 'refused' | 'silence';

/** `truncated`: over UDP it says only that there is more than fits. */
export type Entry = (Records & { truncated?: true }) | NameFault;

type Setup = keyof typeof SETUPS;

const SEED = 53;
/** Customers of a Google reseller have their mail there, for the most part. */
const CUSTOMERS: readonly (readonly [weight: number, setup: Setup])[] = [
  [46, 'google-old'],
  [26, 'google-new'],
  [6, 'google-older'],
  [5, 'google-and-old-host'],
  [4, 'proofpoint-before-google'],
  [3, 'mimecast-before-google'],
  [2, 'barracuda'],
  [3, 'microsoft'],
  [1, 'microsoft-new'],
  [1, 'zoho-india'],
  [1, 'own-server'],
  [1, 'no-mx'],
  [1, 'null-mx'],
];

/** Under it lies a name for each setup and each way to fail; any other name does not exist. */
const SAMPLES = 'dns.example';
const FAULTS: readonly NameFault[] = ['servfail', 'refused', 'silence'];
const MANY_SERVERS = 40;

/** The zones of the world's companies, and samples of all kinds of setups. */
export function makeZone(world: World): Map<string, Entry> {
  const random = seededRandom(SEED);
  const zone = new Map<string, Entry>();
  for (const { domain } of world.customers) zone.set(domain, SETUPS[random.weighted(CUSTOMERS)](domain));
  for (const { domain } of world.resellers) zone.set(domain, SETUPS['google-new'](domain));
  for (const { domain } of world.foreignCustomers) zone.set(domain, SETUPS['google-old'](domain));
  for (const [name, setup] of Object.entries(SETUPS)) {
    const domain = `${name}.${SAMPLES}`;
    zone.set(domain, setup(domain));
  }
  for (const fault of FAULTS) zone.set(`${fault}.${SAMPLES}`, fault);
  const mx = Array.from({ length: MANY_SERVERS }, (_, n) => ({ priority: n, exchange: `mx${n}.hosting.example` }));
  zone.set(`many-servers.${SAMPLES}`, { mx, txt: [], truncated: true });
  return zone;
}
