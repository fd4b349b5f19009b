import { ROLES, type Call, type Role } from '@desk/contract/call';

/** How a call begins to answer: it asks to log in, refuses, or goes on to read what is asked. */
export type Outcome = 'log in' | 'refused' | 'goes on';

/** The properties of an actor that decide permissions; without a kind the client is anonymous. */
export interface Actor {
  name: string;
  kind?: 'customer' | 'staff';
  role?: Role;
  hasMenus?: boolean;
  mayExport?: boolean;
  firstLogin?: boolean;
}

/** The routes of all menus that there are, by whom they are for. */
export type Menus = Readonly<Record<'customer' | 'staff', readonly string[]>>;

/** All kinds of callers, in the columns' order. */
export const ACTORS: readonly Actor[] = [
  { name: 'nobody' },
  { name: 'customer A', kind: 'customer', role: 'CUSTOMER', hasMenus: true },
  { name: 'customer B', kind: 'customer', role: 'CUSTOMER', hasMenus: true },
  { name: 'pending' },
  { name: 'suspended' },
  { name: 'first login', kind: 'staff', role: 'ADMIN', hasMenus: true, firstLogin: true },
  { name: 'ADMIN, no menus', kind: 'staff', role: 'ADMIN', hasMenus: false },
  ...ROLES.filter((role) => role !== 'CUSTOMER').map(
    (role) => ({ name: role, kind: 'staff', role, hasMenus: true }) as const,
  ),
  { name: 'ADMIN, may export', kind: 'staff', role: 'ADMIN', hasMenus: true, mayExport: true },
  { name: 'session over' },
  { name: 'session ended' },
];

const isKind = ({ audience }: Call, { kind }: Actor): boolean => audience === 'signed-in' || audience === kind;
const hasRole = ({ roles }: Call, { role }: Actor): boolean =>
  roles === undefined || (role !== undefined && roles.includes(role));
const hasMenu = ({ screens }: Call, { hasMenus, kind }: Actor, menus: Menus): boolean =>
  screens === undefined ||
  (hasMenus === true && kind !== undefined && screens.some((one) => menus[kind].includes(one)));

const isPermitted = ({ permission }: Call, { mayExport }: Actor): boolean =>
  permission === undefined || mayExport === true;

/** The expected outcome by the declaration of a call; written apart from the loop that enforces it. */
export function promised(call: Call, actor: Actor, menus: Menus): Outcome {
  if (call.audience === 'public') return 'goes on';
  if (actor.kind === undefined) return 'log in';
  if (call.audience === 'first-login') return 'goes on';
  if (actor.firstLogin) return 'refused';
  return isKind(call, actor) && hasRole(call, actor) && hasMenu(call, actor, menus) && isPermitted(call, actor)
    ? 'goes on'
    : 'refused';
}

const WHO: Record<Call['audience'], string> = {
  public: 'everybody',
  'first-login': 'any session, first logins too',
  'signed-in': 'any session',
  staff: 'staff',
  customer: 'customers',
};
const SIGNS: Record<Outcome, string> = { 'log in': '401', refused: '403', 'goes on': '✓' };

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const rowsOf = ({ rows }: Call): string =>
  typeof rows !== 'object' ? (rows ?? '') : `staff ${rows.staff}, customers ${rows.customer}`;
const rowOf = (call: Call, menus: Menus): string =>
  line([
    `\`${call.path}\``,
    WHO[call.audience],
    call.screens?.join(', ') ?? '',
    call.roles?.join(', ') ?? '',
    call.permission ?? '',
    rowsOf(call),
    ...ACTORS.map((actor) => SIGNS[promised(call, actor, menus)]),
  ]);

/** The permission table as a page for people. */
export function permissionsPage(calls: readonly Call[], menus: Menus): string {
  const head = [
    'call',
    'for',
    'one of the menus',
    'one of the roles',
    'permission',
    'rows',
    ...ACTORS.map(({ name }) => name),
  ];
  return `# Who may make which call

This page is made from the declarations in \`contract/src\`, the one place that says it: \`npm test\` fails when the two
differ, and it makes every call as each of the ${ACTORS.length} actors. After a change of a declaration,
\`npx vitest run --project server server/src/app/permissions.test.ts -u\` writes the page anew; read the difference before it is committed.

- **rows**: which rows of customers the call reaches: \`own\` (the caller's), \`team\` (those of the caller's team), \`all\`, or none.
- **✓** the request is read; **401** the caller must log in; **403** it is refused and recorded. All but \`ADMIN, no menus\` have every
  menu of their kind. \`pending\` and \`suspended\` are customers whose session outlived their status; \`session over\` is past its time,
  \`session ended\` was logged out.
- A change of menus, role or status holds at the next request: nothing of it is remembered between two.

${[line(head), line(head.map(() => '---')), ...calls.map((call) => rowOf(call, menus))].join('\n')}
`;
}
