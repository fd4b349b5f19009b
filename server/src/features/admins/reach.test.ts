import { contract } from '@desk/contract';
import { admins } from '@desk/contract/admins';
import type { Call } from '@desk/contract/call';
import { team } from '@desk/contract/team';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import type { TestServer } from '../../testing/server.ts';
import { departmentId, edit, idsOf, KEEPER, two } from './testing/delegating.ts';

const BEYOND = 'This person has menus that you do not have. Ask an administrator who has them to make this change.';
const FIVE = [...KEEPER, 'manager_renewal_team', 'audit_log', 'get_renewal_data'];

type Caller = Awaited<ReturnType<TestServer['as']>>;
interface People {
  desk: TestServer;
  asha: Caller;
  ravi: Caller;
}
const tags = { segment: [], zone: [] };

/** Each call that acts on the account of a member of staff, with what it can do there. */
const ACTS: [string, Call, (people: People) => Promise<{ status: number; reply: { message?: string } }>][] = [
  ['edits', admins.update, ({ asha, ravi }) => asha.calls(admins.update, edit(ravi.id, { admin_name: 'Nobody' }))],
  ['suspends', admins.update, ({ asha, ravi }) => asha.calls(admins.update, edit(ravi.id, { status: 'SUSPENDED' }))],
  [
    'moves',
    admins.update,
    async ({ desk, asha, ravi }) =>
      asha.calls(admins.update, edit(ravi.id, { department_id: await departmentId(desk, 'Sales') })),
  ],
  [
    'delegates to',
    admins.setMenus,
    async ({ desk, asha, ravi }) => {
      const initialAdminMenu = await idsOf(desk, ['audit_log', 'connections']);
      const menu_id = await idsOf(desk, ['audit_log', 'connections', 'get_renewal_data']);
      return asha.calls(admins.setMenus, { admin_id: ravi.id, menu_id, initialAdminMenu });
    },
  ],
  [
    'renames in the team',
    team.update,
    async ({ desk, asha, ravi }) => {
      // Tagged, an administrator is of the team.
      const mina = await desk.as({ email: 'mina@desk.example' });
      await mina.calls(team.tag, { admin_email: ravi.email, segmentList: [], zoneList: [] });
      const user_data = { admin_name: 'Nobody', phone_number: '9800000000' };
      return asha.calls(team.update, { admin_id: ravi.id, ...tags, user_data });
    },
  ],
];

test.each(ACTS)('nobody %s somebody who has a menu beyond the own ones', async (_act, _call, act) => {
  const { desk, asha, ravi } = await two({ menus: FIVE }, { menus: ['audit_log', 'connections'] });

  expect(await act({ desk, asha, ravi })).toMatchObject({ status: 424, reply: { message: BEYOND } });

  const changed = (await desk.db.select().from(auditLogTable)).filter(({ actor }) => actor === asha.email);
  expect(changed).toEqual([]);
  const { reply } = await (await desk.as({ email: 'all@desk.example' })).calls(admins.details, { email: ravi.email });
  expect(reply.admins).toMatchObject([{ admin_name: 'Ravi', status: 'ACTIVE', role: 'ADMIN' }]);
});

test('every write that names an account of staff is among them', () => {
  const acting = Object.values(contract)
    .flatMap((group) => Object.values<Call>(group))
    .filter(({ writes, audience }) => writes === true && audience === 'staff')
    .filter(({ body }) => JSON.stringify(fieldsOf(body)).includes('"admin_id"'));
  expect(acting.map(({ path }) => path).toSorted()).toEqual([...new Set(ACTS.map(([, { path }]) => path))].toSorted());
});

/** The names of the fields of a body, those in its objects included. */
function fieldsOf(schema: unknown): unknown {
  const def = (schema as { def?: { shape?: Record<string, unknown>; innerType?: unknown; in?: unknown } }).def ?? {};
  if (def.shape) return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, fieldsOf(field)]));
  return def.innerType || def.in ? fieldsOf(def.innerType ?? def.in) : null;
}

test('who has no menu beyond the own ones is edited, suspended and moved; a renewal member has the menus of the team', async () => {
  const { desk, asha, ravi } = await two({ menus: FIVE }, { menus: ['audit_log'] });
  const team = ['my_renewal_domain', 'renewal_member_dashboard', 'get_monthly_renewal'];
  const member = await desk.as({ email: 'mina@desk.example', role: 'RMEMBER', menus: team });

  for (const { id } of [ravi, member, asha]) expect((await asha.calls(admins.update, edit(id))).status).toBe(200);
  expect((await asha.calls(admins.update, edit(member.id, { status: 'SUSPENDED' }))).status).toBe(200);
  expect((await asha.calls(admins.update, edit(ravi.id, { status: 'SUSPENDED' }))).status).toBe(200);
});
