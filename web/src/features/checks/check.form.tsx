import { checks, MOST_LINES, type CheckedDomain, type CheckKind } from '@desk/contract/checks';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useSend, useUpload } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { ExportButtons } from '../../kit/export/export-buttons.tsx';
import { TextField } from '../../kit/form/fields.tsx';
import { FilePicker } from '../../kit/form/file-picker.tsx';
import { FormBody } from '../../kit/form/form-body.tsx';
import { FieldError, useSchemaForm, type FormState } from '../../kit/form/form.ts';
import { number } from '../../kit/text/format.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { Line } from '../../kit/layout/section.tsx';
import classes from '../../parts/files/check.module.css';
import { FILE_CHANGED, faultsOf, isReadable } from '../../parts/files/chosen-file.ts';
import { useExport } from '../../parts/files/export.ts';

const START = { domain: '', file: undefined };
export interface Checker {
  readonly kind: CheckKind;
  readonly title: string;
  readonly call: typeof checks.domains | typeof checks.mail;
  /** The message, and its field, where neither a domain nor a file is given. */
  readonly neither: { readonly at: 'domain' | 'file'; readonly text: string };
}

type Values = { domain: string; file: File | undefined };

/** A domain or a file; the text for neither is the screen's own. */
const formOf = ({ neither: { at, text } }: Checker) =>
  z
    .object({
      domain: checks.domains.body.shape.domain,
      file: z.optional(z.file()),
    })
    .check(({ value, issues }) => {
      if (value.domain === '' && value.file === undefined)
        issues.push({ code: 'custom', message: text, path: [at], input: value });
    });

/** Too many files that wait, too large, of no use. */
const OF_FILES = new Set([409, 413, 422]);

/** The refusal of a file stands at the file, with what is wrong in which line. */
function atFile(error: unknown): never {
  if (!(error instanceof Refused) || !OF_FILES.has(error.status)) throw error;
  throw new FieldError('file', [error.message, ...faultsOf(error)].join('\n'));
}

interface Props {
  checker: Checker;
  onTyped: (found: readonly CheckedDomain[]) => void;
  onRun: (runId: number) => void;
}

/** A typed domain is answered at once; a file becomes a run. Choosing one takes the other away, and says so. */
export function CheckForm({ checker, onTyped, onRun }: Props) {
  const [schema] = useState(() => formOf(checker));
  const [removed, setRemoved] = useState('');
  const check = useSend(checker.call, { recent: 'changes nothing' });
  const upload = useUpload(checker.call, {
    recent: (_, { run }) => (run ? { what: `Check of ${run.file_name} started` } : undefined),
  });

  const form: FormState<Values> = useSchemaForm({
    schema,
    start: START,
    send: async ({ domain, file }, sent) => {
      setRemoved('');
      if (!file) {
        onTyped((await check.mutateAsync({ domain })).domains);
        return;
      }
      if (!(await isReadable(file))) throw new FieldError('file', FILE_CHANGED);
      const { run, notes } = await upload.mutateAsync({ body: {}, file }).catch(atFile);
      // Another one that was chosen meanwhile stays.
      form.empty(sent, 'file');
      if (notes.length > 0) toast('done', notes.join(' '));
      if (run) onRun(run.run_id);
    },
  });
  const typeIn: FormState<Values>['set'] = (name, value) => {
    form.set(name, value);
    setRemoved('');
    if (name !== 'domain' || value === '' || !form.values.file) return;
    setRemoved(`File removed: ${form.values.file.name}`);
    form.set('file', undefined);
  };
  const choose = (file: File | undefined) => {
    form.set('file', file);
    setRemoved(file && form.values.domain !== '' ? `Domain removed: ${form.values.domain}` : '');
    if (file) form.set('domain', '');
  };
  return (
    <div className={classes.form}>
      <FormBody form={form}>
        <div className={classes.either}>
          <TextField
            form={{ ...form, set: typeIn }}
            name="domain"
            label="Domain"
            help="One domain, answered at once."
          />
          <FilePicker
            label="File of domains"
            help={`A CSV or XLSX file with the column Domain Name, at most ${number(MOST_LINES)} lines.`}
            accept=".csv,.tsv,.txt,.xlsx"
            file={form.values.file}
            onFile={choose}
            {...(form.errors['file'] !== undefined && { error: form.errors['file'] })}
          />
        </div>
        <p role="status">{removed}</p>
        <Line>
          <BusyButton type="submit" busy={form.pending}>
            Check Domain
          </BusyButton>
          <TemplateButton />
          {upload.progress !== undefined && <progress aria-label="File sent" value={upload.progress} max={1} />}
        </Line>
      </FormBody>
    </div>
  );
}

function TemplateButton() {
  const template = useExport(checks.template);
  return <ExportButtons label="Template" busy={template.pending} onExport={(form) => template.start({}, form)} />;
}
