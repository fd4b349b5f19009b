import type { domains } from '@desk/contract/domains';
import type { users } from '@desk/contract/users';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../kit/button/button.tsx';
import { useSend } from '../../api/hooks.ts';
import { Badge } from '../../kit/text/badge.tsx';
import { recordChange } from '../../kit/edit/changes.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { SegmentedControl } from '../../kit/filter/segmented-control.tsx';
import type { RowIdentity } from '../../kit/edit/row-identity.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import classes from './decided.module.css';

/** Takes a decision back. */
export type UndoCall = typeof domains.undo | typeof users.undo;
type Key = string | number;

/** The decision made here on a row. */
export interface Mark {
  readonly word: 'Approved' | 'Rejected';
  readonly decision_id: number;
}

export interface Deciding<Row> {
  readonly markOf: (row: Row) => Mark | undefined;
  readonly isBusy: (row: Row) => boolean;
  /** Decides on a row by `send`, whose failure is the caller's. */
  readonly decide: (row: Row, word: Mark['word'], send: () => Promise<{ decision_id: number }>) => Promise<void>;
  /** Shows a failure, and asks for the list: somebody else may have decided. */
  readonly showFailure: (error: unknown) => Promise<void>;
  readonly undo: (row: Row) => void;
  /** Forgets the marks: the list is taken anew. */
  readonly forget: () => void;
}

/**
 * Rows that wait for a decision, and what was decided on them here: a decided row keeps its place and can be taken back.
 * @param failed asks for the list.
 */
export function useDeciding<Row>(row: RowIdentity<Row>, call: UndoCall, failed: () => Promise<unknown>): Deciding<Row> {
  const [marks, setMarks] = useState<ReadonlyMap<Key, Mark>>(new Map());
  const [busy, setBusy] = useState<ReadonlySet<Key>>(new Set());
  const takeBack = useSend(call, { recent: 'told by the caller' });
  const during = async (key: Key, work: () => Promise<void>) => {
    setBusy((before) => new Set([...before, key]));
    await work().finally(() => setBusy((before) => new Set([...before].filter((one) => one !== key))));
  };
  const showFailure = async (error: unknown) => {
    toast('failed', (error as Error).message);
    await failed();
  };
  const undo = useStable((one: Row) => {
    const key = row.key(one);
    const mark = marks.get(key);
    if (mark === undefined || busy.has(key)) return;
    void during(key, async () => {
      await takeBack.mutateAsync({ decision_id: mark.decision_id });
      setMarks((before) => new Map([...before].filter(([other]) => other !== key)));
      recordChange({ what: `Decision on ${row.name(one)} taken back`, from: mark.word, to: 'waits again' });
      toast('done', `${row.name(one)} waits again`);
    }).catch(showFailure);
  });
  return {
    markOf: (one) => marks.get(row.key(one)),
    isBusy: (one) => busy.has(row.key(one)),
    decide: (one, word, send) =>
      during(row.key(one), async () => {
        const { decision_id } = await send();
        setMarks((before) => new Map([...before, [row.key(one), { word, decision_id }]]));
        toast('done', `${row.name(one)} ${word}`);
      }),
    showFailure,
    undo,
    forget: () => setMarks(new Map()),
  };
}

/** The decision on a row, in the place of its buttons. */
export const DecidedMark = ({ mark }: { mark: Mark | undefined }) =>
  mark ? (
    <Badge word={`${mark.word} by you`} tone={mark.word === 'Approved' ? 'good' : 'bad'} />
  ) : (
    <Badge word="Decided meanwhile" tone="quiet" />
  );

export function UndoButton({ name, busy, onUndo }: { name: string; busy: boolean; onUndo: () => void }) {
  return (
    <button
      type="button"
      className={classes.undo}
      aria-label={`Undo: ${name}`}
      aria-disabled={busy}
      aria-busy={busy}
      onClick={onUndo}
    >
      Undo
    </button>
  );
}

const SHOWN = { waiting: 'Waiting', decided: 'Decided' } as const;
type Shown = keyof typeof SHOWN;
/** Which of both a screen shows, as its address has it. */
export const shownField = z.catch(z.enum(['waiting', 'decided']), 'waiting');

/** Those that wait, or what was decided lately. */
export const ShownSwitch = ({ value, onChange }: { value: Shown; onChange: (value: Shown) => void }) => (
  <SegmentedControl label="Show" options={SHOWN} value={value} onChange={onChange} />
);

/** Takes the list anew, and says how many have come since. */
export function RenewBar({ more, onRenew }: { more: number; onRenew: () => void }) {
  return (
    <div className={classes.bar}>
      <Button variant="default" onClick={onRenew}>
        Refresh list
      </Button>
      <p role="status">{more > 0 && `${String(more)} more since you opened the list.`}</p>
    </div>
  );
}
