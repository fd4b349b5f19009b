import { createContext } from 'react';

/** Called by a link before it leads on: what it stands in, such as the sheet of a row, closes first. */
export const LeaveContext = createContext<() => void>(() => undefined);
