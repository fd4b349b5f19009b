import { escapeFormula, unescapeFormula } from '../csv/formula.ts';
import type { ColumnKind, SheetColumn } from '../sheet.ts';

/** Excel's limit of a cell's text; a longer one would make it call the file damaged. */
const LONGEST = 32_767;
const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const MARKUP = /[&<>"]/g;
// Characters that XML cannot hold are written as `_x000D_`, and text that looks like that with its first character so.
const UNWRITABLE = /[\0-\x08\x0b-\x1f\ufffe\uffff]|\p{Cs}|_(?=x[0-9A-Fa-f]{4}_)/gu;
const codeOf = (sign: string): string => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** Text as it stands between two tags. */
const escaped = (text: string): string =>
  text.replaceAll(UNWRITABLE, codeOf).replaceAll(MARKUP, (sign) => MARKS[sign] ?? '');

/** 0 → 'A', 30 → 'AE'. */
function columnLetters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter;
}

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(1899, 11, 30);
const MOMENT = /^(\d\d)-(\d\d)-(\d{4})(?: (\d\d):(\d\d):(\d\d))?$/;

/** DD-MM-YYYY, with a time or without → the days that a spreadsheet counts; undefined for what it cannot count. */
function serialOf(text: string): string | undefined {
  const [, day, month, year, ...time] = MOMENT.exec(text) ?? [];
  if (year === undefined || year < '1901') return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = time.map((part?: string) => Number(part ?? 0));
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), hours, minutes, seconds);
  return String((at - FIRST_DAY) / DAY_MS);
}

const plainNumber = (text: string): string | undefined => {
  const bare = text.replaceAll(',', '');
  return /^-?\d{1,15}(?:\.\d+)?$/.test(bare) ? bare : undefined;
};
const shareOf = (text: string): string | undefined => {
  const number = plainNumber(text);
  return number === undefined ? undefined : String(Number((Number(number) / 100).toPrecision(15)));
};

/** The number in a cell of CSV, or undefined where it is none and stays text. */
const NUMBER_IN: Readonly<Record<ColumnKind, (text: string) => string | undefined>> = {
  text: () => undefined,
  number: plainNumber,
  amount: plainNumber,
  percent: shareOf,
  day: serialOf,
  moment: serialOf,
};

/** The styles of cells in their order; those of amounts follow, one for each currency. */
const STYLE: Readonly<Record<Exclude<ColumnKind, 'amount'> | 'header', number>> = {
  header: 1,
  text: 2,
  number: 3,
  percent: 4,
  day: 5,
  moment: 6,
};
const FIRST_CURRENCY = 7;
/** An amount of a sheet that names no currency. */
const UNNAMED = '';

/** Rupees in lakh and crore, as they are read in India; other currencies by their code. */
function formatOf(currency: string): string {
  if (currency === UNNAMED) return '#,##0.00';
  return currency === 'INR'
    ? '[>=10000000]"₹"##\\,##\\,##\\,##0.00;[>=100000]"₹"##\\,##\\,##0.00;"₹"#,##0.00'
    : `"${currency}" #,##0.00`;
}

/** The currencies that a file has met so far, and the style of each. */
export function currencyStyles() {
  const met: string[] = [];
  return {
    styleOf: (given: string | undefined): number => {
      const currency = given !== undefined && /^[A-Z]{3}$/.test(given) ? given : UNNAMED;
      if (!met.includes(currency)) met.push(currency);
      return FIRST_CURRENCY + met.indexOf(currency);
    },
    formats: (): string[] => met.map(formatOf),
  };
}

/** The text that the reader of this project reads back as it was: the sign before a formula is not needed in a cell of text. */
function textIn(cell: string): string {
  const text = unescapeFormula(cell);
  const shown = unescapeFormula(text) === text ? text : escapeFormula(text);
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST - 1)}…` : shown;
}

/** One cell, '' for a blank one. `style` is that of a number. */
function cellXml(place: string, cell: string, { kind, style }: { kind: ColumnKind; style: number }): string {
  if (cell === '') return '';
  const number = NUMBER_IN[kind](cell);
  if (number !== undefined) return `<c r="${place}" s="${style}"><v>${number}</v></c>`;
  const text = escaped(textIn(cell));
  return `<c r="${place}" s="${STYLE.text}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** A row of cells, as a line of CSV has them, guarded. */
export function rowXml(
  line: number,
  cells: readonly string[],
  columns: readonly SheetColumn[],
  amountStyle: number,
): string {
  const parts = columns.map(({ kind }, at) => {
    const style = kind === 'amount' ? amountStyle : STYLE[kind];
    return cellXml(`${columnLetters(at)}${line}`, cells[at] ?? '', { kind, style });
  });
  return `<row r="${line}">${parts.join('')}</row>`;
}

const [NARROWEST, WIDEST] = [9, 48];
/** Extra width in characters: amounts and percentages are shown longer than their digits. */
const EXTRA: Partial<Record<ColumnKind, number>> = { amount: 5, percent: 2 };

/** A column's width in characters: for its header and the longest of some of its cells. */
function widthOf({ label, kind }: SheetColumn, cells: readonly string[]): number {
  const longest = cells.reduce((most, cell) => Math.max(most, cell.length), label.length + 3);
  return Math.min(WIDEST, Math.max(NARROWEST, longest + 2 + (EXTRA[kind] ?? 0)));
}

/** A sheet up to its rows, with the header fixed; `first` are its first rows, by which the columns are sized. */
export function sheetHead(columns: readonly SheetColumn[], first: readonly (readonly string[])[]): string {
  const widths = columns.map((column, at) => {
    const width = widthOf(
      column,
      first.map((cells) => cells[at] ?? ''),
    );
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
  });
  const labels = columns.map(
    ({ label }, at) =>
      `<c r="${columnLetters(at)}1" s="${STYLE.header}" t="inlineStr"><is><t>${escaped(label)}</t></is></c>`,
  );
  return `${HEADER}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${labels.join('')}</row>`;
}

/** The end of a sheet whose last row is `line`. */
export const sheetFoot = (columns: readonly SheetColumn[], line: number): string =>
  `</sheetData><autoFilter ref="A1:${columnLetters(columns.length - 1)}${line}"/></worksheet>`;

/** All other parts of a workbook with so many sheets. */
export function workbookParts(sheets: number, currencies: readonly string[]): Record<string, string> {
  const each = <T>(make: (n: number) => T): T[] => Array.from({ length: sheets }, (_, at) => make(at + 1));
  const formats = ['0.00%', 'dd-mm-yyyy', 'dd-mm-yyyy hh:mm:ss', ...currencies];
  const numFmts = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`);
  const xf = (format: number, font = 0) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;
  const styles = [xf(0), xf(49, 1), xf(49), xf(0), ...formats.map((_, at) => xf(164 + at))];
  return {
    '[Content_Types].xml': `${HEADER}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${WORKBOOK}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${WORKBOOK}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${WORKBOOK}.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `${HEADER}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEADER}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((n) => `<sheet name="Data${n === 1 ? '' : ` ${n}`}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEADER}<Relationships xmlns="${PACKAGE}/relationships">${each((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${HEADER}<styleSheet xmlns="${MAIN}"><numFmts count="${numFmts.length}">${numFmts.join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  };
}
