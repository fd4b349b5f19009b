/** The first of two clicks is still being worked on: the second one had the same key, and so must the third. */
export const UNDER_WAY = 425;

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

  /** Refused for good; after anything else a write may have happened, or happen yet. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== UNDER_WAY;
  }
}

export const NO_ANSWER = 'The server did not answer. Check your connection and try again.';
