import { senderOf } from '../../config.ts';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { pageUrl } from '../../platform/mail/content.ts';
import type { LineFacts } from './mail.ts';

/** Who is given a link. */
export interface Asked {
  readonly address: string;
  readonly name: string;
  readonly contactId: number | null;
}

/** What the links of a reminder are made with. */
export type Knows = Pick<Services, 'config' | 'now'>;

/**
 * Where somebody decides about renewals of one customer, and the offer that is shown there. The caller holds the renewals.
 * @param lines of one customer, at least one
 */
export function offerLinkFor(
  _tx: Db,
  lines: readonly LineFacts[],
  _asked: Asked,
  { config }: Knows,
): Promise<{ href: string; offerId: number | null }> {
  const [line] = lines;
  const href = pageUrl(senderOf(config), '/home/my_renewals', { q: line?.domain ?? '' });
  return Promise.resolve({ href, offerId: null });
}
