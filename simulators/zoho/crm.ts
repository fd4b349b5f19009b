import type { World } from '../world/types.ts';
import { contactsOf, crmTime, type Contact, type Task } from './crm-records.ts';
import { crmPage } from './paging.ts';
import { crmRefusal } from './refusal.ts';
import type { ZohoAnswer, ZohoRequest } from './wire.ts';

const page = (rows: readonly object[], query: URLSearchParams): ZohoAnswer => {
  const body = crmPage(rows, query);
  return body ? { status: 200, body } : { status: 204 };
};

const BY = { name: 'Portal', id: '555000000000001' };
const written = (message: string, { id, Created_Time, Modified_Time }: Contact | Task) => ({
  code: 'SUCCESS',
  details: { id, Created_Time, Modified_Time, Created_By: BY, Modified_By: BY },
  message,
  status: 'success',
});
const failed = (code: string, message: string, details: object) => ({ code, details, message, status: 'error' });
const invalid = (field: string) =>
  failed('INVALID_DATA', 'invalid data', { api_name: field, json_path: `$.data[0].${field}` });

type Fields = Partial<Record<string, unknown>>;

function rowOf(body: unknown): Fields {
  const data = (body as { data?: unknown } | undefined)?.data;
  const row: unknown = Array.isArray(data) && data.length === 1 ? data[0] : undefined;
  if (typeof row !== 'object' || row === null)
    throw crmRefusal(400, 'MANDATORY_NOT_FOUND', 'required field not found', { api_name: 'data' });
  return row;
}

const FORMS: Record<'Email' | 'Phone' | 'Mobile', RegExp> = {
  Email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  Phone: /^\+?[\d\s-]{1,30}$/,
  Mobile: /^\+?[\d\s-]{1,30}$/,
};
const CHANGEABLE = ['Email', 'Phone', 'Mobile'] as const;

/** The organisation's CRM: its people, its tasks, and how often either was written. */
export function makeCrm(world: World) {
  const contacts = new Map(contactsOf(world).map((contact) => [contact.id, contact]));
  const tasks: Task[] = [];
  const effects = { tasksCreated: 0, contactsUpdated: 0 };
  /** Each write a second after the last one. */
  let clock = Date.parse(world.today) + 6 * 3_600_000;
  const now = () => crmTime((clock += 1000));

  function listContacts({ query, modifiedSince }: ZohoRequest): ZohoAnswer {
    if (modifiedSince === undefined) return page([...contacts.values()], query);
    const since = Date.parse(modifiedSince);
    const changed = [...contacts.values()].filter(({ Modified_Time }) => Date.parse(Modified_Time) > since);
    return changed.length === 0 ? { status: 304 } : page(changed, query);
  }

  function updateContact({ id, body }: ZohoRequest): ZohoAnswer {
    const contact = contacts.get(id);
    if (!contact)
      return { status: 400, body: { data: [failed('INVALID_DATA', 'the id given seems to be invalid', { id })] } };
    const row = rowOf(body);
    const bad = CHANGEABLE.find((field) => typeof row[field] === 'string' && !FORMS[field].test(row[field]));
    if (bad) return { status: 207, body: { data: [invalid(bad)] } };
    const change = Object.fromEntries(CHANGEABLE.filter((field) => field in row).map((field) => [field, row[field]]));
    const changed: Contact = { ...contact, ...change, Modified_Time: now() };
    contacts.set(id, changed);
    effects.contactsUpdated += 1;
    return { status: 200, body: { data: [written('record updated', changed)] } };
  }

  function createTask({ body }: ZohoRequest): ZohoAnswer {
    const { Subject, Description, Status, Due_Date, Who_Id } = rowOf(body) as Partial<Task>;
    if (!Subject)
      return {
        status: 207,
        body: { data: [failed('MANDATORY_NOT_FOUND', 'required field not found', { api_name: 'Subject' })] },
      };
    const who = Who_Id ? contacts.get(Who_Id.id) : undefined;
    if (Who_Id && !who) return { status: 207, body: { data: [invalid('Who_Id')] } };
    const at = now();
    const task: Task = {
      id: `55500000${900_000 + tasks.length}`,
      Subject,
      Description: Description ?? null,
      Status: Status ?? 'Not Started',
      Due_Date: Due_Date ?? null,
      Who_Id: who ? { id: who.id, name: who.Full_Name } : null,
      Created_Time: at,
      Modified_Time: at,
    };
    tasks.unshift(task);
    effects.tasksCreated += 1;
    return { status: 201, body: { data: [written('record added', task)] } };
  }

  return {
    contacts: () => [...contacts.values()],
    tasks: (): readonly Task[] => tasks,
    effects: () => ({ ...effects }),
    calls: {
      'contacts.list': listContacts,
      'contacts.search': ({ query }: ZohoRequest) => {
        const email = query.get('email')?.toLowerCase();
        return page(
          [...contacts.values()].filter((contact) => contact.Email?.toLowerCase() === email),
          query,
        );
      },
      'contacts.update': updateContact,
      'tasks.list': ({ query }: ZohoRequest) => page(tasks, query),
      'tasks.create': createTask,
    },
  };
}
