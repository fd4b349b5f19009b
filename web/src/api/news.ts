import type { axima } from '@desk/contract/axima';
import type { Call, CallGroup } from '@desk/contract/call';
import type { contacts } from '@desk/contract/renewal-work/contacts';
import type { crmTasks } from '@desk/contract/crm-tasks';
import type { customers } from '@desk/contract/customers';
import type { directoryProduct } from '@desk/contract/directory-product';
import type { domains } from '@desk/contract/domains';
import type { licences } from '@desk/contract/licences';
import type { ownDomains } from '@desk/contract/own-domains';
import type { portal } from '@desk/contract/portal';
import type { views } from '@desk/contract/views';

type PathsOf<Group extends CallGroup> = Group[keyof Group]['path'];

type News = 'licences' | 'crm' | 'views';

/** Calls that ask Google itself are left out: each counts in a quota. */
const LICENCES: readonly (
  PathsOf<typeof domains> | PathsOf<typeof licences> | PathsOf<typeof ownDomains> | PathsOf<typeof portal>
)[] = [
  'adminpanel/get_license_domain/',
  'get_license_order/',
  'get_domain_subscription/',
  'get_own_domains/',
  'adminpanel/get_{provider}_portal/',
  'adminpanel/get_us_{provider}_portal/',
];
const CRM: readonly (
  | PathsOf<typeof axima>
  | PathsOf<typeof contacts>
  | PathsOf<typeof customers>
  | PathsOf<typeof crmTasks>
  | PathsOf<typeof directoryProduct>
)[] = [
  'adminpanel/get_all_customer/',
  'adminpanel/get_contact_sync/',
  'adminpanel/get_contacts/',
  'adminpanel/get_zoho_task/',
  'axima/get_all_axima_domain/',
  'axima/get_existing_axima_domain/',
  'adminpanel/get_{directory_product}_organizations/',
];
const VIEWS: readonly PathsOf<typeof views>[] = ['adminpanel/get_views/'];

const newsByPath = new Map<string, News>([
  ...LICENCES.map((path) => [path, 'licences'] as const),
  ...CRM.map((path) => [path, 'crm'] as const),
  ...VIEWS.map((path) => [path, 'views'] as const),
]);

/** The event of the server after which an answer to this call is old; undefined: none. */
export const newsOf = ({ path }: Call): News | undefined => newsByPath.get(path);
