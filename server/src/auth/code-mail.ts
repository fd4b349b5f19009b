import { composeMail } from '../platform/mail/content.ts';

export const CODE_MINUTES = 10;
export const RECOVERY_HOURS = 24;
export type Purpose = 'admin-login' | 'reset' | 'register' | 'approve';

/** Those that nobody can ask for who has not shown a password before. */
export const AFTER_PASSWORD: ReadonlySet<Purpose> = new Set(['admin-login', 'approve']);

const REASONS: Record<Purpose, string> = {
  'admin-login': 'to log in to the back-office',
  reset: 'to set a new password',
  register: 'to confirm your e-mail address',
  approve: 'to approve by yourself what you asked for, because nobody else can,',
};

/** Where others have used up what may be mailed or tried, the long code lets its reader in. */
export const recoveryBlock = (code: string) => ({
  text: `If you are told that there were too many codes or attempts: choose "Forgot Password", and type this longer code, which holds for ${RECOVERY_HOURS} hours in any browser:`,
  code: code.replace(/(.{5})(?=.)/g, '$1 '),
});

/**
 * The mail of a one-time code: no text of a user is in it, and no link, which is what those who fish for codes send.
 * @param recovery the long code that comes with one for a new password
 */
export const codeMail = (brand: string, purpose: Purpose, code: string, recovery?: string) =>
  composeMail(
    `${brand}: your one-time code`,
    { text: `Your one-time code ${REASONS[purpose]} is`, code },
    `It is valid for ${CODE_MINUTES} minutes and can be used once. If you did not ask for it, ignore this message.`,
    ...(recovery === undefined ? [] : [recoveryBlock(recovery)]),
  );
