import { Choice, HeaderMap, Record } from '@zohocrm/nodejs-sdk-8.0';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeWorld } from '../world/world.ts';
import { startZoho } from './start.ts';
import { initializeSdk, noHeaders, parameters, rows } from './testing/official-client.ts';

/** Zoho's own client for Node: how it asks for tokens, fields and records is not our reading of the documentation. */
const world = makeWorld({ today: '2026-11-21', customers: 30, resellers: 5 });
let zoho: Awaited<ReturnType<typeof startZoho>>;
beforeAll(async () => {
  zoho = await startZoho({ world });
  await initializeSdk(zoho);
});
beforeEach(() => {
  zoho.faults.clear();
  zoho.tokens.forgetGiven();
});
afterAll(() => zoho.stop());

const { FIELDS, PER_PAGE, PAGE, PAGE_TOKEN, SORT_BY, SORT_ORDER } = Record.GetRecordsParam;
const contacts = () => new Record.RecordOperations('Contacts');
const tasks = () => new Record.RecordOperations('Tasks');

async function page(...given: Parameters<typeof parameters>) {
  const reply = await contacts().getRecords(
    await parameters([FIELDS, 'Email,Account_Name,Created_Time'], ...given),
    noHeaders(),
  );
  const found = reply.getObject();
  if (!(found instanceof Record.ResponseWrapper)) throw new Error(`No page: ${reply.getStatusCode()}`);
  return { ids: found.getData().map((row) => row.getId().toString()), data: found.getData(), info: found.getInfo() };
}

async function refusalOf(call: ReturnType<Record.RecordOperations['getRecords']>) {
  const reply = await call;
  const found = reply.getObject();
  if (!(found instanceof Record.APIException)) throw new Error('The call was not refused');
  return [reply.getStatusCode(), found.getCode().getValue()];
}

async function written(call: ReturnType<Record.RecordOperations['createRecords']>) {
  const reply = await call;
  const answer = reply.getObject();
  if (!(answer instanceof Record.ActionWrapper)) throw new Error(`Not written: ${reply.getStatusCode()}`);
  const results = answer
    .getData()
    .map((row) => (row instanceof Record.APIException ? row.getCode().getValue() : 'done'));
  return { status: reply.getStatusCode(), results };
}

describe('reading', () => {
  test('learns who it is, the modules and their fields, with one token', () => {
    expect([zoho.calls('token'), zoho.calls('users'), zoho.calls('org')]).toEqual([1, 1, 1]);
  });

  test('goes through all pages, by number and by token', async () => {
    const all = zoho.crm.contacts().map(({ id }) => id);
    const byNumber: string[] = [];
    for (let number = 1, more = true; more; number++) {
      const { ids, info } = await page([PER_PAGE, 20], [PAGE, number]);
      byNumber.push(...ids);
      more = info.getMoreRecords();
    }
    expect(byNumber).toEqual(all);
    const byToken: string[] = [];
    for (let token: string | undefined, first = true; first || token; first = false) {
      const { ids, info } = await page(
        [PER_PAGE, 20],
        ...(token ? [[PAGE_TOKEN, token] as [typeof PAGE, unknown]] : []),
      );
      byToken.push(...ids);
      token = info.getNextPageToken();
    }
    expect(byToken).toEqual(all);
    expect(zoho.calls('settings.modules')).toBe(1);
    expect(zoho.calls('settings.fields')).toBeGreaterThan(1);
  });

  test('reads texts, instants and other records in their own kinds', async () => {
    const [first] = (await page([PER_PAGE, 1])).data;
    const [own] = zoho.crm.contacts();
    expect(first?.getKeyValue('Email')).toBe(own?.Email);
    expect(first?.getKeyValue('Created_Time')).toEqual(new Date(own?.Created_Time ?? ''));
    const account = first?.getKeyValue('Account_Name');
    expect(account).toBeInstanceOf(Record.Record);
    expect((account as Record.Record).getId().toString()).toBe(own?.Account_Name?.id);
  });

  test('sorts by what the service can sort by', async () => {
    const newest = zoho.crm
      .contacts()
      .map(({ id }) => id)
      .reverse();
    const by = (field: string) => page([PER_PAGE, 3], [SORT_BY, field], [SORT_ORDER, 'desc']);
    expect((await by('Created_Time')).ids).toEqual(newest.slice(0, 3));
    expect((await by('id')).ids).toEqual(newest.slice(0, 3));
    const wrong = contacts().getRecords(await parameters([FIELDS, 'Email'], [SORT_BY, 'Email']), noHeaders());
    expect(await refusalOf(wrong)).toEqual([400, 'INVALID_DATA']);
  });

  test('finds one, by id or by address, or nobody', async () => {
    const [own] = zoho.crm.contacts();
    const one = async (id: string) =>
      contacts().getRecord(BigInt(id), await parameters([Record.GetRecordParam.FIELDS, 'Email']), noHeaders());
    const found = (await one(own?.id ?? '')).getObject();
    expect((found as Record.ResponseWrapper).getData()[0]?.getKeyValue('Email')).toBe(own?.Email);
    expect((await one('555000001')).getStatusCode()).toBe(204);
    const { EMAIL, FIELDS: ONLY } = Record.SearchRecordsParam;
    const search = async (email: string) =>
      contacts().searchRecords(await parameters([EMAIL, email], [ONLY, 'Email']), noHeaders());
    expect((await search(own?.Email ?? '')).getStatusCode()).toBe(200);
    expect((await search('nobody@nowhere.example')).getStatusCode()).toBe(204);
  });

  test('is told that nothing has changed since', async () => {
    const headers = new HeaderMap();
    await headers.add(Record.GetRecordsHeader.IF_MODIFIED_SINCE, new Date('2026-11-22T00:00:00Z'));
    const reply = await contacts().getRecords(await parameters([FIELDS, 'Email']), headers);
    expect(reply.getStatusCode()).toBe(304);
  });
});

describe('writing', () => {
  test('makes tasks, and hears of each row on its own', async () => {
    const nobody = new Record.Record();
    nobody.setId(1n);
    const body = rows(
      { Subject: 'Raise invoice', Status: new Choice('In Progress'), Due_Date: new Date('2026-12-01') },
      { Subject: 'Call', Who_Id: nobody },
    );
    expect(await written(tasks().createRecords(body, noHeaders()))).toEqual({
      status: 207,
      results: ['done', 'INVALID_DATA'],
    });
    expect(zoho.crm.tasks()[0]).toMatchObject({
      Subject: 'Raise invoice',
      Status: 'In Progress',
      Due_Date: '2026-12-01',
    });
  });

  test('changes a task', async () => {
    await written(tasks().createRecords(rows({ Subject: 'Call back' }), noHeaders()));
    const id = zoho.crm.tasks()[0]?.id ?? '';
    const done = rows({ Status: new Choice('Completed') });
    expect(await written(tasks().updateRecord(BigInt(id), done, noHeaders()))).toEqual({
      status: 200,
      results: ['done'],
    });
    expect(zoho.crm.tasks()[0]).toMatchObject({ id, Subject: 'Call back', Status: 'Completed' });
  });

  test('makes a person that is new, changes one that is known', async () => {
    const meera = { First_Name: 'Meera', Last_Name: 'Nair', Email: 'meera@lotus.example' };
    const upsert = (row: object) => {
      const body = rows({ ...row });
      body.setDuplicateCheckFields(['Email']);
      return written(contacts().upsertRecords(body, noHeaders()));
    };
    expect(await upsert(meera)).toEqual({ status: 201, results: ['done'] });
    expect(await upsert({ ...meera, Phone: '+91 98000 00001' })).toEqual({ status: 200, results: ['done'] });
    const known = zoho.crm.contacts().find(({ Email }) => Email === meera.Email);
    const moved = rows({ Mobile: '+91 98000 00002' });
    expect((await written(contacts().updateRecord(BigInt(known?.id ?? ''), moved, noHeaders()))).status).toBe(200);
    expect(zoho.crm.contacts().find(({ Email }) => Email === meera.Email)).toMatchObject({
      Phone: '+91 98000 00001',
      Mobile: '+91 98000 00002',
    });
  });
});

describe('refusals and faults', () => {
  test('a wrong secret opens nothing', async () => {
    await expect(initializeSdk(zoho, { secret: 'wrong' })).rejects.toMatchObject({ message: 'invalid_client' });
    await initializeSdk(zoho);
  });

  test('a page that is none is refused by its code', async () => {
    const wrong = contacts().getRecords(await parameters([FIELDS, 'Email'], [PER_PAGE, 201]), noHeaders());
    expect(await refusalOf(wrong)).toEqual([400, 'INVALID_DATA']);
  });

  test('a token that died is told by its code', async () => {
    zoho.tokens.expireAll();
    const asked = contacts().getRecords(await parameters([FIELDS, 'Email']), noHeaders());
    expect(await refusalOf(asked)).toEqual([401, 'INVALID_TOKEN']);
    await initializeSdk(zoho);
  });

  test('what is read is asked for again by the client, what is written is not', async () => {
    await page([PER_PAGE, 1]);
    const before = zoho.calls('contacts.list');
    zoho.faults.next({ kind: 'unavailable', only: 'contacts.list' });
    await page([PER_PAGE, 1]);
    expect(zoho.calls('contacts.list') - before).toBe(2);
    zoho.faults.next({ kind: 'unavailable', only: 'tasks.create' });
    const reply = await tasks().createRecords(rows({ Subject: 'Once' }), noHeaders());
    expect(reply.getStatusCode()).toBe(503);
    expect(zoho.crm.tasks().some(({ Subject }) => Subject === 'Once')).toBe(false);
  });
});
