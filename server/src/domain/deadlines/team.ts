/** Somebody who may be told of a deadline. */
export interface Person {
  /** May sign in. */
  readonly isActive: boolean;
  readonly isAdministrator: boolean;
  readonly isMember: boolean;
  readonly managerId: number | null;
  readonly isOnLeave: boolean;
  /** Of the leave of today. */
  readonly coverId: number | null;
}

export interface Team {
  readonly people: ReadonlyMap<number, Person>;
  /** The renewal team, without those who are away. */
  readonly members: readonly number[];
  /** Every person who is somebody's manager, without those who are away. */
  readonly managers: readonly number[];
  /** Active ones, those who are away too where there are no others. */
  readonly administrators: readonly number[];
}

const isThere = (person: Person | undefined): boolean => person !== undefined && person.isActive && !person.isOnLeave;

/** The people and what follows of them. */
export function teamOf(people: ReadonlyMap<number, Person>): Team {
  const idsOf = (wanted: (person: Person, id: number) => boolean) =>
    [...people].flatMap(([id, person]) => (wanted(person, id) ? [id] : []));
  const bosses = new Set([...people.values()].flatMap(({ isActive, managerId }) => (isActive && managerId !== null ? [managerId] : []))); // prettier-ignore
  const administrators = idsOf((one) => one.isAdministrator && one.isActive);
  const present = administrators.filter((id) => isThere(people.get(id)));
  return {
    people,
    members: idsOf((one) => one.isMember && isThere(one)),
    managers: idsOf((one, id) => bosses.has(id) && isThere(one)),
    administrators: present.length > 0 ? present : administrators,
  };
}

/** Who answers for what nobody has. */
export const managersOf = ({ managers, administrators }: Team): readonly number[] =>
  managers.length > 0 ? managers : administrators;

/** Who is told in the place of somebody: themselves; of one who is away the cover, else the manager; where nobody is there, the managers. */
export function standInsOf(id: number, team: Team): readonly number[] {
  const seen = new Set<number>();
  for (let at: number | null = id; at !== null && !seen.has(at);) {
    seen.add(at);
    const person: Person | undefined = team.people.get(at);
    if (isThere(person)) return [at];
    const cover = person?.coverId ?? null;
    if (cover !== null && isThere(team.people.get(cover))) return [cover];
    at = person?.managerId ?? null;
  }
  return managersOf(team);
}
