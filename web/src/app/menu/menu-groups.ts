import { CUSTOMER_MENU, RENEWAL_MENU, STAFF_MENU, type RenewalScreen, type Screen } from '@desk/contract/rules/pages';
import { withSlugs, type Slugs } from '@desk/contract/rules/slugs';
import Box from '@tabler/icons-react/dist/esm/icons/IconBox.mjs';
import BuildingStore from '@tabler/icons-react/dist/esm/icons/IconBuildingStore.mjs';
import CalendarEvent from '@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs';
import ChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs';
import Checkbox from '@tabler/icons-react/dist/esm/icons/IconCheckbox.mjs';
import Clock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import Cloud from '@tabler/icons-react/dist/esm/icons/IconCloud.mjs';
import FileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
import Gauge from '@tabler/icons-react/dist/esm/icons/IconGauge.mjs';
import History from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import Home from '@tabler/icons-react/dist/esm/icons/IconHome.mjs';
import Inbox from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs';
import Key from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import LayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs';
import Link from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import ListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs';
import Mail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import Plus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import Refresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import Server from '@tabler/icons-react/dist/esm/icons/IconServer.mjs';
import ShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs';
import Sun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import Table from '@tabler/icons-react/dist/esm/icons/IconTable.mjs';
import Ticket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs';
import UserCheck from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs';
import UserEdit from '@tabler/icons-react/dist/esm/icons/IconUserEdit.mjs';
import UserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import Users from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import UsersGroup from '@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs';
import World from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import WorldCheck from '@tabler/icons-react/dist/esm/icons/IconWorldCheck.mjs';
import type { ComponentProps, ComponentType } from 'react';

export type Icon = ComponentType<ComponentProps<typeof Box>>;

/** In the order in which they stand. */
export const GROUPS = ['Renewals', 'Customers', 'Products', 'Tools', 'Administration'] as const;
export type Group = (typeof GROUPS)[number];

interface Place {
  /** Null: below all groups, or above them. */
  readonly group: Group | null;
  readonly isFirst?: true;
  readonly icon: Icon;
}

type Shown = Screen | RenewalScreen;

const SCREENS: Readonly<Record<Shown, Place>> = {
  my_day: { group: null, isFirst: true, icon: Sun },
  deadlines: { group: null, isFirst: true, icon: Clock },
  mail_in: { group: null, isFirst: true, icon: Inbox },
  get_monthly_renewal: { group: 'Renewals', icon: CalendarEvent },
  get_renewal_data: { group: 'Renewals', icon: Table },
  my_renewal_domain: { group: 'Renewals', icon: World },
  renewal_dashboard: { group: 'Renewals', icon: ChartBar },
  renewal_member_dashboard: { group: 'Renewals', icon: Gauge },
  centralized_dashboard: { group: 'Renewals', icon: LayoutDashboard },
  manager_renewal_team: { group: 'Renewals', icon: UsersGroup },
  '{provider}_domains': { group: 'Customers', icon: Users },
  add_customer: { group: 'Customers', icon: UserPlus },
  update_customer: { group: 'Customers', icon: UserEdit },
  renewal_reseller: { group: 'Customers', icon: BuildingStore },
  add_zoho_task: { group: 'Customers', icon: Ticket },
  zoho_task_history: { group: 'Customers', icon: History },
  '{provider}_portal': { group: 'Products', icon: Cloud },
  'us_{provider}_portal': { group: 'Products', icon: Cloud },
  admin_add_license: { group: 'Products', icon: Plus },
  axima_domains: { group: 'Products', icon: Box },
  add_axima_domain: { group: 'Products', icon: ListDetails },
  '{directory_product}_renewal_data': { group: 'Products', icon: Key },
  subscription_sync: { group: 'Tools', icon: Refresh },
  domain_checker: { group: 'Tools', icon: WorldCheck },
  mx_records: { group: 'Tools', icon: Server },
  approve_users: { group: 'Administration', icon: UserCheck },
  approve_domain: { group: 'Administration', icon: Checkbox },
  get_all_users: { group: 'Administration', icon: Users },
  get_all_domain: { group: 'Administration', icon: World },
  get_all_admin: { group: 'Administration', icon: ShieldCheck },
  invite_admin: { group: 'Administration', icon: UserPlus },
  audit_log: { group: 'Administration', icon: FileText },
  connections: { group: 'Administration', icon: Link },
  jobs: { group: 'Administration', icon: Refresh },
  mail_log: { group: 'Administration', icon: Mail },
  my_domains: { group: null, icon: Home },
  map_domain: { group: null, icon: World },
  add_license: { group: null, icon: Plus },
  my_renewals: { group: null, icon: CalendarEvent },
};

const known = Object.keys({ ...RENEWAL_MENU, ...STAFF_MENU, ...CUSTOMER_MENU }) as Shown[];

/** The screen behind a route; until the slugs are known, those without placeholders. A menu of another version has none. */
export const screenAt = (route: string, slugs: Slugs | undefined): Shown | undefined =>
  known.find((screen) => (slugs ? withSlugs(screen, slugs) : screen) === route);

const UNKNOWN: Place = { group: null, icon: FileText };
export const placeOf = (screen: Shown | undefined): Place => (screen === undefined ? UNKNOWN : SCREENS[screen]);

/** The entries of a menu by group, each in the menu's order; what has no group stands first or last. */
export function grouped<Entry extends { readonly to_route: string }>(
  menu: readonly Entry[],
  slugs: Slugs | undefined,
): { readonly group: Group | null; readonly entries: readonly Entry[] }[] {
  const placed = menu.map((entry) => ({ entry, ...placeOf(screenAt(entry.to_route, slugs)) }));
  const entriesOf = (group: Group | null, isFirst = false) => ({
    group,
    entries: placed.flatMap((one) => (one.group === group && (one.isFirst ?? false) === isFirst ? [one.entry] : [])),
  });
  const groups = GROUPS.map((group) => entriesOf(group));
  return [entriesOf(null, true), ...groups, entriesOf(null)].filter(({ entries }) => entries.length > 0);
}
