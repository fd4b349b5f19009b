/** Seconds between the tries of a message. */
export const PAUSES: readonly number[] = [5, 15, 60, 300];
/** Between the tries after those, of what may leave until a day of its own. */
export const LONG_PAUSE = 900;
