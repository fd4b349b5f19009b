import type { CrmPage, CrmTask } from './crm-records.ts';
import { isOpen, ZohoProblem } from './problem.ts';
import { backOff, type RetryContext } from '../http/retry.ts';
import { isRetryable, TRIES } from './retry.ts';

export interface Created {
  readonly id: string;
  /** Zoho's words; null: it was there already. */
  readonly message: string | null;
}

interface Creation {
  readonly isOurs: (task: CrmTask) => boolean;
  readonly since: Date;
  /** Newest first. */
  readonly list: (pageToken: string | undefined) => Promise<CrmPage<CrmTask>>;
  /** Asks Zoho once. */
  readonly post: () => Promise<Created>;
}

/** Zoho's clock and ours may differ by this much. */
const CLOCKS_DIFFER_MS = 60 * 60_000;

async function find({ isOurs, since, list }: Creation): Promise<CrmTask | undefined> {
  const oldest = since.getTime() - CLOCKS_DIFFER_MS;
  let pageToken: string | undefined;
  do {
    const { rows, nextPageToken } = await list(pageToken);
    const found = rows.find(isOurs);
    const isPast = rows.some(({ createdAt }) => createdAt.getTime() < oldest);
    if (found || isPast) return found;
    pageToken = nextPageToken;
  } while (pageToken !== undefined);
  return undefined;
}

const outcomeUnknown = ({ status }: ZohoProblem) =>
  new ZohoProblem(
    'unavailable',
    'Zoho stopped answering, so it is not known whether the task was created. Look again later.',
    { status, reason: 'outcomeUnknown' },
  );

/** Zoho knows no key by which a repeated request would do nothing: before each request the newest tasks are read. */
export async function createOnce(creation: Creation, timeouts: RetryContext): Promise<Created> {
  const before = await find(creation);
  if (before) return { id: before.id, message: null };
  for (let attempt = 1; ; attempt++) {
    try {
      return await creation.post();
    } catch (error) {
      if (!isOpen(error) && !isRetryable(error, attempt)) throw error;
      await backOff(attempt, error, timeouts);
      const found = await find(creation).catch((unread: unknown) => {
        throw unread instanceof ZohoProblem && isOpen(error) ? outcomeUnknown(unread) : unread;
      });
      if (found) return { id: found.id, message: null };
      if (attempt === TRIES || !isRetryable(error, attempt)) throw error;
    }
  }
}
