import { Resolver } from 'node:dns/promises';
import { limitConcurrency } from '../../platform/concurrency/limit.ts';
import { classify, type MailKind, type MxRecord } from './classify.ts';
import { hintIn } from './providers.ts';

/** Limit of the whole process. */
const AT_ONCE = 20;
const inTurn = limitConcurrency(AT_ONCE);

const TIMEOUT_MS = 1_000;
const TRIES = 2;
/** The resolver waits longer where it has seen slow answers; a lookup as a whole lasts this many timeouts at most. */
const TIMEOUT_FACTOR = 3;

export interface MailFacts {
  status: MailKind | 'no_domain' | 'error';
  provider: string | null;
  mx: MxRecord[];
  /** The resolver's, of a lookup that failed. */
  code: string | null;
  /** Behind a gateway: what other records say of the mailboxes. */
  hint: string | null;
}

interface Asking {
  /** Addresses of name servers; none: those of this machine. */
  readonly servers: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** For one of two tries at a server. */
  readonly timeoutMs?: number;
}

interface Batch extends Asking {
  /** Lookups in progress, so that they can be cancelled together. */
  readonly underWay: Set<Resolver>;
}

type Look<Records> = (resolver: Resolver) => Promise<Records>;

/** A resolver of its own for each lookup: cancelling one at its deadline cancels no other. */
const lookUp = <Records>(
  look: Look<Records>,
  { servers, signal, timeoutMs = TIMEOUT_MS, underWay }: Batch,
): Promise<Records> =>
  inTurn(async () => {
    signal?.throwIfAborted();
    const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES });
    if (servers.length > 0) resolver.setServers(servers);
    const late = setTimeout(() => resolver.cancel(), timeoutMs * TIMEOUT_FACTOR);
    underWay.add(resolver);
    try {
      return await look(resolver);
    } finally {
      clearTimeout(late);
      underWay.delete(resolver);
    }
  });

const NOTHING = { provider: null, mx: [], code: null, hint: null };

/** That there is nothing to be found is an answer; silence, refusals and the rest are none. What is no answer at all is thrown. */
function unanswered(error: unknown): MailFacts {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
  switch (error.code) {
    case 'ENOTFOUND':
      return { ...NOTHING, status: 'no_domain' };
    case 'ENODATA':
      return { ...NOTHING, status: 'no_mx' };
    case 'ECANCELLED':
      return { ...NOTHING, status: 'error', code: 'ETIMEOUT' };
    default:
      return { ...NOTHING, status: 'error', code: String(error.code) };
  }
}

async function hintOf(domain: string, batch: Batch): Promise<string | null> {
  // A hint is worth no error of its own.
  const records = await lookUp((resolver) => resolver.resolveTxt(domain), batch).catch(() => []);
  return hintIn(records.map((parts) => parts.join('')));
}

async function mailOf(domain: string, batch: Batch): Promise<MailFacts> {
  try {
    const records = await lookUp((resolver) => resolver.resolveMx(domain), batch);
    const classified = classify(records);
    const hint = classified.status === 'gateway' ? await hintOf(domain, batch) : null;
    return { ...NOTHING, ...classified, hint };
  } catch (error) {
    return unanswered(error);
  }
}

/**
 * Where the mail of some domains goes, each in its one form. What cannot be found out is told per domain; rejects only when
 * the signal comes.
 */
export async function lookUpMail(domains: readonly string[], asking: Asking): Promise<MailFacts[]> {
  const { signal } = asking;
  const batch = { ...asking, underWay: new Set<Resolver>() };
  const stop = () => {
    for (const resolver of batch.underWay) resolver.cancel();
  };
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const facts = await Promise.all(domains.map((domain) => mailOf(domain, batch)));
    signal?.throwIfAborted();
    return facts;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
