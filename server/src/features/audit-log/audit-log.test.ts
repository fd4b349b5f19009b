import { access } from '@desk/contract/access';
import { auditLog } from '@desk/contract/audit-log';
import type { InputOf } from '@desk/contract/call';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { auditLogTable, type Change } from '../../platform/db/tables/audit.ts';
import { escapeFormula } from '../../platform/files/csv/formula.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

interface Options {
  actor?: string;
  action?: string;
  subject?: string;
  subjectId?: number;
  at?: string;
  changes?: Change[];
}
async function written({ db }: TestServer, ...entries: Options[]) {
  const rows = entries.map(({ at, ...entry }) => ({
    actor: 'asha@desk.example',
    action: 'edited',
    subject: 'renewal',
    changes: [],
    ip: '127.0.0.1',
    ...entry,
    ...(at && { at: new Date(at) }),
  }));
  await db.insert(auditLogTable).values(rows);
}
type Caller = Awaited<ReturnType<TestServer['as']>>;
const read = async (asha: Caller, asked: InputOf<typeof auditLog.entries>) =>
  (await asha.calls(auditLog.entries, asked)).reply;
const actionsOf = async (asha: Caller, asked: InputOf<typeof auditLog.entries>) =>
  (await read(asha, asked)).entries.map((entry) => entry.action);
const exported = async (asha: Caller, asked: InputOf<typeof auditLog.export>): Promise<Record<string, string>[]> => {
  const { reply } = await asha.calls(auditLog.export, asked);
  return parse(reply as unknown as string, { bom: true, columns: true });
};

test('an entry says who did what when and from where, with old and new value', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  await asha.calls(access.editUser, { formData: { name: 'Asha Rao', phone_number: '9800000000' } });

  const { entries, more } = await read(asha, {});

  expect(more).toBe(false);
  expect(entries).toEqual([
    {
      entry_id: expect.any(Number) as number,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      by: asha.email,
      action: 'profile_changed',
      subject: 'account',
      subject_id: asha.id,
      domain: null,
      changes: [
        { field: 'name', old: 'Asha', new: 'Asha Rao' },
        { field: 'phone', old: null, new: '9800000000' },
      ],
      ip: '127.0.0.1',
    },
  ]);
});

test('the newest come first, fifty at a time, each once, those of one instant too', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  await written(desk, ...Array.from({ length: 120 }, (_, i) => ({ action: `a${i}`, actor: i % 2 ? 'x' : 'y' })));
  const newestFirst = Array.from({ length: 120 }, (_, i) => `a${119 - i}`);

  const walk = async (asked: InputOf<typeof auditLog.entries>) => {
    const pages: string[][] = [];
    let [before, more] = [undefined as number | undefined, true];
    while (more) {
      const page = await read(asha, { ...asked, ...(before !== undefined && { before }) });
      pages.push(page.entries.map((entry) => entry.action));
      [before, more] = [page.entries.at(-1)?.entry_id, page.more];
    }
    return pages;
  };

  const pages = await walk({});
  expect(pages.map((page) => page.length)).toEqual([50, 50, 20]);
  expect(pages.flat()).toEqual(newestFirst);
  const ofOne = await walk({ person: 'x' });
  expect(ofOne.map((page) => page.length)).toEqual([50, 10]);
  expect(ofOne.flat()).toEqual(newestFirst.filter((_, i) => i % 2 === 0));
});

test('a person is found by any part of the e-mail, taken literally', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  await written(
    desk,
    { actor: 'ravi_iyer@desk.example', action: 'one' },
    { actor: 'ravixiyer@desk.example', action: 'two' },
    { actor: 'Mina@desk.example', action: 'three' },
    { actor: 'system', action: 'four' },
    { actor: "o'hara\\%@desk.example", action: 'five' },
  );

  expect(await actionsOf(asha, { person: 'ravi' })).toEqual(['two', 'one']);
  expect(await actionsOf(asha, { person: 'RAVI_' })).toEqual(['one']);
  expect(await actionsOf(asha, { person: 'mina@' })).toEqual(['three']);
  expect(await actionsOf(asha, { person: 'system' })).toEqual(['four']);
  expect(await actionsOf(asha, { person: '%' })).toEqual(['five']);
  expect(await actionsOf(asha, { person: '\\' })).toEqual(['five']);
  expect(await actionsOf(asha, { person: "' or true --" })).toEqual([]);
  expect(await actionsOf(asha, { person: '' })).toHaveLength(5);
});

test('things are told exactly, and filters hold together', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  await written(
    desk,
    { subject: 'renewal', action: 'one' },
    { subject: 'renewals', action: 'two' },
    { subject: 'account', action: 'three' },
    { subject: 'renewal', action: 'four', actor: 'ravi@desk.example' },
  );

  expect((await asha.calls(auditLog.things, {})).reply.things).toEqual(['account', 'renewal', 'renewals']);
  expect(await actionsOf(asha, { thing: 'renewal' })).toEqual(['four', 'one']);
  expect(await actionsOf(asha, { thing: 'Renewal' })).toEqual([]);
  expect(await actionsOf(asha, { thing: 'renewal', person: 'asha' })).toEqual(['one']);
  expect(await actionsOf(asha, { thing: '' })).toHaveLength(4);
});

test('where nothing was done yet there is nothing to choose from', async () => {
  const desk = await testServer();
  const asha = await desk.as();

  expect((await asha.calls(auditLog.things, {})).reply.things).toEqual([]);
  expect(await read(asha, {})).toEqual({ entries: [], more: false });
  expect(await read(asha, { person: 'asha', before: 5 })).toEqual({ entries: [], more: false });
});

test('days are those of the business, the first and the last of them included', async () => {
  const desk = await testServer({ env: { BUSINESS_TIME_ZONE: 'Asia/Kolkata' } });
  const asha = await desk.as();
  await written(
    desk,
    { at: '2027-04-03T18:29:59.999Z', action: 'last of the third' },
    { at: '2027-04-03T18:30:00.000Z', action: 'first of the fourth' },
    { at: '2027-04-05T18:29:59.999Z', action: 'last of the fifth' },
    { at: '2027-04-05T18:30:00.000Z', action: 'first of the sixth' },
  );

  expect(await actionsOf(asha, { from: '2027-04-04', to: '2027-04-05' })).toEqual([
    'last of the fifth',
    'first of the fourth',
  ]);
  expect(await actionsOf(asha, { from: '2027-04-06' })).toEqual(['first of the sixth']);
  expect(await actionsOf(asha, { to: '2027-04-03' })).toEqual(['last of the third']);
  expect(await actionsOf(asha, { from: '2027-04-06', to: '2027-04-04' })).toEqual([]);
});

test('audit.csv has a line for each field, in the business’s time, and follows the filter', async () => {
  const desk = await testServer({ env: { BUSINESS_TIME_ZONE: 'Asia/Kolkata' } });
  const asha = await desk.as();
  const changes = [
    { field: 'zone', old: null, new: 'West' },
    { field: 'segment', old: 'SMB', new: 'Micro, "small"' },
  ];
  await written(
    desk,
    { at: '2027-04-03T18:30:00Z', subjectId: 7, action: 'zone_changed', changes },
    { at: '2027-04-04T10:00:00Z', action: 'logout', subject: 'account' },
    { at: '2027-04-04T11:00:00Z', action: 'elsewhere', actor: 'ravi@desk.example' },
  );

  const rows = await exported(asha, { person: 'ASHA', from: '2027-04-04', to: '2027-04-04' });

  const who = { Who: 'asha@desk.example', Address: '127.0.0.1' };
  const nothing = { Number: '', Field: '', Old: '', New: '' };
  const changed = {
    When: '04-04-2027 00:00:00',
    ...who,
    What: 'zone_changed',
    Thing: 'renewal',
    Number: '7',
  };
  expect(rows).toEqual([
    { When: '04-04-2027 15:30:00', ...who, What: 'logout', Thing: 'account', ...nothing },
    { ...changed, Field: 'zone', Old: '', New: 'West' },
    { ...changed, Field: 'segment', Old: 'SMB', New: 'Micro, "small"' },
  ]);
  expect(await exported(asha, { thing: "x' or true --" })).toEqual([]);
});

test('nothing that somebody typed can run as a formula in audit.csv', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  const texts = ['=1+1', '+1', '-2+3', '@SUM(A1)', '\t=1', ' =1', "'=1", '＝1+1'];
  const typed = (text: string) => [{ field: text, old: text, new: text }];
  await written(desk, ...texts.map((text) => ({ actor: text, action: text, subject: text, changes: typed(text) })));

  const rows = await exported(asha, { to: '2999-12-31' });

  expect(rows).toHaveLength(texts.length);
  for (const column of ['Who', 'What', 'Thing', 'Field', 'Old', 'New'])
    expect(new Set(rows.map((row) => row[column]))).toEqual(new Set(texts.map(escapeFormula)));
});

test('an export is recorded itself, with its filter and its number of lines', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  await written(desk, {}, {});

  await exported(asha, { email: asha.email, person: 'asha', thing: 'renewal' });

  const [entry] = (await read(asha, {})).entries;
  expect(entry).toMatchObject({
    by: asha.email,
    action: 'exported',
    subject: 'audit_log',
    changes: [
      { field: 'person', old: null, new: 'asha' },
      { field: 'thing', old: null, new: 'renewal' },
      { field: 'rows', old: null, new: '2' },
    ],
  });
});

test('only administrators with the menu read it', async () => {
  const desk = await testServer();
  const seller = await desk.as({ role: 'SALESC' });
  const without = await desk.as({ email: 'ravi@desk.example', menus: ['get_all_admin'] });

  for (const caller of [seller, without]) {
    expect((await caller.calls(auditLog.entries, {})).status).toBe(403);
    expect((await caller.calls(auditLog.things, {})).status).toBe(403);
    expect((await caller.calls(auditLog.export, {})).status).toBe(403);
  }
});
