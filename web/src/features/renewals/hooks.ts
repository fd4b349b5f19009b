import { followUp } from '@desk/contract/follow-up';
import { instructions, type Instruction } from '@desk/contract/renewal-work/instructions';
import { licencesOf, type RenewalRow } from '@desk/contract/renewals';
import { statusLeadsTo } from '@desk/contract/rules/leads-to';
import { DeploymentStatus, spelled, type RenewalStatus } from '@desk/contract/words/lists';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { useRead, useSend } from '../../api/hooks.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import { counted, shortDay } from '../../kit/text/format.ts';
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
    const seats = decidedOtherwise(row, status) === undefined || licencesOf(row) === 0 ? '' : String(licencesOf(row));
    const formData = {
      ...unchanged,
      ...(status === SHARED_STATUSES[0] && seats !== '' && { seats_at_renewal: seats }),
      ...({ status, highlight: flag ?? 'Green', add_lic: '0' } as const),
    };
    const { instruction_id } = await save.mutateAsync({ renewal_id, version, formData });
    const waits = { instruction: 'draft', wanted: 'renew', wanted_seats: licencesOf(row) } as const;
    return { confirmation_status: status, version: version + 1, ...(instruction_id !== null && waits) };
  };
}

/** As it is, by its wish, else by its status: with the licences that there are. */
const isAsItIs = (row: RenewalRow): boolean => {
  const { wanted, wanted_seats: seats, renewed_lic: licences } = row;
  if ((wanted ?? null) !== null) return wanted === 'renew' && seats === licencesOf(row);
  return licences === null || licences === licencesOf(row);
};

/** What was decided, in words. */
function decisionWords(row: RenewalRow): string {
  const { confirmation_status: status, renewed_lic: licences } = row;
  const more = instructionWords(row) ?? (licences === null ? null : counted(licences, 'licence'));
  const decided = statusLeadsTo(status) === 'undecided' || status === null ? null : spelled(status);
  return [decided, more].filter((words) => words !== null).join(': ');
}

/**
 * What somebody decided of a renewal, or granted, that a status which many share would lose, in words: "Upgrade: 21 licences". Undefined:
 * nothing, or no more than that it renews as it is.
 */
function decidedOtherwise(row: RenewalRow, wanted: string): string | undefined {
  const { confirmation_status: status, extension_date: until } = row;
  if (status === 'Extension' && wanted === 'In Discussion')
    return until === null ? status : `${status} until ${shortDay(until)}`;
  const isShared = statusLeadsTo(status) === 'undecided' || status === SHARED_STATUSES[0];
  return isShared && isAsItIs(row) ? undefined : decisionWords(row);
}

/** What a renewal is to have: one that is decided otherwise keeps its status, unless it is to be replaced. */
const wantedOf = (row: RenewalRow, { confirmation_status: status, ...others }: Wanted, replaces: boolean): Wanted =>
  status === undefined || (!replaces && decidedOtherwise(row, status) !== undefined)
    ? others
    : { ...others, confirmation_status: status };

/** The fields of a renewal that are to have another value than they have. @param replaces what was decided otherwise */
const fieldsToChange = (row: RenewalRow, wanted: Wanted, replaces: boolean) => {
  const its = wantedOf(row, wanted, replaces);
  return (Object.keys(its) as Field[]).filter((field) => (row[field] ?? '') !== its[field]);
};

/** Those of them that would get another value. @param replaces what was decided otherwise */
export const changingOf = (rows: readonly RenewalRow[], wanted: Wanted, replaces: boolean) =>
  rows.filter((row) => fieldsToChange(row, wanted, replaces).length > 0);

/** What they are to have: "Status In Discussion, Zone West". */
export const wordsOf = ({ zone, segments, assigned_to: assignee, confirmation_status: status }: Wanted): string =>
  [
    status !== undefined && `Status ${status}`,
    zone !== undefined && `Zone ${zone}`,
    segments !== undefined && `Segment ${segments}`,
    assignee !== undefined && `Assigned To ${assignee === '' ? 'Unassigned' : assignee}`,
  ]
    .filter((words) => words !== false)
    .join(', ');

/** Those that keep their status for what was decided otherwise, with that in words. */
export const keepingStatus = (rows: readonly RenewalRow[], { confirmation_status: status }: Wanted) =>
  status === undefined
    ? []
    : rows.flatMap((row) => {
        const decided = row.confirmation_status === status ? undefined : decidedOtherwise(row, status);
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

type Changes = Map<number, Partial<RenewalRow>>;

/**
 * Does something with many renewals, a few at a time, and puts what it changes of each into the lists; it goes on when its screen is left.
 * `stop` ends it early: some are `left`. After what writes, the rows are asked for: the server changed more of them (a flag, what was said last).
 */
function useMany() {
  const queries = useQueryClient();
  const put = usePutRenewals();
  const [progress, setProgress] = useState<Progress>();
  const stopped = useRef(false);

  const run = useStable(
    async (rows: readonly RenewalRow[], does: (row: RenewalRow) => Promise<Partial<RenewalRow>>, writes = true) => {
      stopped.current = false;
      const waiting = [...rows];
      const changes: Changes = new Map();
      const changed: Changes = new Map();
      const failed: RenewalRow[] = [];
      let done = 0;
      const show = async () => {
        if (changes.size > 0) await put(new Map(changes));
        changes.clear();
        setProgress({ all: rows.length, done, failed: [...failed] });
      };
      const work = async () => {
        for (let row; !stopped.current && (row = waiting.shift());) {
          try {
            const change = await does(row);
            for (const all of [changes, changed]) all.set(row.renewal_id, change);
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
      if (writes) await queries.invalidateQueries();
      setProgress(undefined);
      return { done, failed, left: waiting, changed };
    },
  );

  const stop = () => {
    stopped.current = true;
  };
  return { progress, run, stop };
}

/** Sets the same fields of many renewals. */
export function useChangeMany() {
  const saves = { ...useRenewalSaves(), confirmation_status: useStatusSave() };
  const { run, ...many } = useMany();

  const change = async (row: RenewalRow, wanted: Wanted, replaces: boolean): Promise<Partial<RenewalRow>> => {
    let changed: Partial<RenewalRow> = {};
    for (const field of fieldsToChange(row, wanted, replaces))
      changed = { ...changed, ...(await saves[field]({ ...row, ...changed }, wanted[field] ?? '', row[field])) };
    return changed;
  };

  return {
    ...many,
    run: (rows: readonly RenewalRow[], wanted: Wanted, replaces: boolean) =>
      run(rows, (row) => change(row, wanted, replaces)),
  };
}

/** Renewals whose wish waits to be confirmed, with the wish of each as it is read when somebody asks; and its confirmation. */
export function useConfirmMany() {
  const { run, progress } = useMany();
  const list = useRead(instructions.list);
  const approve = useSend(instructions.approve, { refresh: false, recent: 'told by the caller' });

  const read = async (rows: readonly RenewalRow[]) => {
    const drafts: Instruction[] = [];
    const look = async ({ renewal_id }: RenewalRow) => {
      const { instructions: all } = await list({ renewal_id });
      drafts.push(...all.filter(({ state }) => state === 'draft'));
      return {};
    };
    const { failed } = await run(rows, look, false);
    return { drafts, failed };
  };

  const confirm = (rows: readonly RenewalRow[], drafts: readonly Instruction[]) => {
    const ids = new Map(drafts.map((draft) => [draft.renewal_id, draft.instruction_id]));
    return run(
      rows.filter((row) => ids.has(row.renewal_id)),
      async ({ renewal_id }) => {
        await approve.mutateAsync({ instruction_id: ids.get(renewal_id) ?? 0 });
        return { instruction: 'approved' };
      },
    );
  };

  return { isBusy: progress !== undefined, read, confirm };
}
