import type { Call, StatusOf } from '@desk/contract/call';

/** Stops a request with a status and the text that the user is shown. */
export class Refusal extends Error {
  readonly status: number;
  readonly more: Readonly<Record<string, unknown>>;
  constructor(status: number, message: string, more: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.status = status;
    this.more = more;
  }
}

const unitOf = (seconds: number): [count: number, unit: string] => {
  if (seconds < 100) return [seconds, 'second'];
  return seconds < 6_000 ? [Math.ceil(seconds / 60), 'minute'] : [Math.ceil(seconds / 3_600), 'hour'];
};

/** Message and `retry_after` (seconds) of a caller that is rate limited. */
export function retryLater(text: string, seconds: number): { message: string; more: { retry_after: number } } {
  const [count, unit] = unitOf(seconds);
  const wait = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return { message: `${text} Too many attempts: try again in ${wait}.`.trimStart(), more: { retry_after: seconds } };
}

interface FieldError {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Longest part of an error that is sent back: it may quote names from the request, which can be megabytes. */
const LONGEST = 300;
const shortened = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`);

/** Stop here because of what stands in fields of the body; the first is told, twenty are named. */
export function refuseFields(faults: readonly FieldError[]): never {
  const fields = faults
    .slice(0, 20)
    .map(({ path, message }) => ({ path: shortened(path.join('.')), message: shortened(message) }));
  throw new Refusal(400, fields[0]?.message ?? 'The request could not be read.', { fields });
}

/** Stop here until some seconds have passed; the call declares 429. */
export function refuseFor<C extends Call>(
  call: C & (429 extends StatusOf<C> ? unknown : never),
  seconds: number,
): never {
  const { message, more } = retryLater(call.refusals?.[429] ?? '', seconds);
  throw new Refusal(429, message, more);
}

/**
 * Stop here with a status that the call declares; its text comes from the contract. `more` is sent beside it. Who is to come
 * later is told when, by `refuseFor`.
 */
export function refuse<C extends Call>(
  call: C,
  status: Exclude<StatusOf<C>, 429>,
  more?: Readonly<Record<string, unknown>>,
): never {
  throw new Refusal(status, call.refusals?.[status] ?? '', more);
}

/** Stop here with a status that the call declares because of what stands in one field, in a sentence that tells its facts. */
export function refuseField<C extends Call>(_call: C, status: Exclude<StatusOf<C>, 429>, fault: FieldError): never {
  const { path, message } = fault;
  throw new Refusal(status, message, { fields: [{ path: path.join('.'), message }] });
}
