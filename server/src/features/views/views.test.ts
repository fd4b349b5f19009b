import type { InputOf } from '@desk/contract/call';
import { views } from '@desk/contract/views';
import { beforeEach, describe, expect, test } from 'vitest';
import { memberTagsTable } from '../../platform/db/tables/team.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { MOST_VIEWS } from './rules.ts';

type Person = Awaited<ReturnType<TestServer['as']>>;
const MONTH = 'get_monthly_renewal';

let desk: TestServer;
/** Asha administers; Ravi and Meena report to Vikram; Nila to nobody. */
let [asha, vikram, ravi, meena, nila] = [] as unknown as [Person, Person, Person, Person, Person];
beforeEach(async () => {
  desk = await testServer();
  const member = (name: string) => desk.as({ email: `${name}@desk.example`, role: 'RMEMBER', menus: [MONTH] });
  asha = await desk.as();
  [vikram, ravi, meena, nila] = [
    await member('vikram'),
    await member('ravi'),
    await member('meena'),
    await member('nila'),
  ];
  await desk.db
    .insert(memberTagsTable)
    .values([ravi, meena].map(({ id }) => ({ accountId: id, managerId: vikram.id })));
});

const view = (more: Partial<InputOf<typeof views.save>> = {}): InputOf<typeof views.save> => ({
  ...{ screen: MONTH, name: 'West, no agreement', scope: 'private', search: 'zone=West&agreement=none' },
  ...more,
});
const save = (who: Person, more: Partial<InputOf<typeof views.save>> = {}) => who.calls(views.save, view(more));
const listed = async (who: Person, screen = MONTH) => (await who.calls(views.list, { screen })).reply.views;
const names = async (who: Person) => (await listed(who)).map(({ name }) => name);

describe('who sees a view', () => {
  test.each([
    ['private', { ravi: true, meena: false, vikram: false, nila: false, asha: false }],
    ['team', { ravi: true, meena: true, vikram: true, nila: false, asha: false }],
  ] as const)('one of Ravi that is %s', async (scope, expected) => {
    await save(ravi, { scope });
    const people = { ravi, meena, vikram, nila, asha };
    for (const [name, sees] of Object.entries(expected))
      expect([name, await names(people[name as keyof typeof people])]).toEqual([name, sees ? [view().name] : []]);
  });

  test("one of an administrator that is for all is everybody's; no other may give one to all", async () => {
    expect((await save(asha, { scope: 'all' })).status).toBe(200);
    expect(await names(nila)).toEqual([view().name]);
    expect((await save(ravi, { scope: 'all' })).status).toBe(403);
    expect((await ravi.calls(views.list, { screen: MONTH })).reply.may_share_with_all).toBe(false);
  });

  test('nobody, of a screen that is not in the menu', async () => {
    await save(asha, { scope: 'all', screen: 'get_all_users' });
    expect((await ravi.calls(views.list, { screen: 'get_all_users' })).status).toBe(403);
    expect((await save(ravi, { screen: 'get_all_users' })).status).toBe(403);
    expect((await asha.calls(views.list, { screen: 'nowhere' })).status).toBe(403);
  });
});

describe('a view', () => {
  test('is kept as the address has it, and changed by who made it, once', async () => {
    const { reply } = await save(ravi);
    expect(await listed(ravi)).toMatchObject([
      { ...{ view_id: reply.view_id, search: view().search, version: 1 }, may_change: true },
    ]);

    expect((await save(ravi, { view_id: reply.view_id, version: 1, name: 'West', search: 'zone=West' })).status).toBe(
      200,
    );
    expect((await save(ravi, { view_id: reply.view_id, version: 1, name: 'East' })).status).toBe(409);
    expect(await listed(ravi)).toMatchObject([{ name: 'West', search: 'zone=West', version: 2 }]);
  });

  test('of somebody else is changed and deleted by nobody, but what is for all by any administrator', async () => {
    const { reply } = await save(ravi, { scope: 'team' });
    expect((await save(meena, { view_id: reply.view_id, scope: 'team' })).status).toBe(403);
    expect((await meena.calls(views.remove, { view_id: reply.view_id })).status).toBe(403);
    expect((await asha.calls(views.remove, { view_id: reply.view_id })).status).toBe(403);
    const other = await desk.as({ email: 'other@desk.example' });
    const forAll = (await save(asha, { scope: 'all', name: 'For all' })).reply.view_id;
    expect((await save(other, { view_id: forAll, scope: 'all', name: 'For everybody' })).status).toBe(200);
    expect((await other.calls(views.remove, { view_id: forAll })).status).toBe(200);
    expect((await other.calls(views.remove, { view_id: forAll })).status).toBe(404);
  });

  test('has a name that its owner has not given yet on this screen, whatever the letters are', async () => {
    await save(asha);
    expect((await save(asha, { name: view().name.toUpperCase() })).status).toBe(409);
    expect((await save(asha, { screen: 'get_renewal_data' })).status).toBe(200);
    expect((await save(ravi)).status).toBe(200);
    const second = (await save(asha, { name: 'Second' })).reply.view_id;
    expect((await save(asha, { view_id: second, name: view().name })).status).toBe(409);
  });

  test('of another screen is not moved', async () => {
    const { reply } = await save(asha);
    expect((await save(asha, { view_id: reply.view_id, screen: 'get_renewal_data' })).status).toBe(404);
  });

  test('of which there are too many is refused', async () => {
    for (let n = 0; n < MOST_VIEWS; n += 1) await save(ravi, { name: `View ${n}` });
    expect((await save(ravi)).status).toBe(422);
  });

  test('is audited', async () => {
    const { reply } = await save(ravi);
    await ravi.calls(views.remove, { view_id: reply.view_id });
    const { rows } = await desk.pool.query<{ action: string; actor: string }>(
      `select action, actor from audit_log where subject = 'view' order by id`,
    );
    expect(rows).toEqual(['view_saved', 'view_deleted'].map((action) => ({ action, actor: 'ravi@desk.example' })));
  });
});

describe('the default', () => {
  const setDefault = (who: Person, view_id: number | null) => who.calls(views.setDefault, { screen: MONTH, view_id });
  const defaultOf = async (who: Person) => (await listed(who)).find(({ is_default }) => is_default)?.name;

  test("is each person's own", async () => {
    const first = (await save(ravi, { scope: 'team', name: 'First' })).reply.view_id;
    const second = (await save(ravi, { scope: 'team', name: 'Second' })).reply.view_id;
    await setDefault(ravi, first);
    await setDefault(meena, second);
    expect([await defaultOf(ravi), await defaultOf(meena), await defaultOf(vikram)]).toEqual([
      'First',
      'Second',
      undefined,
    ]);
    await setDefault(ravi, second);
    await setDefault(meena, null);
    expect([await defaultOf(ravi), await defaultOf(meena)]).toEqual(['Second', undefined]);
  });

  test('is a view that the person sees, of that screen', async () => {
    const hidden = (await save(meena)).reply.view_id;
    expect((await setDefault(ravi, hidden)).status).toBe(404);
    const elsewhere = (await save(asha, { screen: 'get_renewal_data' })).reply.view_id;
    expect((await setDefault(asha, elsewhere)).status).toBe(404);
  });

  test('goes with its view', async () => {
    const first = (await save(ravi)).reply.view_id;
    await setDefault(ravi, first);
    await ravi.calls(views.remove, { view_id: first });
    expect(await listed(ravi)).toEqual([]);
  });
});

test('open browsers are told of each change; a refusal is none', async () => {
  const { view_id } = (await save(ravi, { scope: 'team' })).reply;
  await meena.calls(views.setDefault, { screen: MONTH, view_id });
  await meena.calls(views.remove, { view_id });
  await ravi.calls(views.remove, { view_id });

  expect(desk.announced).toEqual(Array.from({ length: 3 }, () => ({ kind: 'views' })));
});

test("a view is one's own or a colleague's", async () => {
  await save(ravi, { scope: 'team' });
  const owned = async (who: Person) => (await listed(who)).map(({ is_own, owner }) => [is_own, owner]);
  expect([await owned(ravi), await owned(meena)]).toEqual([[[true, 'Asha']], [[false, 'Asha']]]);
});

test('a view that is deleted while others make it their default leaves nothing behind', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { view_id } = (await save(ravi, { scope: 'team', name: `View ${round}` })).reply;
    const people = [ravi, meena, vikram];
    const setting = people.map((who) => who.calls(views.setDefault, { screen: MONTH, view_id }));
    const removed = ravi.calls(views.remove, { view_id });
    for (const { status } of await Promise.all(setting)) expect([200, 404]).toContain(status);
    expect((await removed).status).toBe(200);
  }
  expect(await listed(meena)).toEqual([]);
});

test('two who give the same name at once make one view', async () => {
  const answers = await Promise.all([save(ravi), save(ravi), save(ravi)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});
