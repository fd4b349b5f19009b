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

interface Fault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Stop here because of what stands in fields of the body; the first is told, all are named. */
export function refuseFields(faults: readonly Fault[]): never {
  const fields = faults.slice(0, 20).map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new Refusal(400, fields[0]?.message ?? 'The request could not be read.', { fields });
}

/** Stop here with a status that the call declares; its text comes from the contract. `more` is sent beside it. */
export function refuse<C extends Call>(call: C, status: StatusOf<C>, more?: Readonly<Record<string, unknown>>): never {
  throw new Refusal(status, call.refusals?.[status] ?? '', more);
}
