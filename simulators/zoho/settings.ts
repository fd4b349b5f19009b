import { crmRefusal } from './refusal.ts';
import type { ZohoAnswer, ZohoRequest } from './wire.ts';

const STATUSES = ['Not Started', 'Deferred', 'In Progress', 'Completed', 'Waiting for input'];

interface Field {
  type: string;
  /** Of a lookup: the module that it leads to. */
  to?: string;
  isMandatory?: boolean;
  values?: readonly string[];
}

const text = { type: 'text' };
const dated = { Created_Time: { type: 'datetime' }, Modified_Time: { type: 'datetime' } };

const MODULES: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  Contacts: {
    Full_Name: text,
    First_Name: text,
    Last_Name: { type: 'text', isMandatory: true },
    Email: { type: 'email' },
    Phone: { type: 'phone' },
    Mobile: { type: 'phone' },
    Account_Name: { type: 'lookup', to: 'Accounts' },
    ...dated,
  },
  Accounts: { Account_Name: { type: 'text', isMandatory: true }, ...dated },
  Tasks: {
    Subject: { type: 'text', isMandatory: true },
    Description: { type: 'textarea' },
    Status: { type: 'picklist', values: STATUSES },
    Due_Date: { type: 'date' },
    Who_Id: { type: 'lookup', to: 'Contacts' },
    ...dated,
  },
};

const moduleId = (name: string) => `555000000000${100 + Object.keys(MODULES).indexOf(name)}`;

/** A field as the CRM describes it. */
function described([api_name, field]: [string, Field], n: number, module: string) {
  const { type, to, isMandatory = false, values = [] } = field;
  const label = api_name.replaceAll('_', ' ');
  return {
    id: `${moduleId(module)}${String(n).padStart(3, '0')}`,
    api_name,
    field_label: label,
    display_label: label,
    data_type: type,
    json_type: to === undefined ? 'string' : 'jsonobject',
    length: 255,
    system_mandatory: isMandatory,
    custom_field: false,
    read_only: type === 'datetime',
    visible: true,
    lookup: to === undefined ? {} : { display_label: label, api_name, module: { api_name: to, id: moduleId(to) } },
    pick_list_values: values.map((value) => ({ display_value: value, actual_value: value })),
  };
}

const ME = {
  id: '555000000000001',
  full_name: 'Portal',
  last_name: 'Portal',
  email: 'portal@reseller.example',
  status: 'active',
};

/** The CRM's metadata; clients ask for it before they ask for records. */
export const settingsCalls = {
  'settings.modules': (): ZohoAnswer => {
    const modules = Object.keys(MODULES).map((name) => ({
      id: moduleId(name),
      api_name: name,
      module_name: name,
      singular_label: name.slice(0, -1),
      plural_label: name,
      generated_type: 'default',
      api_supported: true,
      creatable: true,
      editable: true,
      visible: true,
    }));
    return { status: 200, body: { modules } };
  },
  'settings.fields': ({ query }: ZohoRequest): ZohoAnswer => {
    const name = query.get('module');
    if (!name) throw crmRefusal(400, 'REQUIRED_PARAM_MISSING', 'module is missing', { param_name: 'module' });
    const fields = Object.hasOwn(MODULES, name) ? MODULES[name] : undefined;
    if (!fields) throw crmRefusal(400, 'INVALID_MODULE', 'the module name given seems to be invalid');
    return {
      status: 200,
      body: { fields: Object.entries(fields).map((field, n) => described(field, n + 1, name)) },
    };
  },
  users: (): ZohoAnswer => ({
    status: 200,
    body: { users: [ME], info: { per_page: 200, count: 1, page: 1, more_records: false } },
  }),
  org: (): ZohoAnswer => ({
    status: 200,
    body: { org: [{ id: '555000000000002', zgid: '60000001', company_name: 'Reseller', country_code: 'IN' }] },
  }),
};
