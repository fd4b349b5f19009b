import type { ReplyOf } from '@desk/contract/call';
import { renewals } from '@desk/contract/renewals';
import { useRef, useState } from 'react';
import { useUpload } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Button } from '../../kit/button/button.tsx';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { Confirm } from '../../kit/dialog/confirm.tsx';
import { useClosing } from '../../kit/dialog/use-closing.tsx';
import { FilePicker } from '../../kit/form/file-picker.tsx';
import { counted, month as monthWords, number } from '../../kit/text/format.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { FILE_CHANGED, isReadable } from '../../parts/files/chosen-file.ts';
import { inspectFile, type InspectedFile } from './model.ts';
import { BulkErrorsDialog } from './bulk-errors.dialog.tsx';

type Counts = ReplyOf<typeof renewals.checkBulkAssign>;

/** The outcome of a file in a line. */
function inWords({ updated, unchanged, skipped, notes }: ReplyOf<typeof renewals.bulkAssign>): string {
  return [
    `${counted(updated, 'renewal')} assigned`,
    ...(unchanged > 0 ? [`${number(unchanged)} as before`] : []),
    ...(skipped > 0 ? [`${counted(skipped, 'row')} without an assignee left out`] : []),
    ...notes,
  ].join(' · ');
}

interface Props {
  month: string;
  onClose: () => void;
}

/** Assigns the renewals of a month by a file of subscription ids and members: it is checked first. All of its rows, or none. */
export function BulkAssignmentDialog({ month, onClose }: Props) {
  const [file, setFile] = useState<File>();
  const [look, setLook] = useState<InspectedFile>({});
  const [refused, setRefused] = useState<Refused>();
  const [asked, setAsked] = useState<Counts>();
  const otherwise = renewals.bulkAssign.refusals[422];
  const check = useUpload(renewals.checkBulkAssign, { otherwise });
  const assign = useUpload(renewals.bulkAssign, {
    otherwise,
    recent: (_, { updated }) =>
      updated === 0
        ? undefined
        : { what: `${counted(updated, 'renewal')} of ${monthWords(month)} assigned by ${written.current}` },
  });

  /** The file that is chosen by now: what is answered about one before it is not for it. */
  const latest = useRef<File>(undefined);
  /** The name of the file that is being written, whichever is chosen meanwhile. */
  const written = useRef('a file');
  const choose = async (chosen: File | undefined) => {
    latest.current = chosen;
    setFile(chosen);
    setLook({});
    setAsked(undefined);
    if (!chosen) return;
    const found = await inspectFile(chosen).catch(() => ({ problem: FILE_CHANGED }));
    if (latest.current === chosen) setLook(found);
  };
  /** @param isShown whether a refusal of its rows still concerns somebody */
  const sendFile = async (chosen: File, sending: () => Promise<unknown>, isShown = () => latest.current === chosen) => {
    if (!(await isReadable(chosen))) {
      if (latest.current === chosen) setLook({ problem: FILE_CHANGED });
      return;
    }
    await sending().catch((error: unknown) => {
      if (!(error instanceof Refused) || error.status !== 422) toast('failed', (error as Error).message);
      else if (isShown()) setRefused(error);
    });
  };
  const send = async () => {
    if (!file) {
      setLook({ problem: 'Choose a file' });
      return;
    }
    if (look.problem !== undefined) return;
    await sendFile(file, async () => {
      const counts = await check.mutateAsync({ body: { month }, file });
      if (latest.current === file) setAsked(counts);
    });
  };
  const write = async () => {
    setAsked(undefined);
    if (!file) return;
    written.current = file.name;
    const writing = async () => {
      const done = await assign.mutateAsync({ body: { month }, file });
      toast('done', 'Assigned to Updated');
      if (latest.current !== file) return;
      await choose(undefined);
      setLook({ done: inWords(done) });
    };
    await sendFile(file, writing, () => true);
  };
  const { close } = useClosing({ isSending: assign.isPending, onClose });
  const progress = check.progress ?? assign.progress;

  return (
    <Dialog
      title="Bulk Assignment"
      busy={assign.isPending}
      onClose={close}
      stays
      footer={
        <>
          <Button variant="default" aria-disabled={assign.isPending} onClick={close}>
            Close
          </Button>
          <BusyButton busy={check.isPending || assign.isPending} onClick={() => void send()}>
            Check file
          </BusyButton>
        </>
      }
    >
      <p>
        CSV or XLSX with the columns Subscription Id and Assigned To, as an export has them. It is checked first;
        nothing is written before you agree.
      </p>
      <FilePicker
        label="Assignment file"
        accept=".csv,.xlsx"
        file={file}
        onFile={(chosen) => void choose(chosen)}
        {...(look.rows !== undefined && { help: counted(look.rows, 'row') })}
        {...(look.problem !== undefined && { error: look.problem })}
      />
      <p role="status">{look.done}</p>
      {progress !== undefined && <progress aria-label="File sent" value={progress} max={1} />}
      {asked && <Question month={month} counts={asked} onYes={() => void write()} onNo={() => setAsked(undefined)} />}
      {refused && <BulkErrorsDialog refused={refused} onClose={() => setRefused(undefined)} />}
    </Dialog>
  );
}

interface QuestionProps {
  month: string;
  counts: Counts;
  onYes: () => void;
  onNo: () => void;
}

/** How many the file changes, before it does; there is nothing that takes a file back. */
function Question({ month, counts: { updated, unchanged, skipped }, onYes, onNo }: QuestionProps) {
  const left = skipped === 0 ? '' : ` ${counted(skipped, 'row')} without an assignee left out.`;
  const same = unchanged === 0 ? '' : ` ${counted(unchanged, 'renewal has', 'renewals have')} that assignee already.`;
  const stay = `${same}${left}`;
  if (updated === 0)
    return (
      <Confirm title="Nothing to assign" yes="OK" onYes={onNo}>
        {stay.trim()}
      </Confirm>
    );
  return (
    <Confirm
      title={`Assign ${counted(updated, 'renewal')} of ${monthWords(month)}?`}
      yes={`Assign ${number(updated)}`}
      onYes={onYes}
      no="Cancel"
      onNo={onNo}
    >
      <p>
        {counted(updated, 'renewal gets', 'renewals get')} another assignee by this file.{stay}
      </p>
      <p>This cannot be taken back in one go. It stands in Recent changes and in the history of each renewal.</p>
    </Confirm>
  );
}
