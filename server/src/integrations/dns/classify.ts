import { providerOf, type Provider } from './providers.ts';

export interface MxRecord {
  priority: number;
  exchange: string;
}

export type MailKind = Provider['kind'] | 'google_mixed' | 'null_mx' | 'no_mx';

interface Classified {
  status: MailKind;
  provider: string | null;
  /** In the order of their priority, in the one form of names. */
  mx: MxRecord[];
}

const UNKNOWN = { kind: 'other', name: null } as const;
type Server = Pick<Provider, 'kind'> & { name: string | null };

const isGoogle = ({ kind }: Server) => kind === 'google' || kind === 'google_legacy';
/** Among servers that are asked at the same time the one that says most. */
const FIRST: readonly Provider['kind'][] = ['gateway', 'microsoft', 'zoho', 'other'];

const inOrder = (one: MxRecord, other: MxRecord): number =>
  one.priority - other.priority || (one.exchange < other.exchange ? -1 : Number(one.exchange > other.exchange));

const named = (servers: readonly Server[]): string | null => {
  const names = new Set(servers.map(({ name }) => name ?? 'another server'));
  return names.size > 1 ? [...names].sort().join(' + ') : (servers[0]?.name ?? null);
};

/** Where mail goes, by the MX records; their order and case do not matter. */
export function classify(records: readonly MxRecord[]): Classified {
  const mx = records
    .map(({ priority, exchange }) => ({ priority, exchange: exchange.toLowerCase().replace(/\.$/, '') }))
    .sort(inOrder);
  // RFC 7505: an empty name takes no mail. Beside others it is a slip of the hand and counts for nothing.
  const real = mx.filter(({ exchange }) => exchange !== '');
  if (mx.length === 0) return { status: 'no_mx', provider: null, mx };
  const servers = real.map((one) => ({ ...one, ...(providerOf(one.exchange) ?? UNKNOWN) }));
  const most = servers.filter(({ priority }) => priority === servers[0]?.priority);
  const [first] = most.toSorted((one, other) => FIRST.indexOf(one.kind) - FIRST.indexOf(other.kind));
  if (!first) return { status: 'null_mx', provider: null, mx };
  if (!servers.some(isGoogle)) return { status: first.kind, provider: first.name, mx };
  if (!servers.every(isGoogle)) return { status: 'google_mixed', provider: named(servers), mx };
  const isNew = servers.some(({ kind }) => kind === 'google');
  return { status: isNew ? 'google' : 'google_legacy', provider: first.name, mx };
}
