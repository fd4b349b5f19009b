import { sql } from 'drizzle-orm';
import { SWEPT_TASKS } from './enqueue.ts';

/**
 * The queue's lock is taken when work begins and never renewed. Of a worker that died it is left for four hours: only then
 * the queue gives it away, and lets `reschedule_jobs` and `complete_jobs` touch it. Until then nobody can tell the two apart.
 */
export const IS_LOCKED = sql`coalesce(locked_at > now() - interval '4 hours', false)`;
const IS_OVER = sql`(attempts >= max_attempts and not ${IS_LOCKED})`;
/** Another job does the work of this one. */
export const IS_REPLACED = sql`(${IS_OVER} and task_identifier = any(${sql.param([...SWEPT_TASKS])}::text[]))`;
/** Its last try has failed: only a person brings it on. */
export const IS_GIVEN_UP = sql`(${IS_OVER} and not ${IS_REPLACED})`;
