import { mondayOf } from './calendar.ts';
import { endingIn } from './history.ts';
import { measuresOf } from './measures/all.ts';
import type { Measure } from './measures/measure.ts';
import type { Run } from './seen.ts';
import { indexRun } from './terms.ts';

/** What a run has been assessed by: few of anything is a run that proves little. */
export interface Extent {
  readonly terms: number;
  /** Commitments that ended in the time that counts. */
  readonly ended: number;
  readonly decided: number;
  readonly evenings: number;
  readonly mails: number;
  readonly writes: number;
  readonly faults: number;
  /** Records of terms that were never seen, which nothing could be made of. */
  readonly unknown: readonly string[];
}

export interface Assessment {
  readonly measures: readonly Measure[];
  /** Whether all that is built holds, and everything that was recorded could be understood. */
  readonly holds: boolean;
  readonly extent: Extent;
}

/** Assesses a run by all measures. */
export function assess(run: Run): Assessment {
  const indexed = indexRun(run);
  const measures = measuresOf(indexed);
  const count = (kind: string): number => run.seen.filter((seen) => seen.kind === kind).length;
  const extent = {
    ...{ terms: indexed.histories.size, ended: endingIn(indexed).length, evenings: indexed.evenings.length },
    ...{ decided: count('decided'), mails: count('mail'), writes: count('provider write'), faults: count('fault') },
    unknown: indexed.unknown,
  };
  return { measures, extent, holds: indexed.unknown.length === 0 && measures.every(({ holds }) => holds !== false) };
}

/** A week, by its Monday. */
export interface Week {
  readonly monday: string;
  /** Domains that mails named, each mail counted. */
  readonly alerts: number;
  /** Items that a person opened on a working day: of those who opened any. */
  readonly average: number;
  /** The most that one person opened on a day. */
  readonly most: number;
}

/** What reached the staff, and what they opened, by weeks. */
export function weeksOf(run: Run): readonly Week[] {
  const { alerts, calendar } = indexRun(run);
  const weekOf = (at: number): string => mondayOf(calendar.dayOf(at));
  const alerted = new Map<string, number>();
  for (const { at } of alerts) alerted.set(weekOf(at), (alerted.get(weekOf(at)) ?? 0) + 1);
  const opened = new Map<string, Map<string, number>>();
  for (const seen of run.seen) {
    if (seen.kind !== 'opened') continue;
    const days = opened.get(weekOf(seen.at)) ?? new Map<string, number>();
    const key = `${calendar.dayOf(seen.at)} ${seen.by}`;
    opened.set(weekOf(seen.at), days.set(key, (days.get(key) ?? 0) + 1));
  }
  return [...new Set([...alerted.keys(), ...opened.keys()])].sort().map((monday) => {
    const counts = [...(opened.get(monday)?.values() ?? [])];
    const sum = counts.reduce((total, one) => total + one, 0);
    const average = counts.length === 0 ? 0 : sum / counts.length;
    return { monday, alerts: alerted.get(monday) ?? 0, average, most: Math.max(0, ...counts) };
  });
}
