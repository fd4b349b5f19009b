import { Segment, Zone } from '@desk/contract/words/lists';
import type { RenewalRow } from '@desk/contract/renewals';
import { Suspense, useState, type ComponentProps } from 'react';
import { lazyPart, usePreloaded } from '../../api/load-code.ts';
import { Button } from '../../kit/button/button.tsx';
import { ActionBar } from '../../kit/layout/action-bar.tsx';
import { recordChange } from '../../kit/edit/changes.ts';
import { ExportButtons } from '../../kit/export/export-buttons.tsx';
import { FilterSelect } from '../../kit/filter/filters.tsx';
import { counted, number } from '../../kit/text/format.ts';
import type { SheetForm } from '../../kit/export/save-sheet.ts';
import { toast } from '../../kit/feedback/toast.ts';
import type { Selection } from '../../kit/table/selection.ts';
import {
  changingOf,
  keepingStatus,
  SHARED_STATUSES,
  useChangeMany,
  wordsOf,
  type Progress,
  type Wanted,
} from './hooks.ts';
import { useMembers } from '../../parts/renewal/members.ts';
import { renewalIdentity } from '../../parts/renewal/renewal.ts';

const ChangeManyDialog = lazyPart(async () => (await import('./change-many.dialog.tsx')).ChangeManyDialog);
const ConfirmManyPanel = lazyPart(async () => (await import('./confirm-many.panel.tsx')).ConfirmManyPanel);
const PRELOADED = [ChangeManyDialog, ConfirmManyPanel];

const QUARTERS = 4;
/** So many are named where one has to read it at once, and where one looks them up. */
const NAMED = { atOnce: 5, later: 20 } as const;

interface Props {
  /** The ticked rows among those that match. */
  rows: readonly RenewalRow[];
  /** How many match in all. */
  matching: number;
  selection: Selection;
  /** They were changed, all or some. */
  onChanged: () => void;
  exporting: boolean;
  onExport: (form: SheetForm) => void;
}

/** Actions on the ticked renewals: assign, set zone, segment and status, export. */
export function SelectedPanel({ rows, matching, selection, onChanged, exporting, onExport }: Props) {
  const { options } = useMembers();
  const { progress, run, stop } = useChangeMany();
  const [assignee, setAssignee] = useState<string>();
  const [zone, setZone] = useState('');
  const [segment, setSegment] = useState('');
  const [status, setStatus] = useState('');
  const [asking, setAsking] = useState(false);
  usePreloaded(PRELOADED);
  const wanted = wantedOf(assignee, zone, segment, status);
  const update = async (replaces: boolean) => {
    setAsking(false);
    const changing = changingOf(rows, wanted, replaces);
    const keeping = replaces ? [] : keepingStatus(rows, wanted).map(({ row }) => row);
    const { done, failed, left, changed: saved } = await run(changing, wanted, replaces);
    onChanged();
    const updated = counted(done - failed.length, 'renewal');
    // Where none was, what failed says so.
    if (done > failed.length || failed.length === 0)
      toast('done', `${updated} updated${leftWords(left.length)}${keepWords(keeping.length)}`);
    const changed = changing.filter((row) => !failed.includes(row) && !left.includes(row));
    if (changed.length > 0)
      recordChange({
        what: `${wordsOf(wanted)} set for ${updated}: ${namesOf(changed, NAMED.later)}${keepWords(keeping.length, keeping)}`,
      });
    if (failed.length > 0) toast('failed', notUpdated(failed, done));
    // What waits to be confirmed by that can be confirmed together at once.
    const waiting = changing.filter((row) => saved.get(row.renewal_id)?.instruction === 'draft');
    selection.select([...new Set([...failed, ...left, ...keeping, ...waiting])].map(renewalIdentity.key));
    // What is left is to have the same.
    if (left.length > 0) return;
    setAssignee(undefined);
    setZone('');
    setSegment('');
    setStatus('');
  };

  if (progress) return <Working progress={progress} onStop={stop} />;
  if (rows.length === 0) return null;
  return (
    <ActionBar label="Selected renewals">
      <strong role="status">{number(rows.length)} selected</strong>
      {!selection.all && rows.length < matching && (
        <Button size="xs" variant="default" onClick={selection.selectAll}>
          Select all {number(matching)} that match
        </Button>
      )}
      <Change
        label="Assign to"
        value={assignee === '' ? 'Unassigned' : (assignee ?? '')}
        options={options.map((one) => (one.value === '' ? one.label : one))}
        onChange={(value) => setAssignee(options.find((one) => one.value === value || one.label === value)?.value)}
      />
      <Change label="Set zone" value={zone} options={Zone.options} onChange={setZone} />
      <Change label="Set segment" value={segment} options={Segment.options} onChange={setSegment} />
      <Change label="Set status" value={status} options={SHARED_STATUSES} onChange={setStatus} />
      <Button size="xs" disabled={Object.keys(wanted).length === 0} onClick={() => setAsking(true)}>
        Update {number(rows.length)}
      </Button>
      <Suspense fallback={null}>
        <ConfirmManyPanel
          rows={rows.filter(({ instruction }) => instruction === 'draft')}
          onDone={(confirmed) => {
            onChanged();
            selection.select(rows.map(renewalIdentity.key).filter((key) => !confirmed.has(key)));
          }}
        />
      </Suspense>
      <ExportButtons label="Export" size="xs" busy={exporting} onExport={onExport} />
      <Button size="xs" variant="default" aria-label="Clear selection" onClick={selection.clear}>
        ×
      </Button>
      {asking && (
        <Suspense fallback={null}>
          <ChangeManyDialog
            rows={rows}
            wanted={wanted}
            onYes={(replaces) => void update(replaces)}
            onNo={() => setAsking(false)}
          />
        </Suspense>
      )}
    </ActionBar>
  );
}

/** What all of them are to have; its first choice, which leaves them as they are, says what it is. */
const Change = ({ label, ...choice }: Omit<ComponentProps<typeof FilterSelect>, 'all' | 'isQuiet'>) => (
  <FilterSelect label={label} all={label} isQuiet {...choice} />
);

const leftWords = (count: number) => (count === 0 ? '' : `, ${number(count)} ${count === 1 ? 'is' : 'are'} left`);
/** @param named who they are, where one looks it up */
const keepWords = (count: number, named: readonly RenewalRow[] = []) =>
  count === 0
    ? ''
    : `; ${number(count)} ${count === 1 ? 'is decided otherwise and keeps its status' : 'are decided otherwise and keep their status'}${named.length > 0 ? `: ${namesOf(named, NAMED.later)}` : ''}`;

/** The chosen values; an assignee of '' is nobody, undefined leaves it unchanged. */
const wantedOf = (assignee: string | undefined, zone: string, segment: string, status: string): Wanted => ({
  ...(assignee !== undefined && { assigned_to: assignee }),
  ...(zone !== '' && { zone }),
  ...(segment !== '' && { segments: segment }),
  ...(status !== '' && { confirmation_status: status }),
});

const namesOf = (rows: readonly RenewalRow[], most: number) =>
  `${rows.slice(0, most).map(renewalIdentity.name).join(', ')}${rows.length > most ? ', …' : ''}`;

const notUpdated = (failed: readonly RenewalRow[], all: number) =>
  `${number(failed.length)} of ${counted(all, 'renewal')} not updated: ${namesOf(failed, NAMED.atOnce)}`;

function Working({ progress: { all, done, failed }, onStop }: { progress: Progress; onStop: () => void }) {
  const quarter = Math.floor((done / all) * QUARTERS);
  const words = `${number(done)} of ${number(all)} updated${failed.length > 0 ? `, ${number(failed.length)} failed` : ''}`;
  return (
    <ActionBar label="Selected renewals">
      <progress aria-label="Renewals updated" value={done} max={all} />
      <span>{words}</span>
      <span role="status" className="visually-hidden">
        {quarter > 0 && `${String((quarter * 100) / QUARTERS)} % updated`}
      </span>
      <Button size="xs" variant="default" onClick={onStop}>
        Stop
      </Button>
    </ActionBar>
  );
}
