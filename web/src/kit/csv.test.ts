import { afterEach, expect, test, vi } from 'vitest';
import { saveCsv } from './csv.ts';

afterEach(() => vi.restoreAllMocks());

test('a small list becomes a CSV file in which no cell can start a formula', async () => {
  let blob: Blob | undefined;
  URL.createObjectURL = (made) => {
    blob = made as Blob;
    return 'blob:x';
  };
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function press(
    this: HTMLAnchorElement,
  ) {
    expect(this.download).toBe('data.csv');
  });

  await saveCsv({
    name: 'data.csv',
    header: ['Domain', 'Comment'],
    rows: [
      ['a.example', '=1+1'],
      ['b, c', '"so"'],
    ],
  });

  expect(click).toHaveBeenCalledOnce();
  const text = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    if (blob) reader.readAsArrayBuffer(blob);
  });
  const words = new TextDecoder('utf-8', { ignoreBOM: true }).decode(text as ArrayBuffer);
  expect(words).toBe('\ufeffDomain,Comment\r\na.example,\'=1+1\r\n"b, c","""so"""\r\n');
});
