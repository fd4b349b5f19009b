/** Innermost cause: what the database, the network or our own code said. The query builder wraps it with its parameters. */
export const rootCause = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? rootCause(error.cause) : error;

interface LoggedError {
  reason: string;
  code?: string;
  stack?: string;
}

/** The loggable part of an error: message, code and stack. Its other fields hold rows and parameters, secrets among them. */
export function errorForLog(error: unknown): LoggedError {
  const root = rootCause(error);
  if (!(root instanceof Error)) return { reason: String(root) };
  const { message, name, stack, code } = root as NodeJS.ErrnoException;
  return {
    // Several addresses that all refuse are one error without words.
    reason: message || code || name,
    ...(typeof code === 'string' && { code }),
    ...(stack !== undefined && { stack }),
  };
}
