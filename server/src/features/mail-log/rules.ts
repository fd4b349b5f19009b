/** How the messages are called that are copies of one another: of them one at a time may wait. */
const COPY = /^copy:(\d+)(?:~\d+)?$/;

/** The message of which all the others are copies. */
const originalOf = ({ id, dedupeKey }: { id: number; dedupeKey: string | null }): string =>
  COPY.exec(dedupeKey ?? '')?.[1] ?? String(id);

/** The key of the one copy that waits, or was the last to wait. */
export const keyOfCopy = (message: { id: number; dedupeKey: string | null }): string => `copy:${originalOf(message)}`;
