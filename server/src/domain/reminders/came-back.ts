import { sql } from 'drizzle-orm';

/**
 * Whether the step `t` that was sent by the message `o` reached nobody: its address does not take mail, or its server refused its recipient for
 * good; by WhatsApp, that what was accepted did not arrive.
 */
export const CAME_BACK = sql`(coalesce(o.state = 'failed' and o.recipient_refused, false)
  or exists (select from silenced_addresses s where s.address = t.recipient and s.cause = 'bounced' and s.created_at >= t.changed_at))`;
