import { CUSTOMER_SCREENS as CUSTOMERS, STAFF_SCREENS as STAFF, type Screen } from '@desk/contract/rules/pages';
import { withSlugs } from '@desk/contract/rules/slugs';

/** The headings of the screens. */
const HEADINGS: Readonly<Record<Screen, string>> = {
  get_monthly_renewal: 'Monthly Renewal Data',
  get_renewal_data: 'Renewal Data',
  my_renewal_domain: 'My Renewal Domains',
  subscription_sync: 'Sync and import',
  approve_users: 'Approve Users',
  approve_domain: 'Approve Domain',
  get_all_users: 'All Users',
  get_all_domain: 'All Domain',
  get_all_admin: 'All Admin',
  invite_admin: 'Invite Admin',
  audit_log: 'Audit Log',
  jobs: 'Jobs',
  mail_log: 'Mail Log',
  axima_domains: 'Axima Domains',
  add_axima_domain: 'All Axima Domain',
  '{provider}_portal': 'Provider Portal',
  'us_{provider}_portal': 'US Portal',
  admin_add_license: 'Admin Add License',
  add_customer: 'Add Customer',
  update_customer: 'Update Customer',
  add_zoho_task: 'Zoho Tasks',
  zoho_task_history: 'Zoho Task History',
  renewal_dashboard: 'Renewal Dashboard',
  manager_renewal_team: 'Manage Renewal Team',
  renewal_member_dashboard: 'My Dashboard',
  renewal_reseller: 'Renewal Reseller',
  centralized_dashboard: 'Centralized Dashboard',
  '{provider}_domains': 'Domain Directory',
  connections: 'Connections',
  domain_checker: 'Domain Checker',
  mx_records: 'Record Checker',
  '{directory_product}_renewal_data': 'JumpCloud Renewals',
  map_domain: 'Mapped Domain',
  add_license: 'Add License',
  my_renewals: 'My Renewals',
};
const SLUGS = { brand_slug: 'provider', directory_product_slug: 'jumpcloud' };
const named = (screens: readonly Screen[]) =>
  screens.map((screen) => [withSlugs(screen, SLUGS), HEADINGS[screen]] as const);

/** The screens of the product with their headings. */
export const STAFF_SCREENS = named(STAFF);
export const CUSTOMER_SCREENS = named(CUSTOMERS);

/** The pages for those outside. */
export const ENTRANCES = [
  ['/', 'Login'],
  ['/register', 'Register'],
  ['/forget_password', 'Forgot Password'],
  ['/adminpanel', 'Admin Login'],
  ['/adminpanel/register', 'Admin Register'],
  ['/adminpanel/forget_password', 'Reset Your Password'],
  ['/thank-you', 'Thank you'],
] as const;
