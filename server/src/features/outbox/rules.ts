/** Seconds between the tries of a message. */
export const PAUSES: readonly number[] = [5, 15, 60, 300];

const senderHost = (from: string): string => /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? 'localhost';

/** The same at every try, so that a mail that arrives twice is seen as one; the time keeps two installations apart. */
export const messageIdOf = ({ id, createdAt }: { id: number; createdAt: Date }, from: string): string =>
  `<desk-outbox-${id}@${createdAt.getTime().toString(36)}.${senderHost(from)}>`;
