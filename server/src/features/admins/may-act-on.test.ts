import { contract } from '@desk/contract';
import { admins } from '@desk/contract/admins';
import type { Call } from '@desk/contract/call';
import { team } from '@desk/contract/team';
import { users } from '@desk/contract/users';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import type { TestServer, Person } from '../../testing/server.ts';
import { departmentId, edit, idsOf, ADMIN_MENUS, two } from './testing/delegating.ts';

const BEYOND =
  'This person has menus or a permission that you do not have. Ask an administrator who has them to make this change.';
const FIVE = [...ADMIN_MENUS, 'manager_renewal_team', 'audit_log', 'get_renewal_data'];

type Caller = Awaited<ReturnType<TestServer['as']>>;
interface People {
  desk: TestServer;
  asha: Caller;
  ravi: Caller;
  /** Ravi's. */
  menus: readonly string[];
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
    async ({ desk, asha, ravi, menus }) => {
      const initialAdminMenu = await idsOf(desk, menus);
      const menu_id = await idsOf(desk, [...menus, 'get_renewal_data']);
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

/** Menus and permissions that Ravi may have and Asha, with five menus, has not. */
const BEYONDS: [string, Person & { menus: readonly string[] }][] = [
  ['a menu', { menus: ['audit_log', 'connections'] }],
  ['the permission to export', { menus: ['audit_log'], mayExport: true }],
];
const MATRIX = ACTS.flatMap(([act, , acts]) => BEYONDS.map(([what, who]) => [act, what, who, acts] as const));

test.each(MATRIX)('nobody %s somebody who has %s beyond the own ones', async (_act, _what, who, acts) => {
  const { desk, asha, ravi } = await two({ menus: FIVE }, who);

  expect(await acts({ desk, asha, ravi, menus: who.menus })).toMatchObject({ status: 424, reply: { message: BEYOND } });

  const changed = (await desk.db.select().from(auditLogTable).orderBy(auditLogTable.id)).filter(
    ({ actor }) => actor === asha.email,
  );
  expect(changed).toEqual([]);
  const { reply } = await (await desk.as({ email: 'all@desk.example' })).calls(admins.details, { email: ravi.email });
  expect(reply.admins).toMatchObject([{ admin_name: 'Ravi', status: 'ACTIVE', role: 'ADMIN' }]);
});

test('the permission to export holds up nobody who has it, nor who has all menus', async () => {
  const { desk, asha, ravi } = await two({ menus: FIVE, mayExport: true }, { menus: ['audit_log'], mayExport: true });
  const all = await desk.as({ email: 'all@desk.example' });
  for (const caller of [asha, all]) expect((await caller.calls(admins.update, edit(ravi.id))).status).toBe(200);
  expect((await all.calls(admins.update, edit(ravi.id, { status: 'SUSPENDED' }))).status).toBe(200);
});

/** Why somebody of staff may or may not be acted on where a field of a call that writes names them. */
const ACTED_ON = 'acts on the account: the rights are compared';
const BECOMES = 'what the account that is acted on is to become';
const WORK =
  'who does which work: gives and takes no right, leaves the account as it is, and is taken back by the same call';
const CUSTOMER = 'an account of a customer: one of staff is not found';
const NEW = 'somebody without an account: who has one is refused';
const SEEN = 'who it was when the form was filled in: compared, never written';
const TEXT = 'a text or an address of an outsider: no account is looked up';
const DECIDED: Readonly<Record<string, string>> = {
  'adminpanel/update_admin_details/ formData.admin_id': ACTED_ON,
  'adminpanel/update_admin_details/ formData.admin_name': BECOMES,
  'adminpanel/update_admin_menu/ admin_id': ACTED_ON,
  'adminpanel/update_renewal_tags/ admin_id': ACTED_ON,
  'adminpanel/update_renewal_tags/ user_data': BECOMES,
  'adminpanel/update_renewal_tags/ user_data.admin_name': BECOMES,
  'adminpanel/update_renewal_tags/ manager': WORK,
  'adminpanel/add_member_tagging/ admin_email': WORK,
  'adminpanel/add_member_tagging/ manager': WORK,
  'adminpanel/update_assignto_member/ emailid': WORK,
  'adminpanel/update_renewal_details/ assigned_to': WORK,
  'adminpanel/bulk_update_assignto_member/ file': WORK,
  'adminpanel/add_leave/ account_id': WORK,
  'adminpanel/add_leave/ cover_id': WORK,
  'adminpanel/save_assignment_rules/ rules.people': WORK,
  'adminpanel/hand_over/ from.account_id': WORK,
  'adminpanel/hand_over/ rows.account_id': WORK,
  'adminpanel/invite_admin/ formData.admin_name': NEW,
  'adminpanel/invite_admin/ formData.admin_email': NEW,
  'adminpanel/set_pending_user/ user_id': CUSTOMER,
  'adminpanel/set_pending_users/ users': CUSTOMER,
  'adminpanel/set_pending_users/ users.user_id': CUSTOMER,
  'adminpanel/insert_user_menu/ user_id': CUSTOMER,
  'adminpanel/update_user_menu/ user_id': CUSTOMER,
  ...Object.fromEntries(
    ['user_id', 'user_name', 'user_status', 'user_company_name', 'user_designation', 'user_phoneNumber'].map((name) => [
      `adminpanel/update_user_data/ formData.${name}`,
      CUSTOMER,
    ]),
  ),
  'adminpanel/set_pending_domain_status/ user_email': SEEN,
  'adminpanel/set_pending_domain_status/ present_owner': SEEN,
  'adminpanel/set_pending_domain_status/ present_owner.user_email': SEEN,
  'adminpanel/set_pending_domains_status/ domains.user_email': SEEN,
  'adminpanel/set_pending_domains_status/ domains.present_owner': SEEN,
  'adminpanel/set_pending_domains_status/ domains.present_owner.user_email': SEEN,
  'adminpanel/remove_domain_owner/ owner_email': SEEN,
  'adminpanel/send_renewal_notification/ requestBody.emails': TEXT,
  'adminpanel/check_import/ file': TEXT,
  'domain_checker/ file': TEXT,
  'adminpanel/checkMXRecords/ file': TEXT,
  'axima/add_axima_domain/ requested_by': TEXT,
  'axima/add_axima_domain/ field_distributor': TEXT,
  'axima/add_axima_domain/ customer_email': TEXT,
  'axima/add_axima_subscription/ requested_by': TEXT,
  'axima/add_axima_subscription/ field_distributor': TEXT,
  'axima/update_axima_domain/ formData.email': TEXT,
  'axima/update_axima_domain/ formData.requested_by': TEXT,
  'axima/update_axima_domain/ formData.field_distributor': TEXT,
  'adminpanel/add_customer/ formData.email': TEXT,
  'adminpanel/update_renewal_customer/ formData.customer_email': TEXT,
  'adminpanel/send_reseller_notification/ reseller_email': TEXT,
  'adminpanel/save_contact/ person': TEXT,
  'adminpanel/save_contact/ person.customer_email': TEXT,
};
/** Calls that write and name no person in any way. */
const NOBODY = [
  ...['edit_user', 'add_google_license', 'add_domain', 'remove_domain', 'decide_own_renewal'],
  ...['adminpanel/update_zone', 'adminpanel/update_segments', 'adminpanel/insert_comments'],
  ...['adminpanel/insert_followup_comment', 'adminpanel/resend_renewal_notification', 'adminpanel/start_google_sync'],
  ...['adminpanel/confirm_import', 'adminpanel/run_job', 'adminpanel/try_job_again', 'adminpanel/remove_job'],
  ...['adminpanel/set_retention', 'adminpanel/resend_mail', 'adminpanel/withdraw_mail', 'adminpanel/set_mail_switch'],
  ...['adminpanel/undo_user_decision', 'adminpanel/undo_domain_decision', 'adminpanel/update_domain_status'],
  ...['adminpanel/undo_user_decisions', 'adminpanel/undo_domain_decisions'],
  ...['adminpanel/add_department', 'axima/add_axima_license', 'adminpanel/recheck_license_order'],
  ...['adminpanel/cancel_check_run', 'adminpanel/run_connection', 'adminpanel/create_zoho_task'],
  ...['adminpanel/resend_zoho_task', 'adminpanel/start_contact_sync'],
  ...['adminpanel/set_next_action', 'adminpanel/end_leave', 'adminpanel/add_holidays', 'adminpanel/remove_holiday'],
  ...['adminpanel/set_renewal_rules', 'adminpanel/set_worked_day', 'adminpanel/undo_hand_over'],
  ...['adminpanel/place_renewal_instruction', 'adminpanel/approve_renewal_instruction'],
  ...['adminpanel/refuse_renewal_instruction', 'adminpanel/cancel_renewal_instruction'],
  ...['adminpanel/retry_renewal_instruction', 'adminpanel/create_calendar_feed', 'adminpanel/revoke_calendar_feed'],
  ...['adminpanel/confirm_address', 'adminpanel/save_reminder_policy', 'adminpanel/pause_reminders'],
  ...['adminpanel/resume_reminders', 'adminpanel/send_offer', 'adminpanel/revoke_offer_link'],
  ...['adminpanel/settle_inbound_message', 'adminpanel/reopen_inbound_message'],
  ...['adminpanel/save_view', 'adminpanel/delete_view', 'adminpanel/set_default_view'],
  ...['adminpanel/update_{directory_product}_contract', 'adminpanel/unlink_{directory_product}_contract'],
].map((path) => `${path}/`);

interface Schema {
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
}

/** The fields of a body, those of its objects and lists included. */
function fieldsOf({ properties = {}, anyOf = [], allOf = [], items }: Schema, under = ''): string[] {
  const own = Object.entries(properties).flatMap(([name, field]) => [
    `${under}${name}`,
    ...fieldsOf(field, `${under}${name}.`),
  ]);
  return [...own, ...[...anyOf, ...allOf, ...(items ? [items] : [])].flatMap((one) => fieldsOf(one, under))];
}

const PERSON =
  /admin|manager|member|mail|owner|user|assign|staff|person|people|colleague|account_id|cover|by$|distributor|^file$/i;
const COUNTS = /user_count$/;
/** The caller, and what the form started from: app/body-email.test.ts` and the conflicts of each call look at those. */
const COMPARED = /^email$|^(?:seen|was|initial)/;

const writing = Object.values(contract)
  .flatMap((group) => Object.values<Call>(group))
  .filter(({ writes, audience }) => writes === true && audience !== 'public');

test('each call that writes is decided on: whom its fields may name of the staff, and whether rights are compared there', () => {
  const naming = writing.flatMap(({ path, body, upload }) => {
    const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema;
    const fields = [...new Set([...fieldsOf(schema), ...(upload ? ['file'] : [])])];
    const isPerson = (name: string) => PERSON.test(name.split('.').at(-1) ?? '') && !COUNTS.test(name);
    return fields.filter((name) => isPerson(name) && !COMPARED.test(name)).map((name) => `${path} ${name}`);
  });
  expect(naming.toSorted()).toEqual(Object.keys(DECIDED).toSorted());
  const decided = [...Object.keys(DECIDED).map((key) => key.split(' ')[0] ?? ''), ...NOBODY];
  expect([...new Set(decided)].toSorted()).toEqual(writing.map(({ path }) => path).toSorted());
});

test('those that act on an account of staff are all tried', () => {
  const acting = Object.keys(DECIDED).filter((key) => DECIDED[key] === ACTED_ON);
  const tried = new Set(ACTS.map(([, { path }]) => path));
  expect([...new Set(acting.map((key) => key.split(' ')[0]))].toSorted()).toEqual([...tried].toSorted());
});

/** Everything that an account of staff is and may. */
const standing = async ({ db }: TestServer, id: number) =>
  (
    await db.execute(sql`select to_jsonb(a) - 'created_at' as account,
      (select jsonb_agg(menu_id order by menu_id) from account_menus where account_id = a.id) as menus,
      (select count(*)::int from sessions where account_id = a.id) as sessions
      from accounts a where a.id = ${id}`)
  ).rows;

test('who is given work by somebody with fewer rights stays who they are', async () => {
  const { desk, asha, ravi } = await two({ menus: FIVE }, { mayExport: true });
  const before = await standing(desk, ravi.id);
  const work = { admin_email: ravi.email, segmentList: [], zoneList: [], manager: asha.email };
  expect((await asha.calls(team.tag, work)).status).toBe(200);
  expect((await asha.calls(team.update, { admin_id: ravi.id, ...tags, manager: null })).status).toBe(200);
  expect(await standing(desk, ravi.id)).toEqual(before);
});

test('a call about customers does not find somebody of staff', async () => {
  const { desk, asha, ravi } = await two();
  const before = await standing(desk, ravi.id);
  const user_id = ravi.id;
  const form = { user_id, user_name: 'Nobody', user_status: 'SUSPENDED' } as const;
  const menu_id = await idsOf(desk, ['get_renewal_data']);
  const answers = [
    await asha.calls(users.decide, { user_id, status: 'REJECTED' }),
    await asha.calls(users.update, { formData: form }),
    await asha.calls(users.addMenus, { user_id, menu_id }),
    await asha.calls(users.setMenus, { user_id, menu_id, initialUserMenu: [] }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(await standing(desk, ravi.id)).toEqual(before);
});

test('who has no menu beyond the own ones is edited, suspended and moved; a renewal member has the menus of the team', async () => {
  const { desk, asha, ravi } = await two({ menus: FIVE }, { menus: ['audit_log'] });
  const team = ['my_renewal_domain', 'renewal_member_dashboard', 'get_monthly_renewal'];
  const member = await desk.as({ email: 'mina@desk.example', role: 'RMEMBER', menus: team });

  for (const { id } of [ravi, member, asha]) expect((await asha.calls(admins.update, edit(id))).status).toBe(200);
  expect((await asha.calls(admins.update, edit(member.id, { status: 'SUSPENDED' }))).status).toBe(200);
  expect((await asha.calls(admins.update, edit(ravi.id, { status: 'SUSPENDED' }))).status).toBe(200);
});
