/** A call of any service, its token found good. */
export interface ZohoRequest {
  query: URLSearchParams;
  modifiedSince: string | undefined;
  /** Of the header `orgId`. */
  organization: string | undefined;
  /** Of the record that the address names. */
  id: string;
  body: unknown;
}

/** Without a body there is nothing to tell (204, 304). */
export interface ZohoAnswer {
  status: number;
  body?: object | undefined;
}
