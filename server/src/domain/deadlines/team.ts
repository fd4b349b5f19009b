import { approversOf, type Draft } from '../work-items/approvers.ts';
import type { NamedTeam } from '../work-items/team.ts';
import { leaveOn, assigneeOn } from '../work-items/assignee-on.ts';

/** The staff on a business day, as far as they are told of deadlines. */
export interface Team {
  /** In whose list the work of somebody stands; null: in nobody's. */
  readonly assigneeOf: (id: number) => number | null;
  readonly managerOf: (id: number) => number | null;
  /** The renewal team, without those who are away. */
  readonly members: readonly number[];
  /** Who answers for what nobody has: every person who is somebody's manager and there, else the administrators. */
  readonly managers: readonly number[];
  /** Who may approve a draft that has reasons. */
  readonly approversOf: (draft: Draft) => readonly number[];
}

/** @param members of the renewal team, whether they are there or not */
export function teamOn(day: string, team: NamedTeam, members: ReadonlySet<number>): Team {
  const { colleagues, leaves } = team;
  const all = [...colleagues.values()];
  const isThere = (id: number) => leaveOn(id, day, leaves) === undefined;
  const bosses = new Set(all.flatMap(({ isActive, managerId }) => (isActive && managerId !== null ? [managerId] : [])));
  const managers = all.flatMap(({ id, isActive }) => (bosses.has(id) && isActive && isThere(id) ? [id] : []));
  const administrators = all.flatMap(({ id, isAdministrator }) => (isAdministrator ? [id] : []));
  // Rather somebody who is away than nobody.
  const present = administrators.filter(isThere);
  return {
    assigneeOf: (id) => assigneeOn(id, day, team),
    managerOf: (id) => colleagues.get(id)?.managerId ?? null,
    members: all.flatMap(({ id, isActive }) => (members.has(id) && isActive && isThere(id) ? [id] : [])),
    managers: [managers, present].find((ids) => ids.length > 0) ?? administrators,
    approversOf: (draft) => approversOf(draft, team, day),
  };
}
