import { followUp } from '@desk/contract/follow-up';
import type { RenewalRow } from '@desk/contract/renewals';
import { DeploymentStatus, type RenewalStatus } from '@desk/contract/words/lists';
import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import { useRenewalSaves, type RenewalSaves, type SaveField } from '../../parts/renewal/renewal-edits.ts';
import { usePutRenewals } from '../../parts/renewal/renewal-lists.ts';

const AT_ONCE = 4;
const SHOW_EVERY = 25;

/** What many renewals can have at once: the seats and the plan that they have, or to be undecided again. Others have fields of their own. */
export const SHARED_STATUSES = ['Confirmation Received', 'In Discussion'] as const satisfies readonly z.infer<
  typeof RenewalStatus
>[];

/** Fields that are saved one by one. */
type Field = keyof RenewalSaves | 'confirmation_status';
export type Wanted = Readonly<Partial<Record<Field, string>>>;

/** Saves the status alone, on the renewal as it was read; flag, deployment and special comments stay. */
function useStatusSave(): SaveField {
  const save = useSend(followUp.saveStatus, { refresh: false, recent: 'told by the caller' });
  return async ({ renewal_id, version, highlight_case: flag, task_status: task, special_comments: words }, value) => {
    const status = SHARED_STATUSES.find((one) => one === value) ?? 'In Discussion';
    const unchanged = {
      task_status: task === null ? '' : DeploymentStatus.parse(task),
      special_comments: words ?? '',
    } as const;
    const formData = { ...unchanged, status, highlight: flag ?? 'Green', add_lic: '0' } as const;
    await save.mutateAsync({ renewal_id, version, formData });
    return { confirmation_status: status, version: version + 1 };
  };
}

/** The fields of a renewal that are to have another value than they have. */
export const fieldsToChange = (row: RenewalRow, wanted: Wanted) =>
  (Object.keys(wanted) as Field[]).filter((field) => (row[field] ?? '') !== wanted[field]);

/** How far a change of many renewals has come. */
export interface Progress {
  readonly all: number;
  readonly done: number;
  /** Those whose change was refused. */
  readonly failed: readonly RenewalRow[];
}

/** Closed, the page would leave the rest as it was, and say so to nobody. */
const askBefore = (event: BeforeUnloadEvent) => event.preventDefault();

/** Sets the same fields of many renewals, a few at a time; it goes on when its screen is left. `stop` ends it early: some are `left`. */
export function useChangeMany() {
  const saves = { ...useRenewalSaves(), confirmation_status: useStatusSave() };
  const put = usePutRenewals();
  const [progress, setProgress] = useState<Progress>();
  const stopped = useRef(false);

  const change = async (row: RenewalRow, wanted: Wanted): Promise<Partial<RenewalRow>> => {
    let changed: Partial<RenewalRow> = {};
    for (const field of fieldsToChange(row, wanted))
      changed = { ...changed, ...(await saves[field]({ ...row, ...changed }, wanted[field] ?? '', row[field])) };
    return changed;
  };

  const run = useStable(async (rows: readonly RenewalRow[], wanted: Wanted) => {
    stopped.current = false;
    const waiting = [...rows];
    const changes = new Map<number, Partial<RenewalRow>>();
    const failed: RenewalRow[] = [];
    let done = 0;
    const show = async () => {
      await put(new Map(changes));
      changes.clear();
      setProgress({ all: rows.length, done, failed: [...failed] });
    };
    const work = async () => {
      for (let row; !stopped.current && (row = waiting.shift());) {
        try {
          changes.set(row.renewal_id, await change(row, wanted));
        } catch {
          failed.push(row);
        }
        done += 1;
        if (done % SHOW_EVERY === 0) await show();
      }
    };
    setProgress({ all: rows.length, done, failed });
    window.addEventListener('beforeunload', askBefore);
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await show();
    window.removeEventListener('beforeunload', askBefore);
    setProgress(undefined);
    return { done, failed, left: waiting };
  });

  const stop = () => {
    stopped.current = true;
  };
  return { progress, run, stop };
}
