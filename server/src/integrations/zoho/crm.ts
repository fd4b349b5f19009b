import {
  CONTACT_FIELDS,
  ContactPage,
  TASK_FIELDS,
  TaskPage,
  WrittenRows,
  type CrmContact,
  type CrmPage,
  type CrmTask,
} from './crm-records.ts';
import { createOnce, type Created } from './create-once.ts';
import { problemOfAnswer, unreadableAnswer } from './problem.ts';
import { parseAnswer } from './http.ts';
import { makeReading } from './reading.ts';
import type { CallOptions } from '../http/json-client.ts';
import type { Sleep } from '../http/retry.ts';
import { withRetry } from './retry.ts';
import type { Transport } from './transport.ts';

interface PageQuery {
  readonly pageToken?: string | undefined;
}

/** An omitted field stays as it is; null empties it. */
interface ContactChange {
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly mobile?: string | null;
}

/** A field that is null is omitted: it stays as it is with a person whom the CRM knows. */
interface NewContact {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly mobile: string | null;
  readonly companyName: string;
}

interface NewTask {
  /** Ours, and the task's only: it ends the description, and by it the task is known again. */
  readonly reference: string;
  /** When it was first asked for; older tasks are not looked at. */
  readonly askedAt: Date;
  readonly subject: string;
  readonly description: string;
  /** `YYYY-MM-DD` */
  readonly dueOn?: string | undefined;
  readonly contactId?: string | undefined;
}

/** Zoho CRM v8, as far as the desk needs it. */
export interface ZohoCrm {
  /** At most 200 people, all or those changed since. */
  listContacts(query?: PageQuery & { modifiedSince?: Date }, options?: CallOptions): Promise<CrmPage<CrmContact>>;
  /** Those with exactly this address. */
  findContacts(email: string, options?: CallOptions): Promise<readonly CrmContact[]>;
  /**
   * Gives the id of the person with this address, who is made or brought to these values, in the account of this name,
   * which is made where there is none. Safe to repeat.
   */
  createContact(contact: NewContact, options?: CallOptions): Promise<{ id: string }>;
  /** Safe to repeat. */
  updateContact(id: string, change: ContactChange, options?: CallOptions): Promise<void>;
  /** At most 200 tasks, newest first. */
  listTasks(query?: PageQuery, options?: CallOptions): Promise<CrmPage<CrmTask>>;
  /**
   * Safe to repeat with the same reference: a task that is there already is not made again. A problem with reason
   * `outcomeUnknown` leaves open whether Zoho did it.
   */
  createTask(task: NewTask, options?: CallOptions): Promise<Created>;
}

const PER_PAGE = '200';

/** An answer of success can hold a refusal in its row. */
function written(answer: unknown): { id: string; message: string } {
  const row = parseAnswer(WrittenRows, answer).data[0];
  if (row && row.status !== 'success') throw problemOfAnswer(400, answer);
  if (row?.details.id === undefined) throw unreadableAnswer(undefined, false);
  return { id: row.details.id, message: row.message };
}

interface WirePage<T> {
  readonly data: readonly T[];
  readonly info: { readonly more_records: boolean; readonly next_page_token: string | null };
}

/** Nothing found comes as an answer without a body. */
function pageOf<T>(wire: WirePage<T> | null): CrmPage<T> {
  if (!wire) return { rows: [] };
  const { more_records: more, next_page_token: token } = wire.info;
  // Without a token the rest could not be read: to go on would lose people silently.
  if (more && token === null) throw unreadableAnswer(200, false);
  return { rows: wire.data, nextPageToken: more ? (token ?? undefined) : undefined };
}

/** CRM reads no fractions of a second. */
const crmTime = (at: Date) => at.toISOString().replace(/\.\d{3}Z$/, '+00:00');

export function makeCrm(transport: Transport, sleep: Sleep): ZohoCrm {
  const read = makeReading(transport, sleep);

  /** A row that Zoho knows by this field is changed, another is made. */
  const upsert = (module: string, row: object, knownBy: string, { signal }: CallOptions) => {
    const body = { data: [row], duplicate_check_fields: [knownBy] };
    const write = async () => written(await transport({ method: 'POST', path: [module, 'upsert'], body, signal })).id;
    return withRetry(write, { sleep, signal });
  };

  const listTasks: ZohoCrm['listTasks'] = async ({ pageToken } = {}, { signal } = {}) => {
    const query = { fields: TASK_FIELDS, per_page: PER_PAGE, sort_by: 'Created_Time', sort_order: 'desc' };
    return pageOf(await read({ path: ['Tasks'], query: { ...query, page_token: pageToken }, signal }, TaskPage));
  };

  return {
    listTasks,

    listContacts: async ({ pageToken, modifiedSince } = {}, { signal } = {}) => {
      const query = { fields: CONTACT_FIELDS, per_page: PER_PAGE, page_token: pageToken };
      const headers: Record<string, string> = modifiedSince ? { 'if-modified-since': crmTime(modifiedSince) } : {};
      return pageOf(await read({ path: ['Contacts'], query, headers, signal }, ContactPage));
    },

    findContacts: async (email, { signal } = {}) => {
      const query = { email, fields: CONTACT_FIELDS, per_page: PER_PAGE };
      return pageOf(await read({ path: ['Contacts', 'search'], query, signal }, ContactPage)).rows;
    },

    createContact: async (contact, options = {}) => {
      // A contact names its account by id alone.
      const account = await upsert('Accounts', { Account_Name: contact.companyName }, 'Account_Name', options);
      return { id: await upsert('Contacts', wireContact(contact, account), 'Email', options) };
    },

    updateContact: async (id, { email, phone, mobile }, { signal } = {}) => {
      const body = { data: [{ Email: email, Phone: phone, Mobile: mobile }] };
      const write = async () => written(await transport({ method: 'PUT', path: ['Contacts', id], body, signal }));
      await withRetry(write, { sleep, signal });
    },

    createTask: (task, { signal } = {}) => {
      const body = { data: [wireTask(task)] };
      return createOnce(
        {
          isOurs: ({ description }) => endsWith(description, task.reference),
          since: task.askedAt,
          list: (pageToken) => listTasks({ pageToken }, { signal }),
          post: async () => written(await transport({ method: 'POST', path: ['Tasks'], body, signal })),
        },
        { sleep, signal },
      );
    },
  };
}

const referenceLine = (reference: string) => `Reference: ${reference}`;
const endsWith = (description: string | null, reference: string) =>
  description?.trimEnd().split('\n').at(-1) === referenceLine(reference);

// JSON leaves out what is undefined.
const wireContact = (
  { firstName, lastName, email, phone, mobile }: NewContact,
  account: string,
): Record<string, unknown> => ({
  First_Name: firstName,
  Last_Name: lastName,
  Email: email,
  Phone: phone ?? undefined,
  Mobile: mobile ?? undefined,
  Account_Name: { id: account },
});

const wireTask = ({ subject, description, dueOn, contactId, reference }: NewTask) => ({
  Subject: subject,
  Description: `${description}\n\n${referenceLine(reference)}`,
  Status: 'Not Started',
  Due_Date: dueOn,
  Who_Id: contactId === undefined ? undefined : { id: contactId },
});
