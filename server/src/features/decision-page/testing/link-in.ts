/** The token of the decision link in a mail; empty: it has none. */
export const linkIn = (text: string | undefined): string =>
  /http:\/\/desk\.example\/d\/([\w-]{43})/.exec(text ?? '')?.[1] ?? '';
