import type { startMailbox } from '../simulators/mailbox/mailbox.ts';

const EVERY_MS = 250;

/** The Message-IDs that came to each address. The mailbox keeps its newest mails only, so it is emptied into here. */
export function catchMails({ messages }: Pick<Awaited<ReturnType<typeof startMailbox>>, 'messages'>) {
  const ids = new Map<string, Set<string>>();
  const look = (): void => {
    for (const { to, messageId } of messages()) {
      for (const address of to) ids.set(address, (ids.get(address) ?? new Set()).add(messageId));
    }
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    /** How many different mails came to an address. */
    to: (address: string): number => {
      return ids.get(address)?.size ?? 0;
    },
    look,
    stop: () => clearInterval(timer),
  };
}
