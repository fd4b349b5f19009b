import type { Db } from '../../platform/db/db.ts';
import { pageUrl, type Sender } from '../../platform/mail/content.ts';
import type { LineFacts } from './mail.ts';

/** Who is given a link. */
export interface Asked {
  readonly address: string;
  readonly name: string;
  readonly contactId: number | null;
}

/**
 * Where somebody decides about renewals of one customer, and the offer that is shown there.
 * @param lines of one customer, at least one
 */
export function offerLinkFor(
  _tx: Db,
  lines: readonly LineFacts[],
  _asked: Asked,
  sender: Sender,
): Promise<{ href: string; offerId: number | null }> {
  const [line] = lines;
  return Promise.resolve({ href: pageUrl(sender, '/home/my_renewals', { q: line?.domain ?? '' }), offerId: null });
}
