import type { ReplyOf } from '@desk/contract/call';
import { ImportKind, imports } from '@desk/contract/imports';
import { useEffect, useRef, useState } from 'react';
import { useUpload } from '../../api/hooks.ts';
import type { Refused } from '../../api/refused.ts';
import { Alert } from '../../kit/feedback/alert.tsx';
import { Badge } from '../../kit/text/badge.tsx';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { ExportButtons } from '../../kit/export/export-buttons.tsx';
import { FilePicker } from '../../kit/form/file-picker.tsx';
import { counted, number } from '../../kit/text/format.ts';
import { Line, Section } from '../../kit/layout/section.tsx';
import { FILE_CHANGED, faultsOf, isReadable } from '../../parts/files/chosen-file.ts';
import { useExport } from '../../parts/files/export.ts';
import { Choices } from '../../kit/form/choices.tsx';
import { CheckedFilePanel } from './checked-file.panel.tsx';

const KINDS: Readonly<Record<ImportKind, string>> = {
  subscriptions: 'Subscriptions',
  renewal_dates: 'Renewal dates and prices',
  prices: 'Price list',
  directory_contracts: 'Directory contracts',
};

interface Choice {
  readonly kind: ImportKind;
  readonly file: File | undefined;
}

/** The outcome of a choice; shown only as long as that choice stands. */
interface Outcome {
  readonly of: Choice;
  /** Wrong with the choosing itself. */
  readonly problem?: string;
  readonly refused?: Refused;
  readonly checked?: ReplyOf<typeof imports.check>;
  readonly imported?: ReplyOf<typeof imports.confirm>;
}

/** The choice of a file, its check, and what became of both. */
function useFileImport() {
  const [choice, setChoice] = useState<Choice>({ kind: 'subscriptions', file: undefined });
  const [outcome, setOutcome] = useState<Outcome>();
  const check = useUpload(imports.check, { recent: 'changes nothing' });

  /** Ready for another file. */
  const startOver = (last: Omit<Outcome, 'of'>) => {
    const next = { kind: choice.kind, file: undefined };
    setChoice(next);
    setOutcome({ of: next, ...last });
  };

  const checkFile = async () => {
    const { kind, file } = choice;
    if (!file) {
      setOutcome({ of: choice, problem: 'Choose a file' });
      return;
    }
    if (!(await isReadable(file))) {
      startOver({ problem: FILE_CHANGED });
      return;
    }
    setOutcome(undefined);
    try {
      setOutcome({ of: choice, checked: await check.mutateAsync({ body: { kind }, file }) });
    } catch (error) {
      setOutcome({ of: choice, refused: error as Refused });
    }
  };

  const shown = outcome?.of === choice ? outcome : undefined;
  return { choice, setChoice, outcome: shown, startOver, check, checkFile };
}

/** A file of one of these kinds: checked first, written once somebody says so. */
export function ImportFilePanel() {
  const { choice, setChoice, outcome, startOver, check, checkFile } = useFileImport();
  const { problem, refused, checked, imported } = outcome ?? {};
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome?.problem ?? outcome?.imported) box.current?.querySelector('input')?.focus();
  }, [outcome]);

  return (
    <Section title="Import a file">
      <Line>
        <KindChoice kind={choice.kind} onChange={(kind) => setChoice({ ...choice, kind })} />
        <TemplateButton kind={choice.kind} />
      </Line>
      <div ref={box}>
        <FilePicker
          label="File to import"
          help="A CSV or XLSX file with the columns of the template. Nothing is written before you say so."
          accept=".csv,.tsv,.txt,.xlsx"
          file={choice.file}
          onFile={(file) => setChoice({ ...choice, file })}
          {...(problem !== undefined && { error: problem })}
        />
      </div>
      <Line>
        <BusyButton {...(checked && { variant: 'default' })} busy={check.isPending} onClick={() => void checkFile()}>
          Check file
        </BusyButton>
        {check.progress !== undefined && <progress aria-label="File sent" value={check.progress} max={1} />}
        <div role="status">
          {check.isPending ? 'Checking the file…' : checked && tallyWords(checked.tally)}
          {imported && <Imported kind={choice.kind} reply={imported} />}
        </div>
      </Line>
      {refused && <Unread refused={refused} />}
      {checked && (
        <CheckedFilePanel
          key={checked.import_id}
          checked={checked}
          onCheck={() => void checkFile()}
          onImported={(reply) => startOver({ imported: reply })}
        />
      )}
    </Section>
  );
}

type Tally = ReplyOf<typeof imports.check>['tally'];

function tallyWords(tally: Tally): string {
  const rows = tally.new + tally.changed + tally.unchanged + tally.wrong;
  return `${counted(rows, 'row')} checked: ${number(tally.new)} new, ${number(tally.changed)} changed, ${number(tally.unchanged)} unchanged, ${number(tally.wrong)} wrong`;
}

interface ImportedProps {
  kind: ImportKind;
  reply: ReplyOf<typeof imports.confirm>;
}

function Imported({ kind, reply: { tally, renewals_opened } }: ImportedProps) {
  return (
    <Line>
      <Badge word="done" />
      <span>
        {counted(tally.new + tally.changed, 'row')} imported
        {kind !== 'prices' && `, ${counted(renewals_opened, 'renewal')} opened`}
      </span>
    </Line>
  );
}

/** Why a file could not be read at all. */
function Unread({ refused }: { refused: Refused }) {
  const faults = faultsOf(refused);
  return (
    <Alert>
      {refused.message}
      {faults.length > 0 && (
        <ul>
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

function KindChoice({ kind, onChange }: { kind: ImportKind; onChange: (kind: ImportKind) => void }) {
  return (
    <Choices legend="What the file holds" inRow>
      {ImportKind.options.map((one) => (
        <label key={one}>
          <input type="radio" name="kind" checked={kind === one} onChange={() => onChange(one)} />
          {KINDS[one]}
        </label>
      ))}
    </Choices>
  );
}

function TemplateButton({ kind }: { kind: ImportKind }) {
  const template = useExport(imports.template);
  return <ExportButtons label="Template" busy={template.pending} onExport={(form) => template.start({ kind }, form)} />;
}
