import type { Turn } from './turned-clock.ts';

/** What the run asks of a node, over the channel between their processes. */
export type Order = { readonly id: number } & (
  | { readonly do: 'turn'; readonly turn: Turn }
  /** Does what the crontab begins: all of it, or what it begins every few minutes. */
  | { readonly do: 'crontab'; readonly isAll: boolean }
  /** Looks what has become due, `isAll`: and what a dead node left. */
  | { readonly do: 'due'; readonly isAll: boolean }
  /** Works on what stands in the queue now; answers how many jobs it did. */
  | { readonly do: 'queue' }
);

/** `count`: jobs that were done. */
export type Reply =
  { readonly id: number; readonly error: string | null; readonly count: number } | { readonly listening: number };
