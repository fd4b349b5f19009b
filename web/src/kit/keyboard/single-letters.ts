import { usePreference } from '../browser/preferences.ts';

const read = (stored: unknown): boolean => stored !== false;

/** Whether letters and signs alone are shortcuts. Who dictates, or hits keys without meaning to, switches them off (WCAG 2.1.4). */
export const useSingleLetters = () => usePreference('single-letters', read);

/** Opens the sheet of a row, with the focus in the row: it is heard nowhere else, and stays (WCAG 2.1.4). */
export const ROW_SHEET_KEY = '.';

/** "d", "[", "g r": nothing but letters or signs, each pressed alone. */
export const isSingleLetters = (keys: string): boolean =>
  keys !== ROW_SHEET_KEY && keys.split(' ').every((key) => key.length === 1);
