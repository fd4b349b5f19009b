import { renewals } from '@desk/contract/renewals';
import { useState } from 'react';
import { useUpload } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { BusyButton } from '../../kit/busy-button.tsx';
import { FilePicker } from '../../kit/file-picker.tsx';
import { counted } from '../../kit/format.ts';
import { say } from '../../kit/say.ts';
import { lookAt, type FileLook } from '../../parts/bulk-file.ts';
import { BulkErrorsDialog } from './bulk-errors.dialog.tsx';

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
      await assign.mutateAsync({ body: { month }, file });
      say('done', 'Assigned to Updated');
      await choose(undefined);
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
      {assign.progress !== undefined && <progress aria-label="File sent" value={assign.progress} max={1} />}
      {refused && <BulkErrorsDialog refused={refused} onClose={() => setRefused(undefined)} />}
    </>
  );
}
