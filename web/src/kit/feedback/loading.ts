/** What a list or a panel needs to know of the request behind it; a query result fits. */
export interface Loading {
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}
