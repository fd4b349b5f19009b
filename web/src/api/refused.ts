/** A call that did not succeed. `message` is the one to show; `body` is the whole answer, with row errors where there are some. */
export class Refused extends Error {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, message: string, body: unknown) {
    super(message);
    this.name = 'Refused';
    this.status = status;
    this.body = body;
  }
}

export const NO_ANSWER = 'The server did not answer. Check your connection and try again.';
