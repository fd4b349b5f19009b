import { looksLikeFormula } from '../csv/formula.ts';

/** Error values of a spreadsheet's formulas; LibreOffice has numbers for some. */
const ERROR =
  /^(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA)|Err:\d{3})$/i;
/** A number in the form in which spreadsheets round it; no id is given out in it. */
const ROUNDED = /^[+-]?\d(?:[.,]\d+)?E[+-]\d{2,3}$/i;

/** Why a cell that is not blank says nothing, or nothing that is to be trusted, whatever its column; else undefined. */
export function cellError(cell: string): string | undefined {
  if (looksLikeFormula(cell)) return 'A formula is not taken. Enter the plain value';
  return ERROR.test(cell) ? `The formula in this cell came to ${cell}. Enter the plain value` : undefined;
}

/** The same for the cell of an id. */
export function idCellError(cell: string): string | undefined {
  if (!ROUNDED.test(cell)) return cellError(cell);
  return `The spreadsheet rounded this number to ${cell}. Format the column as text and enter the id again`;
}
