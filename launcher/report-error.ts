/** Something a person can correct: the message is one clear sentence, shown as it is. */
export class LauncherError extends Error {}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Shows a failure as its sentence; the stack is for developers, with LOG_LEVEL=debug. */
export function reportError(error: unknown): void {
  process.stderr.write(`${messageOf(error)}\n`);
  if (process.env['LOG_LEVEL'] === 'debug' && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
}
