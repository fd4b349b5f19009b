/** The end of a mail that takes something from its reader. */
export const MISTAKE = 'If you think that this is a mistake, please call us.';

/** The line that gives a reason, where one was given. */
export const because = (reason: string | undefined): string[] =>
  reason === undefined || reason === '' ? [] : [`Reason: ${reason}`];
