import { pageUrl, composeMail, type Sender } from '../../platform/mail/content.ts';

/** As people type a voucher: in any case, with or without its hyphens. */
export const voucherTyped = (text: string): string => text.toUpperCase().replace(/[\s-]/g, '');

/** For easy reading and typing: `XXXX-XXXX-XXXX`. */
export const voucherShown = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

export const waitingMail = ({ brand }: Sender) =>
  composeMail(
    `${brand}: your registration`,
    'Your account was created and waits for its approval. As soon as it is approved you can log in; you get a mail then.',
  );

export const voucherMail = ({ brand }: Sender, email: string, code: string) =>
  composeMail(
    `${brand}: somebody asks to become an administrator`,
    `${email} asks to register as an administrator. The address is verified; who it belongs to is not.`,
    { text: 'If you know this person and agree, hand over this voucher yourself:', code },
    'It works once, for this address only, within 24 hours. Otherwise ignore this message.',
  );

export const joinedMail = (sender: Sender, email: string) =>
  composeMail(
    `${sender.brand}: a new administrator has registered`,
    `${email} has registered as an administrator with a voucher. The account has no menus yet: choose them under "All Admin".`,
    'If none of you handed over the voucher, suspend the account at once.',
    { button: 'Open All Admin', href: pageUrl(sender, '/home/get_all_admin', { q: email }) },
  );
