import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { CHANNEL, type NodeEvent } from './events.ts';

/** Tells all nodes when the transaction commits, and not at all where it does not; for what is rare. */
export const notifyNodes = (tx: Db, event: NodeEvent) =>
  tx.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(event)})`);
