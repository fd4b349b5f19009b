import { sql } from 'drizzle-orm';

/**
 * Whether the step `t` that was sent by the message `o` reached nobody: its address does not take mail, or its server refused it for good; by
 * WhatsApp, that what was accepted did not arrive.
 */
export const CAME_BACK = sql`(coalesce(o.state = 'failed' and (o.reason ~ '^5[0-9][0-9] ' or t.channel = 'WhatsApp' and o.provider_id is not null), false)
  or exists (select from silenced_addresses s where s.address = t.recipient and s.cause = 'bounced' and s.created_at >= t.changed_at))`;
