/** As people type a voucher: in any case, with or without its hyphens. */
export const voucherTyped = (text: string): string => text.toUpperCase().replace(/[\s-]/g, '');

/** For easy reading and typing: `XXXX-XXXX-XXXX`. */
export const voucherShown = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

export const waitingMail = (brand: string) => ({
  subject: `${brand}: your registration`,
  body: 'Your account was created and waits for its approval. As soon as it is approved you can log in.\n',
});

/** For the owner of an account with whose e-mail somebody wanted to register once more. */
export const knownMail = (brand: string) => ({
  subject: `${brand}: you have an account already`,
  body: 'Somebody registered with your e-mail address, which has an account already. Nothing was changed.\n\nIf it was you, log in, or ask for a new password with "Forgot Password".\n',
});

export const voucherMail = (brand: string, email: string, code: string) => ({
  subject: `${brand}: somebody asks to become an administrator`,
  body: `${email} asks to register as an administrator. The address is verified; who it belongs to is not.\n\nIf you know this person and agree, hand over this voucher yourself: ${code}\n\nIt works once, for this address only, within 24 hours. Otherwise ignore this message.\n`,
});

export const joinedMail = (brand: string, email: string) => ({
  subject: `${brand}: a new administrator has registered`,
  body: `${email} has registered as an administrator with a voucher. The account has no menus yet: choose them under "All Admin".\n\nIf none of you handed over the voucher, suspend the account at once.\n`,
});
