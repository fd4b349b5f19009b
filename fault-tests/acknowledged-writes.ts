/** One write that somebody wants done exactly once. */
export type Acknowledged = {
  path: string;
  body: object;
  /** The same for every repeat of the click. */
  key: string;
  token: string;
  /** By what it is found again, in the database and at the external services. */
  mark: string;
  /** Whether the product has said 200; until then it may have been done or not. */
  acknowledged: boolean;
};

/** A kind of work that writers do, and that knows what must come of it. */
export type Workload = {
  name: string;
  actions: Acknowledged[];
  /** The next click; undefined where there is nothing to do just now. */
  next: (token: string) => Promise<Acknowledged | undefined>;
  /** How much of it waits to be done outside. */
  open: () => Promise<number>;
  /** Counts of each mark, once nothing is open any more. */
  look: () => Promise<Map<string, Seen>>;
  /** Violated invariants beyond the marks, a line each. */
  torn: () => Promise<string[]>;
};

/** Counts of one mark. */
export type Seen = {
  /** Rows of our own. */
  rows: number;
  /** Effects at an external service; undefined where none is concerned. */
  effects?: number;
  /** Rows that must exist as often as the row itself, by name. */
  beside: Record<string, number>;
};

/** Result of a comparison, a line each. */
export type Findings = { lost: string[]; doubled: string[]; half: string[] };

const NOTHING: Seen = { rows: 0, beside: {} };

const lostOf = (acknowledged: boolean, rows: number, effects: number): string[] => {
  if (rows > 0) return effects === 0 ? ['written, and never done outside'] : [];
  return acknowledged ? ['acknowledged, and not there'] : [];
};

/** Partial effects of a mark, a line each. */
export const halfOf = ({ rows, effects = rows, beside }: Seen): string[] => [
  ...(rows === 0 && effects > 0 ? ['done outside without a row'] : []),
  ...Object.entries(beside).flatMap(([name, count]) => (count === rows ? [] : [`${rows} rows, ${count} ${name}`])),
];

/** Compares what was acknowledged with what is there. */
export function compare({ name, actions }: Workload, seen: ReadonlyMap<string, Seen>): Findings {
  const found: Findings = { lost: [], doubled: [], half: [] };
  for (const { mark, acknowledged } of actions) {
    const there = seen.get(mark) ?? NOTHING;
    const { rows, effects = rows } = there;
    const message = (what: string): string => `${name} ${mark}: ${what}`;
    found.lost.push(...lostOf(acknowledged, rows, effects).map(message));
    if (Math.max(rows, effects) > 1) found.doubled.push(message(`${rows} rows, ${effects} times outside`));
    found.half.push(...halfOf(there).map(message));
  }
  return found;
}

export const together = (all: readonly Findings[]): Findings => ({
  lost: all.flatMap(({ lost }) => lost),
  doubled: all.flatMap(({ doubled }) => doubled),
  half: all.flatMap(({ half }) => half),
});
