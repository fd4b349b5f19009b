import { sql } from 'drizzle-orm';

/** Of each step `t` that its message was refused (`o`), and that its address takes no mail. Joined, not looked up for each step; of messages only the few that failed. */
export const WHAT_BECAME = sql`left join outbox o on o.id = t.message_id and o.state = 'failed' and o.recipient_refused
  left join silenced_addresses bounced on bounced.address = t.recipient and bounced.cause = 'bounced'`;

/**
 * Whether the step `t`, with WHAT_BECAME, reached nobody: its address does not take mail, or its server refused its recipient for good; by
 * WhatsApp, that what was accepted did not arrive.
 */
export const CAME_BACK = sql`(o.id is not null or coalesce(bounced.created_at >= t.changed_at, false))`;
