/** What the run asks of a server process, over the channel between them. */
export type Order =
  /** Instants are milliseconds since 1970; the clock only goes on. */
  | { readonly id: number; readonly do: 'turn'; readonly to: number }
  /** Works off all that is due by the clock, until nothing is left that could be done now; `scheduled`: what the crontab begins too. */
  | { readonly id: number; readonly do: 'work'; readonly scheduled: boolean };

export type Reply = { readonly id: number; readonly error: string | null } | { readonly listening: number };
