import type { Services } from '../context.ts';

/** Work of a queued job. Must be safe to run twice: the queue promises at least once. */
export type Task = (payload: Record<string, unknown>, services: Services, signal: AbortSignal) => Promise<void>;

export interface Timetable {
  /** By name, as `enqueue` calls them. */
  tasks: Record<string, Task>;
  /** The same for what a person waits for: worked on beside `tasks`, however many of those there are. */
  urgent: Record<string, Task>;
  /**
   * The same for what speaks to Google or Zoho, and what takes minutes: worked on beside the others, so that a service
   * who hangs holds up no mail.
   */
  slow: Record<string, Task>;
  /** Runs every second on each node with jobs: queues what has become due since then. */
  wakes: ((services: Services, since: Date) => Promise<unknown>)[];
  /** Runs every few seconds on each node with jobs: puts work whose worker died into the queue again. */
  sweeps: ((services: Services) => Promise<unknown>)[];
  /** Lines of a crontab in UTC: `minute hour day month weekday task`. */
  crontab: string[];
}
