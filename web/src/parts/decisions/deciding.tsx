import { NOT_UNDONE, type Left } from '@desk/contract/decisions';
import type { domains, domainApprovals } from '@desk/contract/domains';
import type { users, userApprovals } from '@desk/contract/users';
import { useRef, useState, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../kit/button/button.tsx';
import { useSend } from '../../api/hooks.ts';
import { Badge } from '../../kit/text/badge.tsx';
import { now } from '../../kit/text/clock.ts';
import { recordChange, undo as undoChange } from '../../kit/edit/changes.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { counted } from '../../kit/text/format.ts';
import { SegmentedControl } from '../../kit/filter/segmented-control.tsx';
import type { RowIdentity } from '../../kit/edit/row-identity.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import classes from './decided.module.css';

/** Takes a decision back. */
export type UndoCall = typeof domains.undo | typeof users.undo;
type UndoManyCall = typeof domainApprovals.undo | typeof userApprovals.undo;
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
  /** Decides on many rows by one `send`, and tells which were left and why; all that were decided are taken back together. */
  readonly decideMany: (rows: readonly Row[], word: Mark['word'], send: () => Promise<DecidedMany>) => Promise<void>;
  /** Shows a failure, and asks for the list: somebody else may have decided. */
  readonly showFailure: (error: unknown) => Promise<void>;
  readonly undo: (row: Row) => void;
  /** Whether it has just been taken back: a second press on Undo falls on what stands there by now. */
  readonly isJustBack: (row: Row) => boolean;
  /** Forgets the marks: the list is taken anew. */
  readonly forget: () => void;
}

interface DecidedMany {
  readonly decided: readonly { readonly id: number; readonly decision_id: number }[];
  readonly left: readonly Left[];
}

interface DecidingOn<Row> {
  row: RowIdentity<Row>;
  /** The number by which the answer names a row. */
  idOf: (row: Row) => number;
  /** A row in one word, such as `user`. */
  noun: string;
  undo: UndoCall;
  undoMany: UndoManyCall;
  /** Asks for the list. */
  failed: () => Promise<unknown>;
}

const NAMED = 5;
/** Those who were left for one reason; the first few by name. */
function leftFor(message: string, left: readonly Left[], nameOf: (id: number) => string | undefined): string {
  const names = left.flatMap(({ id }) => nameOf(id) ?? []);
  const more = names.length > NAMED ? ` and ${counted(names.length - NAMED, 'more', 'more')}` : '';
  return names.length === 0 ? message : `${names.slice(0, NAMED).join(', ')}${more}: ${message}`;
}
/** Says of those that were left why, each reason once. */
function showLeft(words: string, left: readonly Left[], nameOf: (id: number) => string | undefined) {
  if (left.length === 0) return;
  const reasons = new Set(left.map(({ message }) => message));
  const each = [...reasons].map((reason) => leftFor(reason, left.filter(({ message }) => message === reason), nameOf)); // prettier-ignore
  toast('failed', `${words} ${each.join(' ')}`);
}

/** A press so soon after it was meant for what stood there before. */
const JUST_BACK_MS = 1500;

/**
 * Rows that wait for a decision, and what was decided on them here: a decided row keeps its place and can be taken back.
 */
export function useDeciding<Row>({ row, idOf, noun, undo: call, undoMany, failed }: DecidingOn<Row>): Deciding<Row> {
  const [marks, setMarks] = useState<ReadonlyMap<Key, Mark>>(new Map());
  const [busy, setBusy] = useState<ReadonlySet<Key>>(new Set());
  const takeBack = useSend(call, { recent: 'told by the caller' });
  const takeManyBack = useSend(undoMany, { recent: 'told by the caller' });
  const backAt = useRef(new Map<Key, number>());
  const during = async (keys: readonly Key[], work: () => Promise<void>) => {
    setBusy((before) => new Set([...before, ...keys]));
    await work().finally(() => setBusy((before) => new Set([...before].filter((one) => !keys.includes(one)))));
  };
  const showFailure = async (error: unknown) => {
    toast('failed', (error as Error).message);
    await failed();
  };
  const undo = useStable((one: Row) => {
    const key = row.key(one);
    const mark = marks.get(key);
    if (mark === undefined || busy.has(key)) return;
    void during([key], async () => {
      await takeBack.mutateAsync({ decision_id: mark.decision_id });
      backAt.current.set(key, now());
      setMarks((before) => new Map([...before].filter(([other]) => other !== key)));
      recordChange({
        what: `Decision on ${row.name(one)} taken back`,
        from: mark.word,
        to: 'waits again',
        isUndo: true,
      });
      toast('done', `${row.name(one)} waits again`);
    }).catch(showFailure);
  });
  const undoAll = async (word: Mark['word'], decision_ids: number[]) => {
    try {
      const { undone, left } = await takeManyBack.mutateAsync({ decision_ids });
      setMarks((before) => new Map([...before].filter(([, mark]) => !undone.includes(mark.decision_id))));
      // Taken back one by one before, they wait as was wished.
      const stands = left.filter(({ message }) => message !== NOT_UNDONE[410]);
      const again = counted(decision_ids.length - stands.length, noun);
      if (undone.length > 0)
        recordChange({
          what: `Decisions on ${counted(undone.length, noun)} taken back`,
          from: word,
          to: 'wait again',
          isUndo: true,
        });
      if (stands.length < decision_ids.length)
        toast('done', `${again} ${decision_ids.length - stands.length === 1 ? 'waits' : 'wait'} again`);
      showLeft(`${counted(stands.length, noun)} not taken back.`, stands, () => undefined);
    } catch (error) {
      // Somebody else may have decided: the list shows it. That it was not taken back is said where it was asked for.
      await failed();
      throw error;
    }
  };
  const decideMany: Deciding<Row>['decideMany'] = (rows, word, send) =>
    during(rows.map(row.key), async () => {
      const byId = new Map(rows.map((one) => [idOf(one), one]));
      const { decided, left } = await send();
      const made = decided.flatMap(({ id, decision_id }) => {
        const one = byId.get(id);
        return one === undefined ? [] : [[row.key(one), { word, decision_id }] as const];
      });
      setMarks((before) => new Map([...before, ...made]));
      const ids = decided.map(({ decision_id }) => decision_id);
      if (ids.length > 0) {
        const what = `${counted(ids.length, noun)} ${word.toLowerCase()}`;
        // The toast is gone before the mails leave: Recent changes has the way back as well.
        const change = recordChange({ what, undo: () => undoAll(word, ids) });
        toast('done', `${what}. Mails leave in a minute.`, { undo: () => void undoChange(change) });
      }
      const nameOf = (id: number) => {
        const one = byId.get(id);
        return one && row.name(one);
      };
      showLeft(`${counted(left.length, noun)} not ${word.toLowerCase()}.`, left, nameOf);
    });
  return {
    decideMany,
    markOf: (one) => marks.get(row.key(one)),
    isBusy: (one) => busy.has(row.key(one)),
    decide: (one, word, send) =>
      during([row.key(one)], async () => {
        const { decision_id } = await send();
        setMarks((before) => new Map([...before, [row.key(one), { word, decision_id }]]));
        toast('done', `${row.name(one)} ${word}`);
      }),
    showFailure,
    undo,
    isJustBack: (one) => now() - (backAt.current.get(row.key(one)) ?? 0) < JUST_BACK_MS,
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

interface RenewProps {
  more: number;
  /** Where or since when there are more. */
  since?: string;
  onRenew: () => void;
  /** What else is done with the whole list. */
  children?: ReactNode;
}

/** Takes the list anew, and says how many have come since. */
export function RenewBar({ more, since = 'since you opened the list', onRenew, children }: RenewProps) {
  return (
    <div className={classes.bar}>
      <Button variant="default" onClick={onRenew}>
        Refresh list
      </Button>
      {children}
      <p role="status">{more > 0 && `${String(more)} more ${since}.`}</p>
    </div>
  );
}
