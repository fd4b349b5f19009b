const senderHost = (from: string): string => /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? 'localhost';

/** The same at every try, so that a mail that arrives twice is seen as one; the time keeps two installations apart. */
export const messageIdOf = ({ id, createdAt }: { id: number; createdAt: Date }, from: string): string =>
  `<desk-outbox-${id}@${createdAt.getTime().toString(36)}.${senderHost(from)}>`;

const OURS = /^<desk-outbox-([1-9]\d{0,9})@[a-z0-9.-]+>$/i;

/** The number of the message that a Message-ID would be of; whether it is, only the whole of it tells. */
export function outboxIdIn(messageId: string): number | undefined {
  const id = Number(OURS.exec(messageId)?.[1]);
  return id <= 2_147_483_647 ? id : undefined;
}
