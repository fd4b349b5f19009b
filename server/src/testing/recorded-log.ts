import { pino } from 'pino';

/** A log that nobody reads. */
export const silentLog = () => pino({ level: 'silent' });

/** A log of failures alone, each line given to `hear`. */
export const recordedLog = (receive: (line: string) => void) => pino({ level: 'error' }, { write: receive });
