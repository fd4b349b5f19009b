/** Seconds between the tries of a message. */
export const PAUSES: readonly number[] = [5, 15, 60, 300];
