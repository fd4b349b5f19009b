import { recoveryBlock } from '../security/code-mail.ts';
import { pageAt, written, type Sender } from './letter.ts';
import { MISTAKE } from './turned-down.ts';

interface Known {
  kind: 'staff' | 'customer';
  status: 'PENDING' | 'ACTIVE' | 'SUSPENDED' | 'REJECTED';
}

const WHAT_NOW: Readonly<Record<Known['status'], string>> = {
  ACTIVE: 'If it was you, log in. If you have forgotten your password, choose "Forgot Password" there.',
  PENDING: 'If it was you: the account waits for its approval. You get a mail then, and can log in.',
  SUSPENDED: 'If it was you: the account is suspended. Please call us.',
  REJECTED: `If it was you: the registration was declined. ${MISTAKE}`,
};

/** For the owner of an account with whose e-mail somebody wants to register once more. */
export const knownMail = (sender: Sender, { kind, status }: Known, recovery?: string) =>
  written(
    `${sender.brand}: you have an account already`,
    'Somebody wanted to register with your e-mail address, which has an account already. Nothing was changed.',
    WHAT_NOW[status],
    ...(status === 'ACTIVE'
      ? [
          ...(recovery === undefined ? [] : [recoveryBlock(recovery)]),
          { button: 'Log in', href: pageAt(sender, kind === 'staff' ? '/adminpanel' : '/') },
        ]
      : []),
  );

/** For somebody who wants a new password and has no account under this address. */
export const unknownMail = (sender: Sender) =>
  written(
    `${sender.brand}: there is no account under this address`,
    'Somebody asked for a new password with your e-mail address, which has no account here.',
    'If it was you, you may have registered with another address; or register with this one. Otherwise ignore this message.',
    { button: 'Create an account', href: pageAt(sender, '/register') },
  );
