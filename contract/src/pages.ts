/** The addresses of pages beside the screens, which lie below `/home/`. */
export const PAGES = [
  '/',
  '/register',
  '/forget_password',
  '/adminpanel',
  '/adminpanel/register',
  '/adminpanel/forget_password',
  '/adminpanel/reset_password',
  '/thank-you',
  '/logout',
  '/error',
  '/home',
] as const;

/** Whether a page stands behind a path; whether a screen's name is one, only the menu tells. */
export const isPage = (path: string): boolean => {
  const plain = path.replace(/(?<=.)\/$/, '');
  return PAGES.some((page) => page === plain) || /^\/home\/[\w-]+$/.test(plain);
};
