import type { NumberKind } from './number-format.ts';

const DAY_MS = 86_400_000;
/** As spreadsheets show what no calendar has. */
const NO_DAY = '########';
/** A spreadsheet keeps so many digits of a number; those after them are lost. */
const DIGITS = 15;
const SHOWN_DECIMALS = 5;

const withoutExponent = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 });

/** 1499.9900000000001 → '1499.99': as a spreadsheet shows it, whose last digits are noise. */
function plainText(value: number): string {
  const rounded = Number(value.toPrecision(DIGITS));
  const text = String(rounded);
  return text.includes('e') ? withoutExponent.format(rounded) : text;
}

/** 123457000000 → '1.23457E+11'. */
const exponentText = (value: number): string => {
  const [digits = '', exponent = ''] = value.toExponential(SHOWN_DECIMALS).split('e');
  const [sign, power] = [exponent.slice(0, 1), exponent.slice(1)];
  return `${String(Number(digits))}E${sign}${power.padStart(2, '0')}`;
};

/** Days since the end of 1899, or 1904, as a spreadsheet counts them: it believes that 1900 had a 29 February. */
function dayText(serial: number, is1904: boolean): string {
  const whole = Math.floor(serial);
  const days = is1904 ? whole + 1_462 : whole < 60 ? whole + 1 : whole;
  if (!(whole >= (is1904 ? 0 : 1)) || (whole === 60 && !is1904) || days > 2_958_465) return NO_DAY;
  return new Date(Date.UTC(1899, 11, 30) + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * A number as a person would type what the cell shows: 0.12 in a percent format is `12%`, a day is `YYYY-MM-DD`. A number of
 * more digits than a spreadsheet keeps comes in exponent form, which nobody takes for an id.
 */
export function numberText(value: number, kind: NumberKind, is1904: boolean): string {
  if (kind === 'date') return dayText(value, is1904);
  if (kind === 'scientific' || Math.abs(value) >= 10 ** DIGITS) return exponentText(value);
  return kind === 'percent' ? `${plainText(value * 100)}%` : plainText(value);
}

/** `_x000D_` is how a workbook writes what XML cannot hold. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text;
