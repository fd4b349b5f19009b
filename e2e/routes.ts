/** The screens of the product with their headings. */
export const STAFF_SCREENS = [
  ['get_monthly_renewal', 'Monthly Renewal Data'],
  ['get_renewal_data', 'Renewal Data'],
  ['my_renewal_domain', 'My Renewal Domains'],
  ['subscription_sync', 'Sync and import'],
  ['approve_users', 'Approve Users'],
  ['approve_domain', 'Approve Domain'],
  ['get_all_users', 'All Users'],
  ['get_all_domain', 'All Domain'],
  ['get_all_admin', 'All Admin'],
  ['invite_admin', 'Invite Admin'],
  ['audit_log', 'Audit Log'],
  ['jobs', 'Jobs'],
  ['mail_log', 'Mail Log'],
  ['axima_domains', 'Axima Domains'],
  ['add_axima_domain', 'All Axima Domain'],
  ['provider_portal', 'Provider Portal'],
  ['us_provider_portal', 'US Portal'],
  ['admin_add_license', 'Admin Add License'],
  ['add_customer', 'Add Customer'],
  ['update_customer', 'Update Customer'],
  ['add_zoho_task', 'Zoho Tasks'],
  ['zoho_task_history', 'Zoho Task History'],
  ['renewal_dashboard', 'Renewal Dashboard'],
  ['manager_renewal_team', 'Manage Renewal Team'],
  ['renewal_member_dashboard', 'My Dashboard'],
  ['renewal_reseller', 'Renewal Reseller'],
  ['centralized_dashboard', 'Centralized Dashboard'],
  ['provider_domains', 'Domain Directory'],
  ['connections', 'Connections'],
  ['domain_checker', 'Domain Checker'],
  ['mx_records', 'Record Checker'],
  ['jumpcloud_renewal_data', 'JumpCloud Renewals'],
] as const;

export const CUSTOMER_SCREENS = [
  ['map_domain', 'Mapped Domain'],
  ['add_license', 'Add License'],
  ['my_renewals', 'My Renewals'],
] as const;

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
