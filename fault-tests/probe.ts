const SHOWN = 5;

export type Answer = {
  /** `broken`: the connection ended before an answer; `hung`: none came in time. */
  status: number | 'broken' | 'hung';
  retryAfter: string | null;
  reply: unknown;
  /** The `set-cookie` as the browser keeps it. */
  cookie: string;
  ms: number;
};

/** Outages and errors as clients saw them. */
export type Probe = ReturnType<typeof startProbe>;

/** 425: the write of an earlier click is under way; 409: it is there already. */
const EXPECTED = new Set<Answer['status']>([200, 409, 425, 502, 'broken']);

/** How long each one waits for a success: from the first click that found none, or from when the cause was gone. */
function makeWaits() {
  const since = new Map<string, number>();
  let longest = 0;
  return {
    record(who: string, { status, ms }: Answer, isHeld: boolean): void {
      const now = performance.now();
      const began = since.get(who) ?? now - ms;
      since.set(who, began);
      if (status !== 200) return;
      since.delete(who);
      if (!isHeld) longest = Math.max(longest, now - began);
    },
    /** The waits so far are excused by their cause and begin anew. */
    release(): void {
      const now = performance.now();
      for (const who of since.keys()) since.set(who, now);
    },
    /** Those who wait yet count as well. */
    longest: (): number => Math.max(longest, ...[...since.values()].map((began) => performance.now() - began)),
  };
}

/**
 * Listens to all answers of a round. An outage is the time without any success, of all together and of each one, counted
 * from when its cause was gone: while a cause `holds`, nobody expects one.
 */
export function startProbe() {
  const counts = new Map<Answer['status'], number>();
  const problems: string[] = [];
  const waits = makeWaits();
  const state = { since: performance.now(), longest: 0, isHeld: false, slowest: 0 };
  const mark = (): void => {
    const now = performance.now();
    if (!state.isHeld) state.longest = Math.max(state.longest, now - state.since);
    state.since = now;
  };
  const object = (path: string, { status, ms, reply, retryAfter }: Answer): void => {
    if (EXPECTED.has(status) || (status === 503 && retryAfter !== null)) return;
    const result = status === 'hung' ? `no answer in ${Math.round(ms)} ms` : `${status} ${JSON.stringify(reply)}`;
    problems.push(`${path}: ${result}`);
  };
  return {
    record(path: string, answer: Answer, who: string): void {
      waits.record(who, answer, state.isHeld);
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
      state.slowest = Math.max(state.slowest, answer.ms);
      object(path, answer);
      if (answer.status === 200) mark();
    },
    /** From now on the cause of an outage is there. */
    hold(): void {
      mark();
      state.isHeld = true;
      state.slowest = 0;
    },
    /** The cause is gone. */
    release(): void {
      state.isHeld = false;
      waits.release();
      state.since = performance.now();
    },
    /** Milliseconds of the slowest answer, since the last cause. */
    slowest: (): number => state.slowest,
    count: (status: Answer['status']): number => counts.get(status) ?? 0,
    /** The answers other than 200, by status. */
    others: (): string =>
      [...counts].flatMap(([status, count]) => (status === 200 ? [] : [`${count} × ${status}`])).join(', ') || 'none',
    outages(): { outageMs: number; personMs: number } {
      mark();
      return { outageMs: state.longest, personMs: waits.longest() };
    },
    /** Answers that no client should ever get, the first few of each run. */
    problems: (): string[] =>
      problems.length <= SHOWN ? problems : [...problems.slice(0, SHOWN), `and ${problems.length - SHOWN} more`],
  };
}
