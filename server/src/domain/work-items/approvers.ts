import { mayApprove, type ApprovalReason } from '@desk/contract/rules/approval';
import { reportsOf, TEAM_SCREEN, type NamedTeam } from './team.ts';
import { leaveOn, assigneeOn } from './assignee-on.ts';

/** A wish that nobody has approved or confirmed. */
export interface Draft {
  /** Null: the customer, by a link. */
  readonly requestedBy: number | null;
  /** Who has its renewal. */
  readonly ownerId: number | null;
  readonly isOfCustomer: boolean;
  readonly reasons: readonly ApprovalReason[];
}

interface Actor {
  readonly id: number;
  readonly menus: ReadonlySet<string>;
}

/** Whether somebody looks after what is in nobody's list: who has the team's screen, and who has people. */
export const seesUnassigned = ({ id, menus }: Actor, team: NamedTeam): boolean =>
  menus.has(TEAM_SCREEN) || reportsOf(id, team).size > 0;

/** Whether nobody but who asked could approve it: no other administrator who works on renewals, and no manager of who has it. */
function isAlone({ requestedBy }: Draft, manager: number | null, { colleagues }: NamedTeam): boolean {
  return ![...colleagues.values()].some(
    ({ id, isActive, isAdministrator }) => id !== requestedBy && isActive && (isAdministrator || id === manager),
  );
}

/** How somebody stands to a draft on a day. `code`: as who asked for it and an administrator, where nobody else could approve it. */
export function standingTo(draft: Draft, actor: Actor, team: NamedTeam, today: string): boolean | 'code' {
  const { requestedBy, ownerId, isOfCustomer, reasons } = draft;
  const { colleagues } = team;
  const manager = ownerId === null ? null : (colleagues.get(ownerId)?.managerId ?? null);
  const isActiveAdministrator = colleagues.get(actor.id)?.isAdministrator === true;
  const assignee = assigneeOn(ownerId, today, team);
  const worksOnIt = assignee === null ? seesUnassigned(actor, team) : assignee === actor.id;
  if (mayApprove({ id: actor.id, isActiveAdministrator, worksOnIt }, { requestedBy, manager, isOfCustomer, reasons }))
    return true;
  return isActiveAdministrator && requestedBy === actor.id && isAlone(draft, manager, team) ? 'code' : false;
}

/** With reasons it counts for nothing in whose list something stands, nor so what anybody sees. */
const NO_MENUS: ReadonlySet<string> = new Set();

/** Everybody there who may approve a draft that has reasons; where all are away those: rather they than nobody. */
export function approversOf(draft: Draft, team: NamedTeam, today: string): readonly number[] {
  const able = [...team.colleagues.values()].flatMap(({ id, isActive }) =>
    isActive && standingTo(draft, { id, menus: NO_MENUS }, team, today) !== false ? [id] : [],
  );
  const present = able.filter((id) => leaveOn(id, today, team.leaves) === undefined);
  return present.length > 0 ? present : able;
}
