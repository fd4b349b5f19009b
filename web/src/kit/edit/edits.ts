import { useEffect, useState } from 'react';
import { recordChange } from './changes.ts';
import { toast } from '../feedback/toast.ts';
import { makeStore, useStore, type Store } from '../browser/store.ts';
import type { RowIdentity } from './row-identity.ts';
import { useStable } from '../browser/use-stable.ts';
import { shown } from '../text/format.ts';

interface EditableField<Row> {
  /** In words: "Zone". */
  readonly label: string;
  readonly read: (row: Row) => string | null;
  /**
   * Saves `value` ('': nothing); `was` is what the user saw before (null: nothing). Resolves when the row on screen has the new value;
   * rejects with `ChangedMeanwhile` where something else than `was` stands there.
   */
  readonly save: (row: Row, value: string, was: string | null) => Promise<unknown>;
  readonly done: string;
  readonly failed: string;
}

/** Why an edit was not saved: another value than the one that was seen stands there by now, and is shown before it is replaced. */
export class ChangedMeanwhile extends Error {
  readonly stands: string;
  constructor(stands: string | null) {
    super('Changed meanwhile');
    this.stands = stands ?? '';
  }
}

export interface CellEdit {
  /** Laid over the row's own value until it is saved or given up. */
  readonly value?: string;
  readonly state: 'unsaved' | 'saving' | 'saved' | 'failed';
  /** What stood there where it was not saved because of that. */
  readonly stands?: string;
}

interface Draft<Row> {
  readonly row: Row;
  readonly field: string;
  readonly value: string;
  /** What was seen there as it was chosen: the row may have been refreshed below the choice since. */
  readonly was: string;
}

/** The edits of one table: each cell on its own, so that two may be in flight and one may fail. */
export interface Edits<Row> {
  readonly when: 'at-once' | 'on-update';
  /** By `{row key}:{field}`. */
  readonly cells: Store<ReadonlyMap<string, CellEdit>>;
  readonly cellKey: (row: Row, field: string) => string;
  readonly valueOf: (row: Row, field: string) => string;
  readonly commit: (row: Row, field: string, value: string) => void;
  readonly update: (row: Row, field: string) => void;
  readonly updateAll: () => void;
  readonly discardAll: () => void;
}

interface Options<Row> {
  row: RowIdentity<Row>;
  /** `at-once`: a choice is saved as it is made. `on-update`: it waits for the Update button. */
  when: 'at-once' | 'on-update';
  fields: Readonly<Record<string, EditableField<Row>>>;
}

const TICK_MS = 1500;

/** Inline edits with their messages, marks, roll-back, Retry, and their entry in Recent changes. */
export function useEdits<Row>(options: Options<Row>): Edits<Row> {
  const current = useStable(() => options);
  const [{ edits, stop }] = useState(() => makeEdits(options.when, current));
  useEffect(() => stop, [stop]);
  return edits;
}

function makeEdits<Row>(when: 'at-once' | 'on-update', current: () => Options<Row>) {
  const cells = makeStore<ReadonlyMap<string, CellEdit>>(new Map());
  const drafts = new Map<string, Draft<Row>>();
  const underWay = new Set<string>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const cellKey = (row: Row, field: string) => `${String(current().row.key(row))}:${field}`;
  const fieldOf = (field: string) => {
    const found = current().fields[field];
    if (!found) throw new Error(`The table has no editable field ${field}.`);
    return found;
  };
  const valueOf = (row: Row, field: string) => fieldOf(field).read(row) ?? '';
  const put = (key: string, cell: CellEdit | undefined) => {
    const next = new Map(cells.get());
    if (cell) next.set(key, cell);
    else next.delete(key);
    cells.set(next);
  };
  const tick = (key: string) => {
    put(key, { state: 'saved' });
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (cells.get().get(key)?.state === 'saved') put(key, undefined);
    }, TICK_MS);
    timers.add(timer);
  };

  /** A choice made at once rolls back; one that waits for Update goes on waiting, so that nothing chosen is lost. */
  const notSaved = (key: string, stands: string | undefined) => {
    const waiting = drafts.get(key);
    // Chosen while it was saved: as it stood before, and stands.
    if (waiting && waiting.value === waiting.was && stands === undefined) {
      drafts.delete(key);
      put(key, { state: 'failed' });
      return;
    }
    const changed = stands !== undefined && { stands };
    if (waiting && changed) drafts.set(key, { ...waiting, was: changed.stands });
    put(key, { ...(waiting && { value: waiting.value }), state: 'failed', ...changed });
  };
  /** Another choice that was made meanwhile goes on waiting: what was saved now is what it replaces. */
  const saved = (key: string, value: string) => {
    const waiting = drafts.get(key);
    if (waiting && waiting.value !== value) {
      drafts.set(key, { ...waiting, was: value });
      put(key, { value: waiting.value, state: 'unsaved' });
      return;
    }
    drafts.delete(key);
    tick(key);
  };

  /** Saves, or says that it could not; `onFailed` says it instead. */
  const save = async (draft: Draft<Row>, onFailed?: (reason: string) => void): Promise<void> => {
    const { row, field, value, was } = draft;
    const key = cellKey(row, field);
    const of = fieldOf(field);
    const what = `${of.label} of ${current().row.name(row)}`;
    put(key, { value, state: 'saving' });
    underWay.add(key);
    try {
      await of.save(row, value, was === '' ? null : was);
    } catch (error) {
      const stands = error instanceof ChangedMeanwhile ? error.stands : undefined;
      notSaved(key, stands);
      if (onFailed) {
        onFailed(of.failed);
        return;
      }
      const failed =
        stands === undefined ? of.failed : `${what} is ${shown(stands)} by now. Try again to make it ${shown(value)}.`;
      toast('failed', failed, { retry: () => void save({ ...draft, was: stands ?? was }) });
      return;
    } finally {
      underWay.delete(key);
    }
    saved(key, value);
    toast('done', of.done);
    const undo = () =>
      save({ ...draft, value: was, was: value }, (reason) => {
        throw new Error(reason);
      });
    recordChange({ what, from: was, to: value, undo });
  };

  const update = (row: Row, field: string) => {
    const draft = drafts.get(cellKey(row, field));
    if (draft) void save({ ...draft, row });
  };
  const edits: Edits<Row> = {
    when,
    cells,
    cellKey,
    valueOf,
    commit: (row, field, value) => {
      const key = cellKey(row, field);
      const stands = valueOf(row, field);
      const was = drafts.get(key)?.was ?? stands;
      const draft = { row, field, value, was };
      if (when === 'at-once') return void save(draft);
      // What is on its way lands: to have the former value back is a choice of its own then.
      if (!underWay.has(key) && (value === was || value === stands)) {
        drafts.delete(key);
        put(key, undefined);
        return;
      }
      drafts.set(key, draft);
      put(key, { value, state: 'unsaved' });
    },
    update,
    updateAll: () => {
      for (const { row, field } of [...drafts.values()]) update(row, field);
    },
    discardAll: () => {
      for (const key of drafts.keys()) put(key, undefined);
      drafts.clear();
    },
  };
  const stop = () => {
    for (const timer of timers) clearTimeout(timer);
  };
  return { edits, stop };
}

export const useCellEdit = <Row>(edits: Edits<Row>, row: Row, field: string): CellEdit | undefined =>
  useStore(edits.cells, (cells) => cells.get(edits.cellKey(row, field)));

/** How many choices wait to be saved. */
export const useUnsaved = <Row>(edits: Edits<Row>): number =>
  useStore(
    edits.cells,
    (cells) => [...cells.values()].filter((cell) => cell.value !== undefined && cell.state !== 'saving').length,
  );
