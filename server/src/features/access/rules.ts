export const passwordChangedMail = (brand: string) => ({
  subject: `${brand}: your password was changed`,
  body: 'The password of your account was changed and all its sessions were ended.\n\nIf this was not you, ask your administrator at once.\n',
});
