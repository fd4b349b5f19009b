import { FileProblem } from '../file-problem.ts';
import type { Limits } from '../limits.ts';
import { readSheet } from './read-sheet.ts';
import { type Table, tableBuilder } from '../table.ts';
import { archiveOf, BROKEN } from './unzip.ts';
import { relationsOf, sharedTextsOf, sheetsOf, stylesOf } from './workbook-parts.ts';
import { BadXml } from './xml.ts';

const UNREADABLE = 'This XLSX file cannot be read. Save it again, or save it as CSV.';
const RELATIONS = 'xl/_rels/workbook.xml.rels';

/** The first sheet that is shown; a formula gives the value that the spreadsheet program stored with it. */
export function readXlsx(bytes: Buffer, limits: Limits): Table {
  try {
    return firstSheet(bytes, limits);
  } catch (error) {
    throw error instanceof BadXml ? new FileProblem(BROKEN, {}, { cause: error }) : error;
  }
}

function firstSheet(bytes: Buffer, limits: Limits): Table {
  const archive = archiveOf(bytes, limits);
  const workbook = archive.part('xl/workbook.xml');
  if (!workbook) throw new FileProblem('This is not a CSV or XLSX file.');
  const { sheets, is1904 } = sheetsOf(workbook);
  const relations = relationsOf(archive.part(RELATIONS) ?? refuse());
  const tables = sheets.filter(({ relation }) => relations.get(relation)?.kind === 'worksheet');
  const shown = tables.find(({ isHidden }) => !isHidden) ?? tables[0] ?? refuse();
  const pathOf = (kind: string) => [...relations.values()].find((one) => one.kind === kind)?.path ?? '';
  const [styles, shared] = [archive.part(pathOf('styles')), archive.part(pathOf('sharedStrings'))];
  const book = {
    is1904,
    styles: styles ? stylesOf(styles) : [],
    sharedTexts: shared ? sharedTextsOf(shared, limits) : [],
  };
  const builder = tableBuilder('xlsx', limits);
  readSheet(archive.part(relations.get(shown.relation)?.path ?? '') ?? refuse(), book, limits, builder.add);
  const others = tables.filter((sheet) => sheet !== shown && !sheet.isHidden).map(({ name }) => name);
  return { ...builder.table(), sheet: { name: shown.name, others } };
}

function refuse(): never {
  throw new FileProblem(UNREADABLE);
}
