import { useEffect, useState } from 'react';
import { recordChange } from './changes.ts';
import { toast } from '../feedback/toast.ts';
import { makeStore, useStore, type Store } from '../browser/store.ts';
import type { RowIdentity } from './row-identity.ts';
import { useStable } from '../browser/use-stable.ts';

interface EditableField<Row> {
  /** In words: "Zone". */
  readonly label: string;
  readonly read: (row: Row) => string | null;
  /**
   * Saves `value` ('': nothing); `was` is what the user saw before (null: nothing). Resolves when the row on screen has the new value.
   */
  readonly save: (row: Row, value: string, was: string | null) => Promise<unknown>;
  readonly done: string;
  readonly failed: string;
}

export interface CellEdit {
  /** Laid over the row's own value until it is saved or given up. */
  readonly value?: string;
  readonly state: 'unsaved' | 'saving' | 'saved' | 'failed';
}

interface Draft<Row> {
  readonly row: Row;
  readonly field: string;
  readonly value: string;
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

  /** Saves, or says that it could not; `onFailed` says it instead. */
  const save = async (draft: Draft<Row>, was: string, onFailed?: (reason: string) => void): Promise<void> => {
    const { row, field, value } = draft;
    const key = cellKey(row, field);
    const of = fieldOf(field);
    put(key, { value, state: 'saving' });
    try {
      await of.save(row, value, was === '' ? null : was);
    } catch {
      // A choice made at once rolls back; one that waited for Update stays, so that nothing chosen is lost.
      put(key, when === 'at-once' ? { state: 'failed' } : { value, state: 'failed' });
      if (onFailed) onFailed(of.failed);
      else toast('failed', of.failed, { retry: () => void save(draft, was) });
      return;
    }
    if (drafts.get(key)?.value === value) drafts.delete(key);
    tick(key);
    toast('done', of.done);
    const undo = () =>
      save({ ...draft, value: was }, value, (reason) => {
        throw new Error(reason);
      });
    recordChange({
      what: `${of.label} of ${current().row.name(row)}`,
      from: was,
      to: value,
      undo,
    });
  };

  const update = (row: Row, field: string) => {
    const draft = drafts.get(cellKey(row, field));
    if (draft) void save(draft, valueOf(row, field));
  };
  const edits: Edits<Row> = {
    when,
    cells,
    cellKey,
    valueOf,
    commit: (row, field, value) => {
      const key = cellKey(row, field);
      const draft = { row, field, value };
      if (when === 'at-once') return void save(draft, valueOf(row, field));
      if (value === valueOf(row, field)) {
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
