import type { RenewalRow } from '@desk/contract/renewals';
import { useRef, useState } from 'react';
import { useStable } from '../../kit/browser/use-stable.ts';
import { useRenewalSaves, type RenewalSaves } from '../../parts/renewal/renewal-edits.ts';
import { usePutRenewals } from '../../parts/renewal/renewal-lists.ts';

const AT_ONCE = 4;
const SHOW_EVERY = 25;

export type Wanted = Readonly<Partial<Record<keyof RenewalSaves, string>>>;

/** The fields of a renewal that are to have another value than they have. */
export const fieldsToChange = (row: RenewalRow, wanted: Wanted) =>
  (Object.keys(wanted) as (keyof RenewalSaves)[]).filter((field) => (row[field] ?? '') !== wanted[field]);

/** How far a change of many renewals has come. */
export interface Progress {
  readonly all: number;
  readonly done: number;
  /** The domains whose change was refused. */
  readonly failed: readonly string[];
}

/** Sets the same fields of many renewals, a few at a time; it goes on when its screen is left. `stop` ends it early. */
export function useChangeMany() {
  const saves = useRenewalSaves();
  const put = usePutRenewals();
  const [progress, setProgress] = useState<Progress>();
  const stopped = useRef(false);

  const change = async (row: RenewalRow, wanted: Wanted): Promise<Partial<RenewalRow>> => {
    let changed: Partial<RenewalRow> = {};
    for (const field of fieldsToChange(row, wanted))
      changed = { ...changed, ...(await saves[field](row, wanted[field] ?? '', row[field])) };
    return changed;
  };

  const run = useStable(async (rows: readonly RenewalRow[], wanted: Wanted): Promise<Progress> => {
    stopped.current = false;
    const waiting = [...rows];
    const changes = new Map<number, Partial<RenewalRow>>();
    const failed: string[] = [];
    let done = 0;
    const show = async () => {
      await put(new Map(changes));
      changes.clear();
      setProgress({ all: rows.length, done, failed: [...failed] });
    };
    const work = async () => {
      for (let row = waiting.shift(); row && !stopped.current; row = waiting.shift()) {
        try {
          changes.set(row.renewal_id, await change(row, wanted));
        } catch {
          failed.push(row.domain_name);
        }
        done += 1;
        if (done % SHOW_EVERY === 0) await show();
      }
    };
    setProgress({ all: rows.length, done, failed });
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await show();
    setProgress(undefined);
    return { all: rows.length, done, failed };
  });

  const stop = () => {
    stopped.current = true;
  };
  return { progress, run, stop };
}
