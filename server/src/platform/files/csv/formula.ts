// Signs that make a spreadsheet run a cell as a formula: the ASCII signs, their full-width forms, and the characters that
// some programs drop before they look.
const SIGN = '=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20';
const DROPPED = '\\s"\'\\uFEFF\\0';

const RISKY_START = `[${DROPPED}]*[${SIGN}]|'*[\\t\\r\\0]`;

const RISKY = new RegExp(`^(?:${RISKY_START})`);
const GUARDED = new RegExp(`^'(?:${RISKY_START})`);
const FORMULA = new RegExp(`^[\\s\\uFEFF]*[${SIGN}]|^[\\t\\r\\0]`);
const NUMBER_OR_PHONE = /^\s*[+-]?[ (]?\d[\d\s().,-]*(?:e[+-]?\d+)?%?\s*$/i;
const ONLY_DASHES = /^\s*-+\s*$/;

/** The text with a leading `'` where a spreadsheet might run it; `unescapeFormula` gives exactly the same text back. */
export const escapeFormula = (text: string): string => (RISKY.test(text) ? `'${text}` : text);

export const unescapeFormula = (text: string): string => (GUARDED.test(text) ? text.slice(1) : text);

/** In a longer text the search for the end of a number would take too long. */
const LONGEST_NUMBER = 100;

/** Starts like a formula and is no plain number, phone number or dash: `=1+1`, `@SUM(A1)`, `-2+3*4`, but not `-12.5`. */
export const looksLikeFormula = (text: string): boolean =>
  FORMULA.test(text) && (text.length > LONGEST_NUMBER || (!NUMBER_OR_PHONE.test(text) && !ONLY_DASHES.test(text)));
