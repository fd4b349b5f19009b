/** The forms in which a table is saved: CSV, or a workbook that Excel opens as it is. */
export type SheetForm = 'csv' | 'xlsx';

interface Sheet {
  /** The file's name without its extension. */
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** Hands a file to the browser. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** UTF-8 with BOM; no cell can start a formula. */
async function csvOf({ header, rows }: Sheet): Promise<Blob> {
  const { stringify } = await import('csv-stringify/browser/esm/sync');
  const text = stringify([header, ...rows], { bom: true, record_delimiter: 'windows', escape_formulas: true });
  return new Blob([text], { type: 'text/csv' });
}

const LONGEST = 48;
const DAY = /^(\d\d)-(\d\d)-(\d{4})$/;
const SHOWN_DAY = 'dd-mm-yyyy';

function cellOf(value: string | number) {
  if (typeof value === 'number') return { value, type: Number };
  const [, day, month, year] = DAY.exec(value) ?? [];
  if (year === undefined) return { value, type: String };
  return { value: new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))), type: Date, format: SHOWN_DAY };
}

/** Text is text, whatever it starts with; numbers and days can be sorted and summed; the header stays in sight. */
async function workbookOf({ header, rows }: Sheet): Promise<Blob> {
  const { default: writeWorkbook } = await import('write-excel-file/browser');
  const columns = header.map((title, at) => {
    const longest = rows.reduce((most, row) => Math.max(most, String(row[at] ?? '').length), title.length);
    return { width: Math.min(LONGEST, longest + 3) };
  });
  const head = header.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  return writeWorkbook([head, ...rows.map((row) => row.map(cellOf))], { columns, stickyRowsCount: 1 }).toBlob();
}

/** Gives the browser a file of a small list that is there already. @returns its name. */
export async function saveSheet(sheet: Sheet, form: SheetForm): Promise<string> {
  const name = `${sheet.name}.${form}`;
  saveFile(name, await (form === 'csv' ? csvOf(sheet) : workbookOf(sheet)));
  return name;
}
