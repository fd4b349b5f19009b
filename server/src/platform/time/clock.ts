/** The current time, for everything that the server decides. Given to the app once, and to its connections. */
export type Clock = () => Date;

/** How far two clocks may drift apart: what was measured a second ago is less certain by this many milliseconds. */
const DRIFT_MS_PER_SECOND = 0.5;
/** A clock that was ahead by less stands still until it is right; one that was ahead by more goes back. */
const MOST_STANDSTILL_MS = 1_000;

interface Measure {
  /** Added to this process's monotonic time to have the database's. */
  readonly offset: number;
  readonly uncertainty: number;
  readonly at: number;
}

export interface DatabaseClock {
  readonly now: Clock;
  /** Compares with the database's clock, in milliseconds since 1970; the other times are of `running`, before the question and after the answer. */
  readonly measured: (asked: number, database: number, answered: number) => void;
  /** This process's own time in milliseconds: it only goes on, whatever somebody sets the machine's clock to. */
  readonly running: () => number;
}

/**
 * The clock of a node: the database's, as it was measured, carried on by this process's own running time. So all nodes agree,
 * to half of what a question to the database takes, however wrong their machines' clocks are, and none asks for it in a request.
 */
export function databaseClock(running = () => performance.timeOrigin + performance.now()): DatabaseClock {
  let known: Measure = { offset: 0, uncertainty: Number.POSITIVE_INFINITY, at: running() };
  let last = Number.NEGATIVE_INFINITY;
  return {
    running,
    now: () => {
      const right = running() + known.offset;
      last = last - right > MOST_STANDSTILL_MS ? right : Math.max(last, right);
      return new Date(Math.floor(last));
    },
    measured: (asked, database, answered) => {
      const uncertainty = (answered - asked) / 2;
      const offset = database - (asked + answered) / 2;
      const aged = known.uncertainty + ((answered - known.at) / 1_000) * DRIFT_MS_PER_SECOND;
      // Slow answers tell little: they count only where what is known cannot be right any more.
      const isOutside = Math.abs(offset - known.offset) > uncertainty + aged;
      if (uncertainty <= aged || isOutside) known = { offset, uncertainty, at: answered };
    },
  };
}
