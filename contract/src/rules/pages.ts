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

/** The screens of the staff, each with a menu, a heading and a component of its own; an installation puts its slugs in. */
export const STAFF_SCREENS = [
  'get_monthly_renewal',
  'get_renewal_data',
  'my_renewal_domain',
  'subscription_sync',
  'approve_users',
  'approve_domain',
  'get_all_users',
  'get_all_domain',
  'get_all_admin',
  'invite_admin',
  'audit_log',
  'jobs',
  'mail_log',
  'axima_domains',
  'add_axima_domain',
  '{provider}_portal',
  'us_{provider}_portal',
  'admin_add_license',
  'add_customer',
  'update_customer',
  'add_zoho_task',
  'zoho_task_history',
  'renewal_dashboard',
  'manager_renewal_team',
  'renewal_member_dashboard',
  'renewal_reseller',
  'centralized_dashboard',
  '{provider}_domains',
  'connections',
  'domain_checker',
  'mx_records',
  '{directory_product}_renewal_data',
] as const;

/** The screens of the customers' portal. */
export const CUSTOMER_SCREENS = ['map_domain', 'add_license', 'my_renewals'] as const;

export type Screen = (typeof STAFF_SCREENS | typeof CUSTOMER_SCREENS)[number];

/** Whether a screen is one of the customers' portal; of those of the staff none is for a customer. */
export const isOfCustomers = (route: string): boolean => CUSTOMER_SCREENS.some((screen) => screen === route);
