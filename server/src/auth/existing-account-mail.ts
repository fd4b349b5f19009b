import { recoveryBlock } from './code-mail.ts';
import { callUs, composeMail, ifMistaken, pageUrl, type Sender } from '../platform/mail/content.ts';

interface Known {
  kind: 'staff' | 'customer';
  status: 'PENDING' | 'ACTIVE' | 'SUSPENDED' | 'REJECTED';
}

const whatNow = (sender: Sender): Readonly<Record<Known['status'], string>> => ({
  ACTIVE: 'If it was you, log in. If you have forgotten your password, choose "Forgot Password" there.',
  PENDING: 'If it was you: the account waits for its approval. You get a mail then, and can log in.',
  SUSPENDED: `If it was you: the account is suspended. Please ${callUs(sender)}.`,
  REJECTED: `If it was you: the registration was declined. ${ifMistaken(sender)}`,
});

/** For the owner of an account with whose e-mail somebody wants to register once more. */
export const existingAccountMail = (sender: Sender, { kind, status }: Known, recovery?: string) =>
  composeMail(
    `${sender.brand}: you have an account already`,
    'Somebody wanted to register with your e-mail address, which has an account already. Nothing was changed.',
    whatNow(sender)[status],
    ...(status === 'ACTIVE'
      ? [
          ...(recovery === undefined ? [] : [recoveryBlock(recovery)]),
          { button: 'Log in', href: pageUrl(sender, kind === 'staff' ? '/adminpanel' : '/') },
        ]
      : []),
  );

/** For somebody who wants a new password and has no account under this address. */
export const noAccountMail = (sender: Sender) =>
  composeMail(
    `${sender.brand}: there is no account under this address`,
    'Somebody asked for a new password with your e-mail address, which has no account here.',
    'If it was you, you may have registered with another address; or register with this one. Otherwise ignore this message.',
    { button: 'Create an account', href: pageUrl(sender, '/register') },
  );
