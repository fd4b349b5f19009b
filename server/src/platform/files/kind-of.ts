import { FileProblem } from './file-problem.ts';
import type { FileKind } from './limits.ts';

const ZIP = Buffer.from('PK\x03\x04', 'latin1');
const OLE = Buffer.from('d0cf11e0', 'hex');

/** The kind by the file's bytes; the name and declared type of an upload are untrusted input. */
export function kindOf(bytes: Buffer): FileKind {
  if (bytes.length === 0) throw new FileProblem('The file is empty.');
  if (bytes.subarray(0, OLE.length).equals(OLE)) {
    throw new FileProblem(
      'This is an old Excel file (.xls) or one with a password. Save it as XLSX or CSV without one.',
    );
  }
  return bytes.subarray(0, ZIP.length).equals(ZIP) ? 'xlsx' : 'csv';
}
