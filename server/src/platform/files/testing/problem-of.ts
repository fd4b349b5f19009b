import { FileProblem } from '../file-problem.ts';

/** The problem that the reading ends in; a reading that succeeds, or breaks in another way, fails the test. */
export async function problemOf(reading: () => unknown): Promise<{ reason: string; line?: number; column?: string }> {
  try {
    await reading();
  } catch (error) {
    if (error instanceof FileProblem) return { reason: error.reason, ...error.place };
    throw error;
  }
  throw new Error('The file was read without a problem.');
}
