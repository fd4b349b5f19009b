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

/** The screens of the customers' portal; all others are for staff. */
export const CUSTOMER_SCREENS: readonly string[] = ['map_domain', 'add_license', 'my_renewals'];

/** Whether a screen is one of the customers' portal; of those of the staff none is for a customer. */
export const isOfCustomers = (route: string): boolean => CUSTOMER_SCREENS.includes(route);
