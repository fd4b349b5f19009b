import { messageOf } from '../launcher/report-error.ts';
import { HEAD, rowOf, type Line } from './report.ts';

type Works = readonly (readonly [name: string, work: () => Promise<Line[]>])[];

const reasonOf = (error: unknown): string => messageOf(error).replace(/\s+/g, ' ').replaceAll('|', '/').trim();

/** Stands for the figure of a workload that could not be measured. */
export const failed = (work: string, error: unknown): Line => ({
  ...{ work, unit: 'ms', limit: null, product: null },
  note: `failed: ${reasonOf(error)}`,
});

/**
 * Measures one workload after the other and tells each row of the table as it is known: who looks at it sees how far it has
 * come, and what is broken off has not been in vain. One that cannot be measured hides no other.
 * @returns whether all of them could be measured.
 */
export async function oneByOne(works: Works, print: (text: string) => unknown): Promise<boolean> {
  let isWhole = true;
  print(HEAD);
  for (const [name, work] of works) {
    const lines = await work().catch((error: unknown) => [failed(name, error)]);
    for (const line of lines) {
      print(rowOf(line));
      isWhole &&= line.note === undefined;
    }
  }
  return isWhole;
}
