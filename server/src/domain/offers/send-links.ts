import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import type { ComposedMail } from '../../platform/mail/content.ts';
import { sealMail } from '../../platform/mail/seal.ts';
import { queueMessagesAbout } from '../../platform/outbox/outbox.ts';

interface LinkMail {
  readonly recipient: string;
  readonly mail: ComposedMail;
  /** The offer whose document goes with it; null: none does. */
  readonly offerId: number | null;
  /** The renewals that it is about. */
  readonly renewalIds: readonly number[];
  readonly createdBy: string;
  readonly dedupeKey: string;
}

/** Queues a mail that has a link in it: sealed, so that nobody reads the key out of the database. */
export const queueWithLink = (
  tx: Db,
  { secret }: Pick<Services, 'secret'>,
  { mail, renewalIds, ...message }: LinkMail,
) => queueMessagesAbout(tx, renewalIds, { channel: 'Email', purpose: 'notice', ...message, ...sealMail(secret, mail) });
