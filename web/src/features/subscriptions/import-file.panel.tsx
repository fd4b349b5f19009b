import type { ReplyOf } from '@desk/contract/call';
import { ImportKind, imports } from '@desk/contract/imports';
import { useEffect, useRef, useState } from 'react';
import { useSend, useUpload } from '../../api/hooks.ts';
import type { Refused } from '../../api/refused.ts';
import { useIsMounted } from '../../kit/browser/use-is-mounted.ts';
import { Alert } from '../../kit/feedback/alert.tsx';
import { Badge } from '../../kit/text/badge.tsx';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { ExportButtons } from '../../kit/export/export-buttons.tsx';
import { toast } from '../../kit/feedback/toast.ts';
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

type Checked = ReplyOf<typeof imports.check>;

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
  readonly checked?: Checked;
  /** Why what was checked is not written. */
  readonly unwritten?: Refused;
  readonly imported?: ReplyOf<typeof imports.confirm>;
}

/** The choice of a file, its check, and what became of both. */
function useFileImport() {
  const [choice, setChoice] = useState<Choice>({ kind: 'subscriptions', file: undefined });
  const [outcome, setOutcome] = useState<Outcome>();
  const check = useUpload(imports.check, { recent: 'changes nothing' });
  const confirm = useSend(imports.confirm, {
    recent: (_, { tally: { new: added, changed } }) => ({
      what: `File imported: ${counted(added, 'row')} new, ${number(changed)} changed`,
    }),
  });
  const isMounted = useIsMounted();
  // Over in the same moment as its outcome comes: what is locked until then takes the focus.
  const [isWriting, setWriting] = useState(false);

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

  /** Told here, and by a toast to who left meanwhile. */
  const write = async (checked: Checked) => {
    setWriting(true);
    setOutcome({ of: choice, checked });
    try {
      const reply = await confirm.mutateAsync({ import_id: checked.import_id });
      if (isMounted()) startOver({ imported: reply });
      else toast('done', importedWords(choice.kind, reply));
    } catch (error) {
      if (isMounted()) setOutcome({ of: choice, checked, unwritten: error as Refused });
      else toast('failed', (error as Error).message);
    } finally {
      setWriting(false);
    }
  };

  const shown = outcome?.of === choice ? outcome : undefined;
  return { choice, setChoice, outcome: shown, check, checkFile, write, isWriting };
}

/** A file of one of these kinds: checked first, written once somebody says so. */
export function ImportFilePanel() {
  const { choice, setChoice, outcome, check, checkFile, write, isWriting } = useFileImport();
  const { problem, refused, checked, unwritten, imported } = outcome ?? {};
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome?.problem ?? outcome?.imported) box.current?.querySelector('input')?.focus();
  }, [outcome]);

  return (
    <Section title="Import a file">
      <Line>
        <KindChoice kind={choice.kind} disabled={isWriting} onChange={(kind) => setChoice({ ...choice, kind })} />
        <TemplateButton kind={choice.kind} />
      </Line>
      <div ref={box}>
        <FilePicker
          label="File to import"
          help="A CSV or XLSX file with the columns of the template. Nothing is written before you say so."
          accept=".csv,.tsv,.txt,.xlsx"
          file={choice.file}
          disabled={isWriting}
          onFile={(file) => setChoice({ ...choice, file })}
          {...(problem !== undefined && { error: problem })}
        />
      </div>
      <Line>
        <BusyButton
          {...(checked && { variant: 'default' })}
          busy={check.isPending}
          disabled={isWriting}
          onClick={() => void checkFile()}
        >
          Check file
        </BusyButton>
        {check.progress !== undefined && <progress aria-label="File sent" value={check.progress} max={1} />}
        <div role="status">
          {check.isPending ? 'Checking the file…' : checked && tallyWords(checked.tally)}
          {imported && (
            <Line>
              <Badge word="done" />
              <span>{importedWords(choice.kind, imported)}</span>
            </Line>
          )}
        </div>
      </Line>
      {refused && <Unread refused={refused} />}
      {checked && (
        <CheckedFilePanel
          key={checked.import_id}
          checked={checked}
          refused={unwritten}
          isWriting={isWriting}
          onCheck={() => void checkFile()}
          onImport={() => void write(checked)}
        />
      )}
    </Section>
  );
}

function tallyWords(tally: Checked['tally']): string {
  const rows = tally.new + tally.changed + tally.unchanged + tally.wrong;
  return `${counted(rows, 'row')} checked: ${number(tally.new)} new, ${number(tally.changed)} changed, ${number(tally.unchanged)} unchanged, ${number(tally.wrong)} wrong`;
}

function importedWords(kind: ImportKind, { tally, renewals_opened }: ReplyOf<typeof imports.confirm>): string {
  const rows = `${counted(tally.new + tally.changed, 'row')} imported`;
  return kind === 'prices' ? rows : `${rows}, ${counted(renewals_opened, 'renewal')} opened`;
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

interface KindProps {
  kind: ImportKind;
  disabled: boolean;
  onChange: (kind: ImportKind) => void;
}

function KindChoice({ kind, disabled, onChange }: KindProps) {
  return (
    <Choices legend="What the file holds" inRow>
      {ImportKind.options.map((one) => (
        <label key={one}>
          <input type="radio" name="kind" disabled={disabled} checked={kind === one} onChange={() => onChange(one)} />
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
