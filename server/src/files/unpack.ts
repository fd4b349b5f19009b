import { unzipSync, zipSync } from 'fflate';
import { FileProblem } from './file-problem.ts';
import { grouped, type Limits, megabytes } from './limits.ts';

type Parts = Record<string, Uint8Array>;

const BROKEN = 'This is not a whole XLSX file. Open it in a spreadsheet program and save it again.';

/**
 * The workbook with only its XML parts, none longer than declared, uncompressed.
 * The reader after this one unpacks whatever it is given, so it is given nothing that was not counted here.
 */
export function checkedWorkbook(bytes: Buffer, limits: Limits): Buffer {
  const parts = unpacked(bytes, limits);
  if (!parts['xl/workbook.xml']) throw new FileProblem('This is not a CSV or XLSX file.');
  for (const part of Object.values(parts)) checkPart(Buffer.from(part.buffer, part.byteOffset, part.length), limits);
  return Buffer.from(zipSync(parts, { level: 0 }));
}

function unpacked(bytes: Buffer, limits: Limits): Parts {
  let count = 0;
  let size = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        count += 1;
        size += originalSize;
        if (count > limits.parts) throw new FileProblem(`The XLSX file has more than ${grouped(limits.parts)} parts.`);
        if (size > limits.unpackedBytes) {
          throw new FileProblem(`The XLSX file is larger than ${megabytes(limits.unpackedBytes)} when unpacked.`);
        }
        return /^xl\/.*\.xml(?:\.rels)?$/.test(name);
      },
    });
  } catch (error) {
    throw error instanceof FileProblem ? error : new FileProblem(BROKEN);
  }
}

function checkPart(part: Buffer, limits: Limits): void {
  // Unpacking stops at the declared size, so a part that lied about it has lost its end.
  if (!isWhole(part)) throw new FileProblem(BROKEN);
  if (part.includes('<!DOCTYPE') || part.includes('<!ENTITY')) throw new FileProblem(BROKEN);
  checkReach(part.toString('latin1'), limits);
}

/** The last thing in a part closes the first that was opened, or there is only one. */
function isWhole(part: Buffer): boolean {
  const start = part.toString('latin1', 0, 4096);
  const end = part.toString('latin1', Math.max(0, part.length - 4096)).trimEnd();
  const root = /<([A-Za-z_][\w:.-]*)/.exec(start)?.[1];
  return (root !== undefined && end.endsWith(`</${root}>`)) || /^[^<]*(?:<\?[^<]*)?<[^<>]*\/>$/.test(end);
}

/** Where a sheet ends is asked before it is read: the reader fills every gap up to a far row or column with cells. */
function checkReach(sheet: string, limits: Limits): void {
  let row = 0;
  for (const [tag] of sheet.matchAll(/<(?:\w+:)?row[\s/>][^<]*/g)) {
    row = Number(/\sr\s*=\s*["'](\d+)/.exec(tag)?.[1] ?? row + 1);
    if (row > limits.rows + 1) {
      const most = `at most ${grouped(limits.rows)} rows are read`;
      throw new FileProblem(`A sheet of the file reaches to row ${grouped(row)} or further; ${most}.`, { line: row });
    }
  }
  const column = /<(?:\w+:)?c\s[^<>]*?\br\s*=\s*["']([A-Z]{3,})\d/.exec(sheet)?.[1];
  if (column === undefined) return;
  throw new FileProblem(
    `A sheet of the file reaches to column ${column}; at most ${grouped(limits.columns)} are read.`,
  );
}
