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

/** Stop here with a status that the call declares; its text comes from the contract. `more` is sent beside it. */
export function refuse<C extends Call>(call: C, status: StatusOf<C>, more?: Readonly<Record<string, unknown>>): never {
  throw new Refusal(status, call.refusals?.[status] ?? '', more);
}
