import { pageUrl, composeMail, type Sender } from '../../platform/mail/content.ts';

/** @param kind as whom the account logs in. */
export const passwordChangedMail = (sender: Sender, kind: 'staff' | 'customer') =>
  composeMail(
    `${sender.brand}: your password was changed`,
    'The password of your account was changed and all its sessions were ended.',
    kind === 'staff'
      ? 'If this was not you, set a new one and tell your administrator at once.'
      : 'If this was not you, set a new one and tell us at once.',
    {
      button: 'Set a new password',
      href: pageUrl(sender, kind === 'staff' ? '/adminpanel/forget_password' : '/forget_password'),
    },
  );
