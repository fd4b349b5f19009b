import { unzipSync } from 'fflate';
import { FileProblem } from '../file-problem.ts';
import { formatCount, type Limits, megabytes } from '../limits.ts';

export const BROKEN = 'This is not a whole XLSX file. Open it in a spreadsheet program and save it again.';

/** Counts the parts of an archive and what they say of their sizes, before any of it is unpacked. */
function checkParts(bytes: Buffer, limits: Limits): void {
  let [count, size] = [0, 0];
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      count += 1;
      size += originalSize;
      if (count > limits.parts)
        throw new FileProblem(`The XLSX file has more than ${formatCount(limits.parts)} parts.`);
      if (size > limits.unpackedBytes) {
        throw new FileProblem(`The XLSX file is larger than ${megabytes(limits.unpackedBytes)} when unpacked.`);
      }
      return false;
    },
  });
}

/**
 * The parts of a workbook, each unpacked when it is asked for. Unpacking stops at the size that the archive declares, so a
 * part that lied about it has lost its end, which its reader notices.
 */
export function archiveOf(bytes: Buffer, limits: Limits) {
  const whole = <T>(unpack: () => T): T => {
    try {
      return unpack();
    } catch (error) {
      throw error instanceof FileProblem ? error : new FileProblem(BROKEN, {}, { cause: error });
    }
  };
  whole(() => checkParts(bytes, limits));
  return {
    part: (path: string): Uint8Array | undefined =>
      whole(() => unzipSync(bytes, { filter: ({ name }) => name === path })[path]),
  };
}
