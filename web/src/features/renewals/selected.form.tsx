import { Button } from '@mantine/core';
import { Segment, Zone } from '@desk/contract/lists';
import type { RenewalRow } from '@desk/contract/renewals';
import { useState } from 'react';
import { ActionBar } from '../../kit/action-bar.tsx';
import { ExportButtons } from '../../kit/export-buttons.tsx';
import { FilterSelect } from '../../kit/filters.tsx';
import { counted, number } from '../../kit/format.ts';
import type { SheetForm } from '../../kit/save-sheet.ts';
import { say } from '../../kit/say.ts';
import type { Selection } from '../../kit/selection.ts';
import { useChangeMany, type Progress } from '../../parts/change-many.ts';
import { useMembers } from '../../parts/members.ts';

const KEEP = 'Keep';
const QUARTERS = 4;
const NAMED = 5;

interface Props {
  /** The ticked rows among those that match. */
  rows: readonly RenewalRow[];
  /** How many match in all. */
  matching: number;
  selection: Selection;
  exporting: boolean;
  onExport: (form: SheetForm) => void;
}

/** What can be done with the ticked renewals: assign, set zone and segment, export. */
export function SelectedForm({ rows, matching, selection, exporting, onExport }: Props) {
  const { options } = useMembers();
  const { progress, run, stop } = useChangeMany();
  const [assignee, setAssignee] = useState<string>();
  const [zone, setZone] = useState('');
  const [segment, setSegment] = useState('');
  const wanted = {
    ...(assignee !== undefined && { assigned_to: assignee }),
    ...(zone !== '' && { zone }),
    ...(segment !== '' && { segments: segment }),
  };
  const update = async () => {
    const { all, done, failed } = await run(rows, wanted);
    if (done > failed.length) say('done', `${counted(done - failed.length, 'renewal')} updated`);
    if (failed.length > 0) say('failed', notUpdated(failed, all));
    setAssignee(undefined);
    setZone('');
    setSegment('');
    if (failed.length === 0) selection.clear();
  };

  if (progress) return <Working progress={progress} onStop={stop} />;
  if (rows.length === 0) return null;
  return (
    <ActionBar label="Selected renewals">
      <span role="status">{number(rows.length)} selected</span>
      {!selection.all && rows.length < matching && (
        <Button size="xs" variant="default" onClick={selection.selectAll}>
          Select all {number(matching)} that match
        </Button>
      )}
      <FilterSelect
        label="Assign to"
        all={KEEP}
        value={assignee === '' ? 'Unassigned' : (assignee ?? '')}
        options={options.map(({ value, label }) => (value === '' ? label : value))}
        onChange={(value) => setAssignee(options.find((one) => one.value === value || one.label === value)?.value)}
      />
      <FilterSelect label="Set zone" all={KEEP} value={zone} options={Zone.options} onChange={setZone} />
      <FilterSelect label="Set segment" all={KEEP} value={segment} options={Segment.options} onChange={setSegment} />
      <Button size="xs" disabled={Object.keys(wanted).length === 0} onClick={() => void update()}>
        Update {number(rows.length)}
      </Button>
      <ExportButtons label="Export" size="xs" busy={exporting} onExport={onExport} />
      <Button size="xs" variant="default" onClick={selection.clear}>
        Clear selection
      </Button>
    </ActionBar>
  );
}

const notUpdated = (failed: readonly string[], all: number) =>
  `${number(failed.length)} of ${counted(all, 'renewal')} not updated: ${failed.slice(0, NAMED).join(', ')}${failed.length > NAMED ? ', …' : ''}`;

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
