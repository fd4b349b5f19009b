/** Somebody of the staff, as far as work goes. */
export interface Colleague {
  readonly id: number;
  /** May log in, and has a screen of renewals. */
  readonly isActive: boolean;
  readonly managerId: number | null;
}

/** Business days, first and last, on which somebody is away. */
export interface Leave {
  readonly id: number;
  readonly accountId: number;
  readonly from: string;
  readonly to: string;
  readonly coverId: number;
}

export interface Team {
  readonly colleagues: ReadonlyMap<number, Colleague>;
  readonly leaves: readonly Leave[];
}

/** The leave that somebody is on: of two that overlap the one that was entered last. */
export function leaveOn(accountId: number, day: string, leaves: readonly Leave[]): Leave | undefined {
  const running = leaves.filter((leave) => leave.accountId === accountId && leave.from <= day && day <= leave.to);
  return running.reduce<Leave | undefined>((last, leave) => (last && last.id > leave.id ? last : leave), undefined);
}

/** The next above who is there; managers in a circle end it. */
function managerOf(id: number, { colleagues }: Team, isThere: (id: number) => boolean): number | null {
  const asked = new Set([id]);
  for (let above = colleagues.get(id)?.managerId ?? null; above !== null && !asked.has(above);) {
    if (isThere(above)) return above;
    asked.add(above);
    above = colleagues.get(above)?.managerId ?? null;
  }
  return null;
}

/**
 * In whose list the work of an owner stands on a day: the own, while on leave that of the cover, where the cover is not there
 * either that of the next manager who is. Null: Unassigned. The owner stays the owner.
 */
export function assigneeOn(ownerId: number | null, day: string, team: Team): number | null {
  if (ownerId === null) return null;
  const isThere = (id: number) =>
    team.colleagues.get(id)?.isActive === true && leaveOn(id, day, team.leaves) === undefined;
  if (isThere(ownerId)) return ownerId;
  const cover = leaveOn(ownerId, day, team.leaves)?.coverId;
  return cover !== undefined && isThere(cover) ? cover : managerOf(ownerId, team, isThere);
}
