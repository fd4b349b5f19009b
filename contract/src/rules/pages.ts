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

/** Whether a path is the page of a domain or a reseller. */
export const isSubject = (path: string): boolean => /^\/home\/(domain|reseller)\/[^/]+\/?$/.test(path);

/** Whether a page stands behind a path; whether a screen's name is one, only the menu tells. */
export const isPage = (path: string): boolean => {
  const plain = path.replace(/(?<=.)\/$/, '');
  return PAGES.some((page) => page === plain) || /^\/home\/[\w-]+$/.test(plain) || isSubject(plain);
};

/**
 * The screens of the staff and what the menu calls each, in the menu's order; the screen's heading is the same. Each has a
 * component of its own; an installation puts its slugs and names in.
 */
export const STAFF_MENU = {
  get_monthly_renewal: 'Monthly Renewal Data',
  get_renewal_data: 'Renewal Data',
  my_renewal_domain: 'My Renewal Domains',
  renewal_dashboard: 'Renewal Dashboard',
  manager_renewal_team: 'Manage Renewal Team',
  renewal_member_dashboard: 'My Dashboard',
  renewal_reseller: 'Renewal Reseller',
  centralized_dashboard: 'Centralized Dashboard',
  '{directory_product}_renewal_data': '{directory_product} Renewals',
  subscription_sync: 'Sync and import',
  '{provider}_portal': 'Provider Portal',
  'us_{provider}_portal': 'US Portal',
  '{provider}_domains': 'Domain Directory',
  domain_checker: 'Domain Checker',
  mx_records: 'Record Checker',
  axima_domains: 'Axima Domains',
  add_axima_domain: 'All Axima Domain',
  admin_add_license: 'Admin Add License',
  add_customer: 'Add Customer',
  update_customer: 'Update Customer',
  add_zoho_task: 'Zoho Tasks',
  zoho_task_history: 'Zoho Task History',
  approve_users: 'Approve Users',
  approve_domain: 'Approve Domain',
  get_all_users: 'All Users',
  get_all_domain: 'All Domain',
  get_all_admin: 'All Admin',
  invite_admin: 'Invite Admin',
  audit_log: 'Audit Log',
  connections: 'Connections',
  jobs: 'Jobs',
  mail_log: 'Mail Log',
} as const;

/**
 * Screens of everybody who has one of the renewals' (`my_day` also of who has the add-on's): nobody is given them, and nobody can
 * be without. They stand above the menu; each has a component of its own.
 */
export const RENEWAL_MENU = { my_day: 'My day', deadlines: 'Deadlines', mail_in: 'Mail in' } as const;
export type RenewalScreen = keyof typeof RENEWAL_MENU;

/** Who has one of these works on renewals. */
export const RENEWAL_SCREENS = [
  'get_monthly_renewal',
  'get_renewal_data',
  'my_renewal_domain',
  'renewal_reseller',
  '{directory_product}_renewal_data',
] as const satisfies readonly (keyof typeof STAFF_MENU)[];

const OF_RENEWALS = RENEWAL_SCREENS.map((screen) => new RegExp(`^${screen.replace(/\{\w+\}/, String.raw`[\w-]+`)}$`));

/** Whether a route is one of those, whatever the installation's slugs are. */
export const isOfRenewals = (route: string): boolean => OF_RENEWALS.some((known) => known.test(route));

/** Who has it renews the add-on product, by hand. */
export const ADD_ON_SCREEN = 'axima_domains' satisfies keyof typeof STAFF_MENU;

/** The same of the customers' portal. */
export const CUSTOMER_MENU = {
  my_domains: 'My Domains',
  map_domain: 'Mapped Domain',
  add_license: 'Add License',
  my_renewals: 'My Renewals',
} as const;

export type Screen = keyof typeof STAFF_MENU | keyof typeof CUSTOMER_MENU;

const screensOf = <Key extends Screen>(menu: Readonly<Record<Key, string>>) => Object.keys(menu) as Key[];
export const STAFF_SCREENS = screensOf(STAFF_MENU);
export const CUSTOMER_SCREENS = screensOf(CUSTOMER_MENU);

/** Whether a screen is one of the customers' portal; of those of the staff none is for a customer. */
export const isOfCustomers = (route: string): boolean => CUSTOMER_SCREENS.some((screen) => screen === route);
