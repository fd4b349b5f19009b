import type { Author } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import type { Client } from '../../platform/context.ts';
import { oneLine } from '../../platform/mail/text.ts';
import type { Requester } from '../instructions/propose.ts';

/** From where a decision comes. */
type From = Pick<Client, 'ip' | 'requestId'>;

/** Who decides about a renewal: a customer's account, or whoever has a link to the customer's offer. */
export type Decider =
  | { readonly by: 'account'; readonly account: { readonly id: number; readonly email: string }; readonly client: From }
  | {
      readonly by: 'link';
      readonly link: { readonly id: number; readonly recipient: string };
      /** As it was typed. */
      readonly name: string;
      readonly client: From & { readonly userAgent: string | null };
    };

/** By this name somebody stands in the history and in the audit log. Of a link its address is known, and the name was typed. */
export const nameOf = (decider: Decider): string =>
  decider.by === 'account' ? decider.account.email : `${decider.link.recipient} (by link, ${oneLine(decider.name)})`;

/** `ravi@acme.example said so in the portal`. */
export const decidedInWords = (decider: Decider): string =>
  decider.by === 'account'
    ? `${decider.account.email} said so in the portal`
    : `${oneLine(decider.name)} said so by the link that ${decider.link.recipient} has`;

/** Their address: answers go there. */
export const addressOf = (decider: Decider): string =>
  decider.by === 'account' ? decider.account.email : decider.link.recipient;

/** The author of what a decision writes. */
export function requesterOf(
  decider: Decider,
  { config, now }: Pick<Services, 'config' | 'now'>,
): Requester & {
  readonly actor: NonNullable<Author['actor']>;
} {
  const { ip, requestId } = decider.client;
  const knows = { config, now, client: { ip, requestId } };
  const actor = { id: decider.by === 'account' ? decider.account.id : null, email: nameOf(decider) };
  return decider.by === 'account' ? { ...knows, actor } : { ...knows, actor, linkId: decider.link.id };
}

/** The columns of a kept decision that say who decided. */
export const columnsOf = (decider: Decider) =>
  decider.by === 'account'
    ? { accountId: decider.account.id }
    : {
        linkId: decider.link.id,
        name: oneLine(decider.name),
        ip: decider.client.ip,
        userAgent: decider.client.userAgent,
      };
