import type { ReplyOf } from '@desk/contract/call';
import { renewals } from '@desk/contract/renewals';
import { useState } from 'react';
import { useUpload } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { BusyButton } from '../../kit/busy-button.tsx';
import { FilePicker } from '../../kit/file-picker.tsx';
import { counted, number } from '../../kit/format.ts';
import { say } from '../../kit/say.ts';
import { lookAt, type FileLook } from '../../parts/bulk-file.ts';
import { BulkErrorsDialog } from './bulk-errors.dialog.tsx';

/** What became of the rows of a file, in a line. */
function inWords({ updated, unchanged, skipped, notes }: ReplyOf<typeof renewals.bulkAssign>): string {
  return [
    `${counted(updated, 'renewal')} assigned`,
    ...(unchanged > 0 ? [`${number(unchanged)} as before`] : []),
    ...(skipped > 0 ? [`${counted(skipped, 'row')} without an assignee left out`] : []),
    ...notes,
  ].join(' · ');
}

/** Assigns the renewals of a month by a file of subscription ids and members. All of its rows, or none. */
export function BulkAssignmentForm({ month }: { month: string }) {
  const [file, setFile] = useState<File>();
  const [look, setLook] = useState<FileLook>({});
  const [refused, setRefused] = useState<Refused>();
  const assign = useUpload(renewals.bulkAssign, { otherwise: renewals.bulkAssign.refusals[422] });

  const choose = async (chosen: File | undefined) => {
    setFile(chosen);
    setLook({});
    if (chosen) setLook(await lookAt(chosen));
  };
  const send = async () => {
    if (!file) {
      setLook({ problem: 'Choose a file' });
      return;
    }
    if (look.problem !== undefined) return;
    try {
      const done = await assign.mutateAsync({ body: { month }, file });
      say('done', 'Assigned to Updated');
      await choose(undefined);
      setLook({ done: inWords(done) });
    } catch (error) {
      if (error instanceof Refused && error.status === 422) setRefused(error);
      else say('failed', (error as Error).message);
    }
  };

  return (
    <>
      <FilePicker
        key={file ? 'chosen' : 'none'}
        label="Assignment file"
        accept=".csv,.xlsx"
        file={file}
        onFile={(chosen) => void choose(chosen)}
        {...(look.rows !== undefined && { help: counted(look.rows, 'row') })}
        {...(look.problem !== undefined && { error: look.problem })}
      />
      <BusyButton variant="default" busy={assign.isPending} onClick={() => void send()}>
        Bulk Assignment
      </BusyButton>
      <span role="status">{look.done}</span>
      {assign.progress !== undefined && <progress aria-label="File sent" value={assign.progress} max={1} />}
      {refused && <BulkErrorsDialog refused={refused} onClose={() => setRefused(undefined)} />}
    </>
  );
}
