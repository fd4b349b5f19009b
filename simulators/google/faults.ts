import { choice, int32, type Fields } from './fields.ts';
import { authError, GoogleRefusal } from './refusal.ts';
import { METHOD_NAMES, type MethodName } from './routes.ts';

/** Answers that Google gives in place of the call. */
const REFUSALS = {
  quotaExceeded: new GoogleRefusal(429, 'quotaExceeded', 'Quota exceeded for this request.'),
  // As Google's page on limits has it.
  'quotaExceeded-503': new GoogleRefusal(503, 'quotaExceeded', 'Quota exceeded for this request.'),
  dailyLimitExceeded: new GoogleRefusal(403, 'dailyLimitExceeded', 'Daily Limit Exceeded'),
  unavailable: new GoogleRefusal(503, 'backendError', 'The service is currently unavailable.'),
  internalError: new GoogleRefusal(500, 'internalError', 'Internal error encountered.'),
  unauthorized: authError('Invalid Credentials'),
} as const;

const HTML =
  '<!DOCTYPE html><html lang=en><title>Error 502 (Server Error)!!1</title><p>The server encountered an error.';

type Refusal = keyof typeof REFUSALS;
/**
 * `html` is a 502 page, `html-200` the same page as a success; `timeout` never answers, `reset` cuts the connection before
 * the call is done, `applied-but-answer-lost` after it; `answered-but-not-applied` answers as if a subscription had been changed.
 */
export type FaultKind =
  Refusal | 'html' | 'html-200' | 'timeout' | 'reset' | 'applied-but-answer-lost' | 'answered-but-not-applied';

const KINDS: readonly FaultKind[] = [
  ...(Object.keys(REFUSALS) as Refusal[]),
  'html',
  'html-200',
  'timeout',
  'reset',
  'applied-but-answer-lost',
  'answered-but-not-applied',
];

export interface Fault {
  kind: FaultKind;
  /** How many calls it hits; 1 where it is left out. */
  times?: number;
  /** Only calls of this method; without it all calls of the API, but not `token`. */
  method?: MethodName;
  /** How many such calls go well first. */
  after?: number;
  /** Only calls about this subscription. */
  subscriptionId?: string;
}

export type Faults = ReturnType<typeof makeFaults>;

interface Waiting extends Fault {
  times: number;
  after: number;
}

/** Faults wait in line: the first one that fits and is due takes the call. */
export function makeFaults() {
  let waiting: Waiting[] = [];
  let taken = 0;
  const fits = (fault: Fault, method: MethodName, subscriptionId: string) =>
    (fault.method ? fault.method === method : method !== 'token') &&
    (fault.subscriptionId === undefined || fault.subscriptionId === subscriptionId);
  return {
    add: ({ times = 1, after = 0, ...fault }: Fault) => void waiting.push({ ...fault, times, after }),
    clear: () => {
      waiting = [];
      taken = 0;
    },
    /** How many calls met one since they were last cleared. */
    taken: () => taken,
    /** The fault that this call meets, used up by one. */
    next(method: MethodName, subscriptionId = ''): FaultKind | undefined {
      const fitting = waiting.filter((fault) => fits(fault, method, subscriptionId));
      const due = fitting.find((fault) => fault.after === 0);
      for (const fault of fitting) if (fault.after > 0) fault.after -= 1;
      if (due) {
        due.times -= 1;
        taken += 1;
      }
      waiting = waiting.filter((fault) => fault.times > 0);
      return due?.kind;
    },
    waiting: () => waiting,
  };
}

const isRefusal = (kind: FaultKind): kind is Refusal => kind in REFUSALS;

/** The answer in place of the call's own; undefined for faults that do not answer. */
export function faultAnswer(kind: FaultKind): { status: number; body: object | string } | undefined {
  if (kind === 'html') return { status: 502, body: HTML };
  if (kind === 'html-200') return { status: 200, body: HTML };
  if (!isRefusal(kind)) return undefined;
  const refusal = REFUSALS[kind];
  return { status: refusal.code, body: refusal.body };
}

export function parseFault(fields: Fields): Fault {
  return {
    kind: choice(fields, 'kind', KINDS),
    times: int32(fields, 'times'),
    after: int32(fields, 'after'),
    ...(fields['method'] !== undefined && { method: choice(fields, 'method', METHOD_NAMES) }),
  };
}
