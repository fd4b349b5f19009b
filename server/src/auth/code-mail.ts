import { composeMail } from '../platform/mail/content.ts';

export const CODE_MINUTES = 10;
export type Purpose = 'admin-login' | 'reset' | 'register';

const REASONS: Record<Purpose, string> = {
  'admin-login': 'to log in to the back-office',
  reset: 'to set a new password',
  register: 'to confirm your e-mail address',
};

/** The mail of a one-time code: no text of a user is in it, and no link, which is what those who fish for codes send. */
export const codeMail = (brand: string, purpose: Purpose, code: string) =>
  composeMail(
    `${brand}: your one-time code`,
    { said: `Your one-time code ${REASONS[purpose]} is`, code },
    `It is valid for ${CODE_MINUTES} minutes and can be used once. If you did not ask for it, ignore this message.`,
  );
