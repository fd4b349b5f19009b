import { followUp } from '@desk/contract/follow-up';
import { licencesOf, type RenewalRow } from '@desk/contract/renewals';
import { statusLeadsTo } from '@desk/contract/rules/leads-to';
import { DeploymentStatus, spelled, type RenewalStatus } from '@desk/contract/words/lists';
import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import { counted } from '../../kit/text/format.ts';
import { instructionWords } from '../../parts/renewal/next-term.ts';
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
  return async (row, value) => {
    const { renewal_id, version, highlight_case: flag, task_status: task, special_comments: words } = row;
    const status = SHARED_STATUSES.find((one) => one === value) ?? 'In Discussion';
    const unchanged = {
      task_status: task === null ? '' : DeploymentStatus.parse(task),
      special_comments: words ?? '',
    } as const;
    // In the place of what was decided otherwise it says its seats: else those of a wish would stay.
    const seats = decidedOtherwise(row) === undefined || licencesOf(row) === 0 ? '' : String(licencesOf(row));
    const formData = {
      ...unchanged,
      ...(status === SHARED_STATUSES[0] && seats !== '' && { seats_at_renewal: seats }),
      ...({ status, highlight: flag ?? 'Green', add_lic: '0' } as const),
    };
    await save.mutateAsync({ renewal_id, version, formData });
    return { confirmation_status: status, version: version + 1 };
  };
}

/** As it is, by its wish, else by its status: with the licences that there are. */
const isAsItIs = (row: RenewalRow): boolean => {
  const { wanted, wanted_seats: seats, renewed_lic: licences } = row;
  if ((wanted ?? null) !== null) return wanted === 'renew' && seats === licencesOf(row);
  return licences === null || licences === licencesOf(row);
};

/**
 * What somebody decided of a renewal that a status which many share would lose, in words: "Upgrade: 21 licences". Undefined: nothing, or no
 * more than that it renews as it is.
 */
export function decidedOtherwise(row: RenewalRow): string | undefined {
  const { confirmation_status: status, renewed_lic: licences } = row;
  const isUndecided = statusLeadsTo(status) === 'undecided';
  if ((isUndecided || status === SHARED_STATUSES[0]) && isAsItIs(row)) return undefined;
  const more = instructionWords(row) ?? (licences === null ? null : counted(licences, 'licence'));
  const decided = isUndecided || status === null ? null : spelled(status);
  return [decided, more].filter((words) => words !== null).join(': ');
}

/** What a renewal is to have: one that is decided otherwise keeps its status, unless it is to be replaced. */
const wantedOf = (row: RenewalRow, { confirmation_status: status, ...others }: Wanted, replaces: boolean): Wanted =>
  status === undefined || (!replaces && decidedOtherwise(row) !== undefined)
    ? others
    : { ...others, confirmation_status: status };

/** The fields of a renewal that are to have another value than they have. @param replaces what was decided otherwise */
export const fieldsToChange = (row: RenewalRow, wanted: Wanted, replaces: boolean) => {
  const its = wantedOf(row, wanted, replaces);
  return (Object.keys(its) as Field[]).filter((field) => (row[field] ?? '') !== its[field]);
};

/** Those that keep their status for what was decided otherwise, with that in words. */
export const keepingStatus = (rows: readonly RenewalRow[], { confirmation_status: status }: Wanted) =>
  status === undefined
    ? []
    : rows.flatMap((row) => {
        const decided = row.confirmation_status === status ? undefined : decidedOtherwise(row);
        return decided === undefined ? [] : [{ row, decided }];
      });

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

  const change = async (row: RenewalRow, wanted: Wanted, replaces: boolean): Promise<Partial<RenewalRow>> => {
    let changed: Partial<RenewalRow> = {};
    for (const field of fieldsToChange(row, wanted, replaces))
      changed = { ...changed, ...(await saves[field]({ ...row, ...changed }, wanted[field] ?? '', row[field])) };
    return changed;
  };

  const run = useStable(async (rows: readonly RenewalRow[], wanted: Wanted, replaces: boolean) => {
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
          changes.set(row.renewal_id, await change(row, wanted, replaces));
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
