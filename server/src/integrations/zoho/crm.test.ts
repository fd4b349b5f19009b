import { describe, expect, test } from 'vitest';
import type { Zoho } from './client.ts';
import type { CrmContact } from './crm-records.ts';
import { timeoutsWith } from '../../testing/silence.ts';
import { zohoClient } from './testing/zoho-client.ts';

const { world, zoho, pauses, makeClient } = await zohoClient({ customers: 1000 });

const PASSING = ['throttled', 'unavailable', 'unauthorized', 'html', 'html-200', 'timeout', 'reset'] as const;
const LOST = 'applied-but-answer-lost';

async function everybody({ crm }: Zoho, modifiedSince?: Date): Promise<CrmContact[]> {
  const all: CrmContact[] = [];
  let pageToken: string | undefined;
  do {
    const page = await crm.listContacts({ pageToken, ...(modifiedSince && { modifiedSince }) });
    all.push(...page.rows);
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
  return all;
}

function someone(n: number) {
  const contact = zoho.crm.contacts()[n];
  if (!contact) throw new Error('the world has so many');
  return contact;
}

describe('people of the CRM', () => {
  const emails = world.customers.flatMap(({ contacts }) => contacts.map(({ email }) => email));

  test('are read once each, page by page, beyond the 2,000th', async () => {
    const all = await everybody(makeClient());
    expect(all.length).toBeGreaterThan(2000);
    expect(all.map(({ email }) => email)).toEqual(emails);
    const [customer] = world.customers;
    expect(all[0]).toMatchObject({
      fullName: customer?.contacts[0]?.name,
      companyName: customer?.companyName,
      phone: customer?.contacts[0]?.phone,
      mobile: null,
    });
  });

  test.each([...PASSING, LOST] as const)('are complete although a page meets %s', async (kind) => {
    zoho.faults.next({ kind, only: 'contacts.list' });
    expect(await everybody(makeClient(timeoutsWith(kind)))).toHaveLength(emails.length);
    expect(zoho.faults.waiting()).toEqual([]);
  });

  test('are found by their address, or not', async () => {
    const { crm } = makeClient();
    const { id, Email } = someone(7);
    expect(await crm.findContacts(String(Email).toUpperCase())).toMatchObject([{ id, email: Email }]);
    expect(await crm.findContacts('nobody@nowhere.example')).toEqual([]);
  });

  test('who were changed since are read alone, and nobody where none was', async () => {
    const client = makeClient();
    await client.crm.updateContact(someone(3).id, { phone: '+91 60000 11111' });
    const { id, Modified_Time } = someone(3);
    const moment = new Date(Modified_Time);
    expect(await everybody(client, new Date(moment.getTime() - 1000))).toMatchObject([{ id, modifiedAt: moment }]);
    expect(await everybody(client, moment)).toEqual([]);
  });
});

describe('a change of a person', () => {
  test('touches what it names and nothing else', async () => {
    const before = someone(10);
    await makeClient().crm.updateContact(before.id, { email: 'it@acme.example', phone: null });
    const { Modified_Time, ...rest } = someone(10);
    expect({ ...before, Modified_Time }).toEqual({ ...rest, Modified_Time, Email: before.Email, Phone: before.Phone });
    expect(rest).toMatchObject({ Email: 'it@acme.example', Phone: null });
  });

  test('refused in its row is a refusal with Zoho’s reason, although the answer is no error', async () => {
    const { contactsUpdated } = zoho.crm.effects();
    await expect(makeClient().crm.updateContact(someone(11).id, { email: 'no address' })).rejects.toMatchObject({
      kind: 'refused',
      reason: 'INVALID_DATA',
      retriable: false,
      message: 'Zoho refused this. Zoho says: "invalid data (Email)"',
    });
    zoho.faults.next({ kind: 'refused-with-200', only: 'contacts.update' });
    await expect(makeClient().crm.updateContact(someone(11).id, { phone: '1' })).rejects.toMatchObject({
      reason: 'NOT_ALLOWED',
    });
    expect(zoho.crm.effects().contactsUpdated).toBe(contactsUpdated);
  });

  test('of somebody whom Zoho does not know is refused', async () => {
    await expect(makeClient().crm.updateContact('999', { phone: '1' })).rejects.toMatchObject({ kind: 'refused' });
    await expect(makeClient().crm.updateContact('..', { phone: '1' })).rejects.toMatchObject({ kind: 'refused' });
  });

  test.each([...PASSING, LOST] as const)('arrives with %s on the way', async (kind) => {
    const { contactsUpdated } = zoho.crm.effects();
    zoho.faults.next({ kind, only: 'contacts.update' });
    await makeClient(timeoutsWith(kind)).crm.updateContact(someone(12).id, { mobile: `+91 60000 2${kind.length}` });
    expect(someone(12).Mobile).toBe(`+91 60000 2${kind.length}`);
    expect(zoho.crm.effects().contactsUpdated - contactsUpdated).toBe(kind === LOST ? 2 : 1);
  });

  test('waits as long as Zoho asks, and gives up in the end', async () => {
    zoho.faults.next({ kind: 'throttled', times: 5, only: 'contacts.update' });
    await expect(makeClient().crm.updateContact(someone(13).id, { phone: '1' })).rejects.toMatchObject({
      kind: 'quota',
      status: 429,
      retriable: true,
    });
    expect(pauses).toEqual([7000, 7000, 7000, 7000]);
    expect(zoho.faults.waiting()).toEqual([]);
  });

  test.each(['redirect', 'huge'] as const)('is not followed into %s', async (kind) => {
    zoho.faults.next({ kind, only: 'contacts.update', times: 9 });
    await expect(makeClient().crm.updateContact(someone(14).id, { phone: '1' })).rejects.toMatchObject({
      kind: 'bad-answer',
      retriable: false,
    });
  });
});

describe('a task for the accounts department', () => {
  const askedAt = new Date('2026-11-21T06:00:00Z');
  const task = (reference: string) => ({
    reference,
    askedAt,
    subject: 'Raise invoice for acme.example',
    description: '20 Business Standard, PO 77',
    dueOn: '2026-12-01',
  });
  const created = () => zoho.crm.effects().tasksCreated;

  test('is there with its words, and is listed', async () => {
    const { crm } = makeClient();
    const contactId = someone(0).id;
    const { id } = await crm.createTask({ ...task('task-1'), contactId });
    expect(zoho.crm.tasks()[0]).toMatchObject({
      id,
      Subject: 'Raise invoice for acme.example',
      Due_Date: '2026-12-01',
      Who_Id: { id: contactId },
    });
    const [newest] = (await crm.listTasks()).rows;
    expect(newest).toMatchObject({ id, description: '20 Business Standard, PO 77\n\nReference: task-1' });
  });

  test('asked for again is not made again, also when many others came after it', async () => {
    const { crm } = makeClient();
    const before = created();
    const first = await crm.createTask(task('task-2'));
    for (let n = 0; n < 205; n++) await crm.createTask({ ...task(`other-${n}`) });
    expect(first.message).toBe('record added');
    expect(await crm.createTask(task('task-2'))).toEqual({ id: first.id, message: null });
    expect(created() - before).toBe(206);
  });

  test.each([...PASSING, LOST] as const)('is made exactly once with %s on the way', async (kind) => {
    const before = created();
    zoho.faults.next({ kind, only: 'tasks.create' });
    const { id } = await makeClient(timeoutsWith(kind)).crm.createTask(task(`task-with-${kind}`));
    expect(zoho.crm.tasks()[0]?.id).toBe(id);
    expect(created() - before).toBe(1);
  });

  test('whose answer is lost and cannot be looked for is of unknown outcome, and stays one when asked for again', async () => {
    const { crm } = makeClient();
    const before = created();
    await crm.listTasks();
    zoho.faults.next({ kind: LOST, only: 'tasks.create' });
    // The look before the request goes well; of the looks after it none does.
    const lookingFails = makeClient({
      sleep: () => {
        if (zoho.faults.waiting().length === 0) zoho.faults.next({ kind: 'unavailable', times: 5, only: 'tasks.list' });
        return Promise.resolve();
      },
    });
    await expect(lookingFails.crm.createTask(task('task-3'))).rejects.toMatchObject({
      kind: 'unavailable',
      reason: 'outcomeUnknown',
      retriable: true,
    });
    await crm.createTask(task('task-3'));
    expect(created() - before).toBe(1);
  });

  test('refused in its row is not made', async () => {
    const before = created();
    await expect(makeClient().crm.createTask({ ...task('task-4'), contactId: '999' })).rejects.toMatchObject({
      kind: 'refused',
      message: 'Zoho refused this. Zoho says: "invalid data (Who_Id)"',
    });
    expect(created()).toBe(before);
  });
});

test('a caller who no longer waits gets its own reason', async () => {
  const signal = AbortSignal.abort(new Error('the server stops'));
  await expect(makeClient().crm.listTasks({}, { signal })).rejects.toThrow('the server stops');
});

test('an address that is none is told at the start', () => {
  expect(() => makeClient({ crmUrl: 'zoho.example' })).toThrow('ZOHO_CRM_URL is not a web address.');
});
