interface Sheet {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Gives the browser a CSV file that spreadsheets read as text: UTF-8 with BOM, no cell can start a formula. */
export async function saveCsv({ name, header, rows }: Sheet): Promise<void> {
  const { stringify } = await import('csv-stringify/browser/esm/sync');
  const text = stringify([header, ...rows], { bom: true, record_delimiter: 'windows', escape_formulas: true });
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
