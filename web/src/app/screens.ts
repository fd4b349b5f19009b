import type { RenewalScreen, Screen } from '@desk/contract/rules/pages';
import { withSlugs, type Slugs } from '@desk/contract/rules/slugs';
import type { ComponentType } from 'react';
import { lazyPart } from '../api/load-code.ts';

type Load = () => Promise<ComponentType>;

/** The screens of the product by their route, placeholders included; each is loaded when it is first opened. */
const SCREENS: Readonly<Record<Screen | RenewalScreen, Load>> = {
  my_day: async () => (await import('../features/my-day/my-day.screen.tsx')).MyDayScreen,
  deadlines: async () => (await import('../features/deadlines/deadlines.screen.tsx')).DeadlinesScreen,
  mail_in: async () => (await import('../features/inbound/mail-in.screen.tsx')).MailInScreen,
  my_domains: async () => (await import('../features/own-domains/own-domains.screen.tsx')).OwnDomainsScreen,
  my_renewals: async () => (await import('../features/own-renewals/own-renewals.screen.tsx')).OwnRenewalsScreen,
  get_monthly_renewal: async () =>
    (await import('../features/renewals/monthly-renewals.screen.tsx')).MonthlyRenewalsScreen,
  get_renewal_data: async () => (await import('../features/renewals/renewal-data.screen.tsx')).RenewalDataScreen,
  my_renewal_domain: async () => (await import('../features/renewals/my-renewals.screen.tsx')).MyRenewalsScreen,
  subscription_sync: async () =>
    (await import('../features/subscriptions/sync-and-import.screen.tsx')).SyncAndImportScreen,
  approve_users: async () => (await import('../features/users/approve-users.screen.tsx')).ApproveUsersScreen,
  get_all_users: async () => (await import('../features/users/all-users.screen.tsx')).AllUsersScreen,
  approve_domain: async () => (await import('../features/domains/approve-domain.screen.tsx')).ApproveDomainScreen,
  get_all_domain: async () => (await import('../features/domains/all-domain.screen.tsx')).AllDomainScreen,
  map_domain: async () => (await import('../features/domains/map-domain.screen.tsx')).MapDomainScreen,
  add_license: async () => (await import('../features/licences/add-license.screen.tsx')).AddLicenseScreen,
  admin_add_license: async () =>
    (await import('../features/licences/admin-add-license.screen.tsx')).AdminAddLicenseScreen,
  get_all_admin: async () => (await import('../features/admins/all-admin.screen.tsx')).AllAdminScreen,
  invite_admin: async () => (await import('../features/admins/invite-admin.screen.tsx')).InviteAdminScreen,
  axima_domains: async () => (await import('../features/axima/axima-domains.screen.tsx')).AximaDomainsScreen,
  add_axima_domain: async () => (await import('../features/axima/all-axima-domain.screen.tsx')).AllAximaDomainScreen,
  '{provider}_portal': async () => (await import('../features/portal/portal.screen.tsx')).ProviderPortalScreen,
  'us_{provider}_portal': async () => (await import('../features/portal/portal.screen.tsx')).UsPortalScreen,
  add_customer: async () => (await import('../features/customers/add-customer.screen.tsx')).AddCustomerScreen,
  update_customer: async () => (await import('../features/customers/update-customer.screen.tsx')).UpdateCustomerScreen,
  add_zoho_task: async () => (await import('../features/crm-tasks/zoho-tasks.screen.tsx')).ZohoTasksScreen,
  zoho_task_history: async () =>
    (await import('../features/crm-tasks/zoho-task-history.screen.tsx')).ZohoTaskHistoryScreen,
  renewal_dashboard: async () =>
    (await import('../features/boards/renewal-dashboard.screen.tsx')).RenewalDashboardScreen,
  manager_renewal_team: async () =>
    (await import('../features/team/manager-renewal-team.screen.tsx')).ManagerRenewalTeamScreen,
  renewal_member_dashboard: async () =>
    (await import('../features/boards/renewal-member-dashboard.screen.tsx')).RenewalMemberDashboardScreen,
  renewal_reseller: async () =>
    (await import('../features/resellers/renewal-reseller.screen.tsx')).RenewalResellerScreen,
  centralized_dashboard: async () =>
    (await import('../features/overview/centralized-dashboard.screen.tsx')).CentralizedDashboardScreen,
  '{provider}_domains': async () => (await import('../features/directory/directory.screen.tsx')).DirectoryScreen,
  domain_checker: async () => (await import('../features/checks/checker.screen.tsx')).DomainCheckerScreen,
  mx_records: async () => (await import('../features/checks/checker.screen.tsx')).RecordCheckerScreen,
  '{directory_product}_renewal_data': async () =>
    (await import('../features/directory-product/directory-renewals.screen.tsx')).DirectoryRenewalsScreen,
  connections: async () => (await import('../features/connections/connections.screen.tsx')).ConnectionsScreen,
  jobs: async () => (await import('../features/jobs/jobs.screen.tsx')).JobsScreen,
  mail_log: async () => (await import('../features/mail-log/mail-log.screen.tsx')).MailLogScreen,
  audit_log: async () => (await import('../features/audit-log/audit-log.screen.tsx')).AuditLogScreen,
};

const parts = new Map<string, ReturnType<typeof lazyPart<object>>>();

/** Until the slugs are known, routes without placeholders are found. */
const loadOf = (route: string, slugs: Slugs | undefined): Load | undefined =>
  Object.entries(SCREENS).find(([known]) => (slugs ? withSlugs(known, slugs) : known) === route)?.[1];

/** Undefined for a route that no screen stands behind. */
export function screenOf(route: string, slugs: Slugs | undefined) {
  const load = loadOf(route, slugs);
  if (!load) return undefined;
  const screen =
    parts.get(route) ??
    lazyPart(() =>
      load().catch((error: unknown) => {
        // It is fetched again when it is opened again.
        parts.delete(route);
        throw error;
      }),
    );
  parts.set(route, screen);
  return screen;
}

/** Fetches the code of a screen ahead: when its link is pointed at, and beside that of the layout. What fails is said when it is drawn. */
export const preloadScreen = async (route: string, slugs: Slugs | undefined): Promise<void> =>
  screenOf(route, slugs)?.preload();
