import type { outboxTable } from '../../server/src/platform/db/tables/outbox.ts';
import type { RenewalRow } from './rows.ts';

/** The actor, as audit entries and comments name them. */
export type Person = { id: number; email: string };

/** The columns of a renewal that staff's work changes. */
type Work = Partial<Omit<RenewalRow, 'id' | 'subscriptionId' | 'customerId' | 'version'>>;

export type Message = {
  channel: (typeof outboxTable.$inferInsert)['channel'];
  recipient: string;
  subject: string | null;
  body: string;
  template: string | null;
  parameters: string[] | null;
  /** Null: it arrived. */
  failure: string | null;
};

/** One thing that somebody did on a renewal, in one transaction of the product. */
export type DemoAction = {
  at: Date;
  by: Person;
  /** As the audit log calls it. */
  action: string;
  changes: Work;
  comment?: { text: string; form?: Record<string, unknown> };
  messages?: Message[];
};
