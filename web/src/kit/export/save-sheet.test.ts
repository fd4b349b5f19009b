import { afterEach, expect, test, vi } from 'vitest';
import { saveSheet, type SheetForm } from './save-sheet.ts';

afterEach(() => vi.restoreAllMocks());

/** The name and the content of the file that the browser was handed. */
async function saved(form: SheetForm) {
  let blob: Blob | undefined;
  let name = '';
  URL.createObjectURL = (made) => {
    blob = made as Blob;
    return 'blob:x';
  };
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function press(this: HTMLAnchorElement) {
    name = this.download;
  });
  const rows = [
    ['a.example', '=1+1', 25, '01-04-2027'],
    ['b, c', '"so"', '', ''],
  ];
  expect(await saveSheet({ name: 'data', header: ['Domain', 'Comment', 'Seats', 'Date'], rows }, form)).toBe(name);
  const bytes = await new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    if (blob) reader.readAsArrayBuffer(blob);
  });
  return { name, bytes };
}

test('a small list becomes a CSV file in which no cell can start a formula', async () => {
  const { name, bytes } = await saved('csv');
  expect(name).toBe('data.csv');
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(
    '\ufeffDomain,Comment,Seats,Date\r\na.example,\'=1+1,25,01-04-2027\r\n"b, c","""so""",,\r\n',
  );
});

test('or a workbook', async () => {
  const { name, bytes } = await saved('xlsx');
  expect(name).toBe('data.xlsx');
  const text = new TextDecoder('latin1').decode(bytes);
  expect(text.slice(0, 4)).toBe('PK\u0003\u0004');
  expect(text).toContain('xl/worksheets/sheet1.xml');
});
