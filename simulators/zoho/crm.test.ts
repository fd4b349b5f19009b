import { describe, expect, test } from 'vitest';
import { runningZoho } from './testing/running.ts';

const { zoho, say } = await runningZoho({ customers: 1000 });

interface Page {
  data: { id: string; Email?: string }[];
  info: { more_records: boolean; next_page_token: string | null; page: number; count: number };
}
const contacts = (query: string) => say('GET', `/crm/v8/Contacts?fields=Email&${query}`);
const pageOf = async (query: string) => (await contacts(query)).body as Page;
const write = (method: string, path: string, ...data: object[]) => say(method, `/crm/v8/${path}`, { json: { data } });
const rowsOf = (reply: { body: unknown }) => (reply.body as { data: { status: string; code: string }[] }).data;

describe('lists', () => {
  test('go by number up to the 2,000th, by token after it, and hold everybody once', async () => {
    expect(zoho.crm.contacts().length).toBeGreaterThan(2000);
    const ids: string[] = [];
    let token: string | null = null;
    for (let number = 1; number <= 10; number++) {
      const { data, info } = await pageOf(`per_page=200&page=${number}`);
      ids.push(...data.map(({ id }) => id));
      expect(info).toMatchObject({ page: number, count: 200, more_records: true });
      token = info.next_page_token;
    }
    expect(await contacts('per_page=200&page=11')).toMatchObject({
      status: 400,
      body: { code: 'DISCRETE_PAGINATION_LIMIT_EXCEEDED' },
    });
    while (token !== null) {
      const { data, info }: Page = await pageOf(`per_page=200&page_token=${token}`);
      ids.push(...data.map(({ id }) => id));
      token = info.next_page_token;
    }
    expect(ids).toEqual(zoho.crm.contacts().map(({ id }) => id));
  });

  test('give the fields that were named, and none without a name', async () => {
    const { data } = await pageOf('per_page=1');
    expect(data.map((row) => Object.keys(row))).toEqual([['id', 'Email']]);
    expect(await say('GET', '/crm/v8/Contacts')).toMatchObject({
      status: 400,
      body: { code: 'REQUIRED_PARAM_MISSING', details: { param_name: 'fields' } },
    });
  });

  test.each(['per_page=201', 'per_page=0', 'page=0', 'page_token=nonsense'])('refuse %s', async (query) => {
    expect(await contacts(query)).toMatchObject({ status: 400, body: { code: 'INVALID_DATA' } });
  });

  test('take a number or a token, not both', async () => {
    const { info } = await pageOf('per_page=200');
    expect(await contacts(`page=2&page_token=${info.next_page_token}`)).toMatchObject({
      status: 400,
      body: { code: 'AMBIGUITY_DURING_PROCESSING' },
    });
  });

  test('of nothing are an answer without a body', async () => {
    expect(await say('GET', '/crm/v8/Tasks?fields=Subject')).toEqual({ status: 204, body: undefined });
    expect(await say('GET', '/crm/v8/Contacts/search?email=nobody@nowhere.example&fields=Email')).toEqual({
      status: 204,
      body: undefined,
    });
  });

  test('say that nobody was changed since', async () => {
    const headers = { 'if-modified-since': '2026-11-22T00:00:00+00:00' };
    expect(await say('GET', '/crm/v8/Contacts?fields=Email', { headers })).toEqual({ status: 304, body: undefined });
  });
});

describe('writes', () => {
  test('of several rows are done or refused row by row', async () => {
    const before = zoho.crm.effects().tasksCreated;
    const reply = await write('POST', 'Tasks', { Subject: 'One' }, { Description: 'no subject' }, { Subject: 'Two' });
    expect(reply.status).toBe(207);
    expect(rowsOf(reply).map(({ status, code }) => [status, code])).toEqual([
      ['success', 'SUCCESS'],
      ['error', 'MANDATORY_NOT_FOUND'],
      ['success', 'SUCCESS'],
    ]);
    expect(zoho.crm.effects().tasksCreated - before).toBe(2);
    expect(zoho.crm.tasks().map(({ Subject }) => Subject)).toEqual(['Two', 'One']);
  });

  test('of no row, or of more than a hundred, are refused whole', async () => {
    expect(await write('POST', 'Tasks')).toMatchObject({ status: 400, body: { code: 'MANDATORY_NOT_FOUND' } });
    const many = Array.from({ length: 101 }, (_, n) => ({ Subject: `Task ${n}` }));
    expect(await write('POST', 'Tasks', ...many)).toMatchObject({ status: 400, body: { code: 'LIMIT_EXCEEDED' } });
  });

  test('repeat what they are told: a task asked for twice is there twice', async () => {
    const before = zoho.crm.tasks().length;
    await write('POST', 'Tasks', { Subject: 'Again' });
    await write('POST', 'Tasks', { Subject: 'Again' });
    expect(zoho.crm.tasks().length - before).toBe(2);
  });

  test('of somebody unknown, or of an address that is none, change nothing', async () => {
    const { contactsUpdated } = zoho.crm.effects();
    const [person] = zoho.crm.contacts();
    expect((await write('PUT', 'Contacts/999', { Phone: '+91 98000 00000' })).status).toBe(400);
    expect((await write('PUT', `Contacts/${person?.id}`, { Email: 'no address' })).status).toBe(207);
    expect(zoho.crm.effects().contactsUpdated).toBe(contactsUpdated);
  });
});

describe('an upsert', () => {
  const meera = { First_Name: 'Meera', Last_Name: 'Nair', Email: 'meera@lotus.example' };

  test('makes who is new, and changes who is known by the address', async () => {
    const first = await write('POST', 'Contacts/upsert', meera);
    expect(first).toMatchObject({ status: 201, body: { data: [{ message: 'record added' }] } });
    const again = await write('POST', 'Contacts/upsert', { Email: 'MEERA@lotus.example', Phone: '+91 98000 00001' });
    expect(again).toMatchObject({ status: 200, body: { data: [{ message: 'record updated' }] } });
    const found = zoho.crm.contacts().filter(({ Email }) => Email?.toLowerCase() === meera.Email);
    expect(found).toMatchObject([{ Full_Name: 'Meera Nair', Phone: '+91 98000 00001', Account_Name: null }]);
  });

  test('of an account goes by its name; a person names the account by its id alone', async () => {
    const reply = await write('POST', 'Accounts/upsert', { Account_Name: 'Lotus Pvt Ltd' });
    const { id } = (reply.body as { data: { details: { id: string } }[] }).data[0]?.details ?? { id: '' };
    expect((await write('POST', 'Accounts/upsert', { Account_Name: 'lotus pvt ltd' })).status).toBe(200);
    const named = await write('POST', 'Contacts/upsert', { ...meera, Account_Name: { name: 'Lotus Pvt Ltd' } });
    expect(named).toMatchObject({ status: 207, body: { data: [{ details: { api_name: 'Account_Name' } }] } });
    expect((await write('POST', 'Contacts/upsert', { ...meera, Account_Name: { id } })).status).toBe(200);
    expect(zoho.crm.contacts().find(({ Email }) => Email === meera.Email)?.Account_Name?.id).toBe(id);
  });

  test('goes by the field of its module and no other', async () => {
    const by = (field: string) =>
      say('POST', '/crm/v8/Contacts/upsert', { json: { data: [meera], duplicate_check_fields: [field] } });
    expect((await by('Email')).status).toBe(200);
    expect(await by('Phone')).toMatchObject({ status: 400, body: { code: 'INVALID_DATA' } });
  });

  test('without a last name makes nobody, and a row of several that is bad leaves the others alone', async () => {
    const reply = await write('POST', 'Contacts/upsert', { Email: 'x@lotus.example' }, { ...meera, Mobile: '12345' });
    expect(rowsOf(reply).map(({ code }) => code)).toEqual(['MANDATORY_NOT_FOUND', 'SUCCESS']);
  });
});
