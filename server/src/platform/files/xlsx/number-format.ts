/** Meaning of a number format: a share shown in percent, a day, a rounded power of ten, or the number itself. */
export type NumberKind = 'plain' | 'percent' | 'date' | 'scientific';

/** The formats that a workbook names without telling them, by ECMA-376, 18.8.30; those from 27 on are days in Asia. */
const BUILT_IN: readonly (readonly [kind: NumberKind, from: number, to: number])[] = [
  ['percent', 9, 10],
  ['scientific', 11, 11],
  ['date', 14, 22],
  ['date', 27, 36],
  ['date', 45, 47],
  ['scientific', 48, 48],
  ['date', 50, 58],
];

export const builtInKind = (id: number): NumberKind =>
  BUILT_IN.find(([, from, to]) => id >= from && id <= to)?.[0] ?? 'plain';

/** Quoted text, escaped letters, and colours or conditions in brackets; `[h]` counts hours and is a format. */
const NOT_FORMAT = /"[^"]*"|[\\_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi;

/** Excel takes no longer one, and to look through it would take long. */
const LONGEST = 255;

/** The kind of a format as it is written: of its first section, which is that of numbers above zero. */
export function kindOfFormat(code: string): NumberKind {
  if (code.length > LONGEST) return 'plain';
  const [section = ''] = code.replaceAll(NOT_FORMAT, '').split(';', 1);
  if (/^\s*general\s*$/i.test(section)) return 'plain';
  if (section.includes('%')) return 'percent';
  if (/e[+-]/i.test(section)) return 'scientific';
  return /[ymdhs]/i.test(section) ? 'date' : 'plain';
}
