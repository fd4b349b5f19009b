import { toast } from './toast.ts';

interface Words<Result> {
  /** Left out where the screen shows it by itself. */
  done?: (result: Result) => string;
  /** Of the reason; left out: the reason alone. */
  failed?: (reason: string) => string;
}

/**
 * Tells by a toast what became of a write or a file, also once the screen was left or another one was begun: what `mutate` is
 * given is not called then. Resolves with the result, with undefined where it failed.
 */
export async function toastOutcome<Result>(
  work: Promise<Result>,
  { done, failed = (reason) => reason }: Words<Result> = {},
): Promise<Result | undefined> {
  try {
    const result = await work;
    if (done) toast('done', done(result));
    return result;
  } catch (error) {
    toast('failed', failed((error as Error).message));
    return undefined;
  }
}
