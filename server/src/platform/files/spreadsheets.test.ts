import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTable } from './read-table.ts';

/** The file as the named program saves it: see the scripts beside it. */
const savedBy = (program: string) =>
  readTable(readFileSync(new URL(`testing/fixtures/${program}.xlsx`, import.meta.url)));

/** The cells of a column by the domain of their rows. */
async function columnOf(program: string, title: string) {
  const { header, rows } = await savedBy(program);
  const at = header.indexOf(title);
  return Object.fromEntries(rows.map(({ cells }) => [cells[0]?.replace('.example', '') ?? '', cells[at]] as const));
}

const PROGRAMS = ['openpyxl', 'libreoffice'] as const;

test.each(PROGRAMS)('what is shown in percent is read in percent, as %s saves it', async (program) => {
  expect(await columnOf(program, 'Margin')).toMatchObject({ acme: '12%', beta: '12.55%', gamma: '12.5', eta: '12.5' });
});

test.each(PROGRAMS)('a number that is rounded or shown rounded is no id, as %s saves it', async (program) => {
  expect(await columnOf(program, 'Subscription Id')).toMatchObject({
    acme: '007654321000',
    beta: '123456789012',
    gamma: '1.23457E+19',
    delta: '1.23457E+11',
  });
});

test.each(PROGRAMS)('an error of a formula is seen, as %s saves it', async (program) => {
  expect(await columnOf(program, 'Price')).toMatchObject({ acme: '1500.5', beta: '1499.99', epsilon: '#N/A' });
});

test('a formula without a stored result is told, with one it is the result', async () => {
  expect(await columnOf('openpyxl', 'Price')).toMatchObject({ zeta: '=H2*2' });
  expect(await columnOf('libreoffice', 'Price')).toMatchObject({ zeta: '3001' });
  expect(await columnOf('openpyxl', 'Company Name')).toMatchObject({ eta: '=CONCATENATE("E","ta")' });
  expect(await columnOf('libreoffice', 'Company Name')).toMatchObject({ eta: 'Eta' });
});

test.each(PROGRAMS)('days come as days, and the sheet that is not read is named, as %s saves it', async (program) => {
  expect(await columnOf(program, 'Renewal Date')).toMatchObject({ acme: '2027-04-01', eta: '2027-04-01' });
  expect((await savedBy(program)).sheet).toEqual({ name: 'Renewals', others: ['Notes'] });
});
