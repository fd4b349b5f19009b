import pg from 'pg';
import { addressesOf } from '../../../database-address.ts';
import { withKeepalive } from './keepalive.ts';

/** One of several hosts has so long to say whether it takes writes. */
const PROBE_MS = 1_500;
/** "Cannot connect now": the same may work a moment later. */
const NO_PRIMARY = '57P03';

/** By address of several hosts: the address of the one that took writes the last time, or of the one that is being looked for. */
const primaries = new Map<string, Promise<string>>();

interface Parameter {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/** PostgreSQL (14 and newer) says it of itself as a connection opens: nothing has to be asked. */
function standbyStateOf(client: pg.Client): { isStandby: boolean } {
  const state = { isStandby: false };
  client.connection.on('parameterStatus', ({ parameterName, parameterValue }: Parameter) => {
    if (parameterName === 'in_hot_standby') state.isStandby = parameterValue === 'on';
  });
  return state;
}

const takesNoWrites = (host: string): Error =>
  Object.assign(new Error(`The database at ${host} is a standby, which takes no writes.`), { code: NO_PRIMARY });

/** @returns the address, where its host takes writes */
async function probe(address: string): Promise<string> {
  const client = new pg.Client({ ...withKeepalive(address), connectionTimeoutMillis: PROBE_MS });
  client.on('error', () => undefined);
  const state = standbyStateOf(client);
  try {
    await client.connect();
    if (state.isStandby) throw takesNoWrites(client.host);
    return address;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** All are asked at the same time: the first that takes writes is the primary, whoever else does not answer. */
async function findPrimary(addresses: readonly string[]): Promise<string> {
  try {
    return await Promise.any(addresses.map(probe));
  } catch (error) {
    if (!(error instanceof AggregateError)) throw error;
    const [first, ...others] = error.errors as (Error & { code?: string })[];
    // That a role or its password is refused says more than that another host is down.
    throw [first, ...others].find((one) => one?.code?.startsWith('28') === true) ?? first ?? error;
  }
}

type Done = ((error: Error) => void) | ((error: null, client: pg.Client) => void);
type Config = pg.ClientConfig & {
  /** An address of several hosts. */
  readonly hosts?: string;
};

/** How a connection reaches a database of one host or several, with settings of its session as `name=value`. */
export function clientConfig(url: string, ...settings: string[]): Config {
  const [first, ...others] = addressesOf(url);
  return { ...withKeepalive(first, ...settings), ...(others.length > 0 && { hosts: url }) };
}

/**
 * A connection to that host of its address which takes writes. After a failover the next connection finds the new one: a host that is
 * gone, or has become a standby, is looked for anew as soon as a connection to it fails.
 */
export class Client extends pg.Client {
  readonly #hosts: string | undefined;
  #isGivenUp = false;

  constructor(config: Config = {}) {
    super(config);
    this.#hosts = config.hosts;
    // Whoever has it listens a moment after it is open; an error in between fails its next query, and not the process.
    this.on('error', () => undefined);
  }

  override connect(): Promise<pg.Client>;
  override connect(done: Done): void;
  override connect(done?: Done): Promise<pg.Client> | undefined {
    if (this.#hosts === undefined && done !== undefined) {
      super.connect(done);
      return undefined;
    }
    const connecting = this.#hosts === undefined ? super.connect() : this.#connectToPrimary(this.#hosts);
    if (done === undefined) return connecting;
    const settle = done as (error: unknown, client?: pg.Client) => void;
    connecting.then((client) => settle(null, client), settle);
    return undefined;
  }

  override end(): Promise<void>;
  override end(done: (error: Error) => void): void;
  override end(done?: (error: Error) => void): Promise<void> | undefined {
    this.#isGivenUp = true;
    if (done === undefined) return super.end();
    super.end(done);
    return undefined;
  }

  async #connectToPrimary(hosts: string): Promise<pg.Client> {
    const known = primaries.get(hosts) ?? findPrimary(addressesOf(hosts));
    primaries.set(hosts, known);
    const forget = (error: unknown): never => {
      if (primaries.get(hosts) === known) primaries.delete(hosts);
      throw error;
    };
    const { hostname, port } = new URL(await known.catch(forget));
    // The driver does not end what has not begun to connect.
    if (this.#isGivenUp || this.connection.stream.destroyed) throw new Error('Connection terminated');
    // An address of IPv6 stands in brackets in a URL alone.
    this.host = decodeURIComponent(hostname).replaceAll(/^\[|\]$/g, '');
    this.port = Number(port || '5432');
    const state = standbyStateOf(this);
    await super.connect().catch(forget);
    if (!state.isStandby) return this;
    this.connection.stream.destroy();
    return forget(takesNoWrites(hostname));
  }
}
