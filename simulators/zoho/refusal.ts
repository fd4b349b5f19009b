/** An error answer of the API. */
export class ZohoRefusal extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, body: object) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
  }
}

export const crmRefusal = (status: number, code: string, message: string, details: object = {}) =>
  new ZohoRefusal(status, { code, details, message, status: 'error' });
