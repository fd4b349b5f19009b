/** Google's "no": the status and reason of its error page, in its envelope. */
export class GoogleRefusal extends Error {
  readonly code: number;
  readonly reason: string;

  constructor(code: number, reason: string, message: string) {
    super(message);
    this.code = code;
    this.reason = reason;
  }

  get body() {
    const { code, reason, message } = this;
    return { error: { code, message, errors: [{ domain: 'global', reason, message }] } };
  }
}

const refusal = (code: number, reason: string) => (message: string) => new GoogleRefusal(code, reason, message);

/** The order itself is wrong, and stays wrong when it is repeated. */
export const invalid = refusal(400, 'invalid');
/** The subscription is suspended or cancelled. */
export const badRequest = refusal(400, 'badRequest');
export const authError = refusal(401, 'authError');
export const forbidden = refusal(403, 'forbidden');
export const insufficientPermissions = refusal(403, 'insufficientPermissions');
export const notFound = refusal(404, 'notFound');
export const duplicate = refusal(409, 'duplicate');
export const conditionNotMet = refusal(412, 'conditionNotMet');
