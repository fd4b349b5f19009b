interface Limits {
  /** Problems in a row after which the service is left alone. */
  readonly most: number;
  readonly restMs: number;
}

/** Leaves a service alone that has failed again and again; after a rest one call may find out whether it is back. */
export function createBreaker({ most, restMs }: Limits) {
  let problems = 0;
  let restsUntil = 0;
  return {
    isResting: (now: Date): boolean => now.getTime() < restsUntil,
    note(failed: boolean, now: Date): void {
      problems = failed ? problems + 1 : 0;
      restsUntil = problems >= most ? now.getTime() + restMs : 0;
    },
  };
}
export type Breaker = ReturnType<typeof createBreaker>;
