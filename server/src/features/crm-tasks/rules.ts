const HOUR = 3_600;
/** Seconds between the tries of a task: soon, then hourly for a day. */
export const PAUSES: readonly number[] = [5, 15, 60, 300, 900, ...Array<number>(24).fill(HOUR)];

export const SENTENCES = {
  notConfigured: 'The CRM is not configured.',
  restarted: 'The server stopped meanwhile.',
  internal: 'It met an error of its own. The log of the server tells more.',
} as const;

/** By what the CRM's task is known again; the time keeps two installations apart. */
export const referenceOf = ({ id, createdAt }: { id: number; createdAt: Date }): string =>
  `desk-task-${id}-${createdAt.getTime().toString(36)}`;
