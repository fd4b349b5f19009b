import { fieldSetOf, followUp } from '@desk/contract/follow-up';
import type { Instruction } from '@desk/contract/renewal-work/instructions';
import { DeploymentStatus, Flag, RenewalStatus } from '@desk/contract/words/lists';
import { useRef, useState } from 'react';
import { useCall, useSend } from '../../api/hooks.ts';
import { businessDay } from '../../kit/text/clock.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { ParagraphField, SelectField } from '../../kit/form/fields.tsx';
import { counted, shown } from '../../kit/text/format.ts';
import { partOf, type FormState } from '../../kit/form/form.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { ApproveDialog } from '../instructions/approve-dialog.tsx';
import { isLive, useInstructions } from '../instructions/instructions.ts';
import { NextStepFields } from '../next-action/next-step-fields.tsx';
import { NEXT_START, withNextStep, type NextValues } from '../next-action/next-step.ts';
import { announceSaved, writtenAbout } from '../next-action/comment-draft.ts';
import { STATUS_FIELDS } from './comment-fields.tsx';
import { CommentFacts } from './comment-facts.tsx';
import {
  addedFields,
  commentSchemaFor,
  commentStart,
  wantedIn,
  withWords,
  type CommentValues,
} from './comment-values.ts';
import type { RenewalKey } from './renewal.ts';
import { RenewalLoader, type Reload, type RenewalDetails } from './renewal-loader.tsx';
import { StaleNotice, untouchedFollow, useVersionAtOpening } from '../form/stale-notice.tsx';

interface Props {
  row: Pick<RenewalKey, 'renewal_id' | 'domain_name'>;
  onClose: () => void;
  /** Goes on to the next row of the list that one came from; undefined: there is none. */
  onNext?: (() => void) | undefined;
}

/** Add Comments: the status of a renewal with all that belongs to it. */
export function CommentForm({ row, onClose, onNext }: Props) {
  const title = `Add Comments: ${row.domain_name}`;
  const { renewal_id } = row;
  // A comment can be written without it: where it cannot be told, none is known.
  const { data, isPending } = useInstructions(renewal_id);
  const live = data?.instructions.find(isLive);
  const [proposed, setProposed] = useState<Proposed>();
  if (proposed) {
    const leave = () => {
      onClose();
      if (proposed.goesOn) onNext?.();
    };
    return <ApproveDialog renewalId={renewal_id} instructionId={proposed.id} onClose={leave} />;
  }
  return (
    <RenewalLoader renewalId={renewal_id} title={title} onClose={onClose} isWaiting={isPending}>
      {(details, reload) => <Loaded {...{ title, details, reload, live, onClose, onNext }} onProposed={setProposed} />}
    </RenewalLoader>
  );
}

/** What a saved comment has proposed, and whether the next row comes once that is answered. */
interface Proposed {
  readonly id: number;
  readonly goesOn: boolean;
}

interface LoadedProps {
  title: string;
  details: RenewalDetails;
  reload: Reload;
  /** What is wanted of the renewal so far. */
  live: Instruction | undefined;
  onClose: () => void;
  onNext: (() => void) | undefined;
  /** It is saved, and somebody has to confirm what it proposes. */
  onProposed: (proposed: Proposed) => void;
}

function Loaded({ title, details, reload, live, onClose, onNext, onProposed }: LoadedProps) {
  const save = useSend(followUp.saveStatus, {
    refresh: false,
    recent: ({ formData }) => ({
      what: `Comments of ${details.domain_name}`,
      from: details.confirmation_status ?? '',
      to: formData.status ?? '',
    }),
  });
  const { opened, guarded, renew } = useVersionAtOpening(details, reload);
  const { renewal_id } = details;
  // They stand beside the form: whoever was faster may have said why.
  const { refetch } = useCall(followUp.comments, { renewal_id });
  const [schema] = useState(() => withNextStep(withWords(commentSchemaFor(details, businessDay()))));
  const [start] = useState(() => ({ ...commentStart(details, live), ...NEXT_START, ...writtenAbout(renewal_id) }));
  const proposed = useRef<number>(null);
  const leave = (goesOn: boolean, otherwise: () => void) =>
    proposed.current === null ? otherwise() : onProposed({ id: proposed.current, goesOn });
  return (
    <FormDialog
      title={title}
      schema={schema}
      start={start}
      submit="Save"
      next={onNext && { words: 'Save and next', onSent: () => leave(true, onNext) }}
      aside={({ values }) => <CommentFacts details={details} wanted={wantedIn(values, details)} />}
      draft={`comment-${String(renewal_id)}`}
      onClose={() => leave(false, onClose)}
      send={async ({ form: { formData, comment }, next }) => {
        await guarded(async ({ version }) => {
          const { instruction_id } = await save.mutateAsync({
            ...{ formData, renewal_id, version },
            ...(comment && { comment }),
            ...(next && { next }),
          });
          // What somebody confirmed already, and this comment leaves as it is, asks nobody again.
          const isConfirmed = live?.instruction_id === instruction_id && live.state !== 'draft';
          proposed.current = isConfirmed ? null : instruction_id;
        }).catch((error: unknown) => {
          void refetch();
          throw error;
        });
        announceSaved(renewal_id);
        toast('done', 'Comments Added Successfully');
        // It is saved; a list that cannot be refreshed now is by the next event.
        await reload().catch(() => undefined);
      }}
    >
      {(form) => (
        <>
          <StaleNotice
            form={form}
            opened={opened}
            onRenew={() => void Promise.all([renew(), refetch()])}
            onLoaded={untouchedFollow(form, (now: RenewalDetails) => ({ ...start, ...commentStart(now, live) }))}
            summary={(now) => `${shown(now.confirmation_status)}, flag ${shown(now.highlight_case)}`}
          />
          {start.words !== '' && (
            <ParagraphField
              form={form}
              name="words"
              label="What was said"
              help="As you wrote it on the page. It stands in the history with the status."
            />
          )}
          <Fields form={partOf(form)} details={details} />
        </>
      )}
    </FormDialog>
  );
}

function Fields({ form, details }: { form: FormState<CommentValues & NextValues>; details: RenewalDetails }) {
  return (
    <>
      <SelectField form={form} name="highlight" label="Highlight" options={Flag.options} blank="Choose" required />
      <SelectField form={form} name="status" label="Status" options={RenewalStatus.options} blank="Choose" required />
      <Added values={form.values} details={details} />
      {STATUS_FIELDS[fieldSetOf(form.values.status)]({ form: partOf(form), details })}
      <SelectField form={form} name="task_status" label="Task Status" options={DeploymentStatus.options} blank="None" />
      <ParagraphField form={form} name="special_comments" label="Special Comment" />
      <NextStepFields form={partOf(form)} renewalId={details.renewal_id} status={form.values.status} withReason />
    </>
  );
}

/** Says how many fields came and went, for those who do not see it. */
function Added({ values, details }: { values: CommentValues; details: RenewalDetails }) {
  const names = addedFields(values, details);
  const key = names.join();
  const [lastFields, setLastFields] = useState({ names, key, text: '' });
  if (lastFields.key !== key) {
    const came = names.filter((name) => !lastFields.names.includes(name)).length;
    const went = lastFields.names.filter((name) => !names.includes(name)).length;
    const words = [
      ...(came > 0 ? [`${counted(came, 'field')} added`] : []),
      ...(went > 0 ? [`${counted(went, 'field')} removed`] : []),
    ];
    setLastFields({ names, key, text: words.join(', ') });
  }
  return (
    <p role="status" className="visually-hidden">
      {lastFields.text}
    </p>
  );
}
