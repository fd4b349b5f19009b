/** The line in the follow-up history for what became of a wish. */
export const SENTENCES = {
  refused: (reason: string) => `What was asked for was refused: ${reason}`,
  cancelled: (reason: string) => `What was asked for was taken back.${reason === '' ? '' : ` ${reason}`}`,
  takenUp: (status: string) => `They are to stay: the status was ${status}.`,
  notConfigured: 'The provider is not connected.',
  unknownThere: 'The provider does not know the subscription under its id. The next sync looks for it.',
  goneThere:
    'The provider has not known the subscription for a day: it was moved or ended there. Ask who did that, and take this back.',
  noAnswer: 'The provider does not answer now. Try again in a moment.',
  resting: 'The provider failed several times in a row, so it is left alone for a minute.',
  internal: 'An error of our own. The log of the server tells more.',
  pending: 'The provider is still at work on it.',
} as const;
