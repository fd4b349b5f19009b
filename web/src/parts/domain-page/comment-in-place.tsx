import { followUp, PLAIN_STATUSES, WHOLE_FORM } from '@desk/contract/follow-up';
import type { RenewalRow } from '@desk/contract/renewals';
import { Flag } from '@desk/contract/words/lists';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState, type RefObject } from 'react';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { useNarrow } from '../../kit/browser/use-narrow.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { clearDraft, keepTyped, readDraft } from '../../kit/form/drafts.ts';
import { ParagraphField, SelectField } from '../../kit/form/fields.tsx';
import { FieldError, partOf, useSchemaForm } from '../../kit/form/form.ts';
import { FormBody } from '../../kit/form/form-body.tsx';
import { useSingleLetters } from '../../kit/keyboard/single-letters.ts';
import { useFocusWithin } from '../../kit/keyboard/use-focus-within.ts';
import { useKeysWithin } from '../../kit/keyboard/use-keys-within.ts';
import { now } from '../../kit/text/clock.ts';
import { ago, shortened, shown } from '../../kit/text/format.ts';
import { NextStepFields } from '../next-action/next-step-fields.tsx';
import { NEXT_START, withNextStep } from '../next-action/next-step.ts';
import { draftOfComment, useSavedAsWhole } from '../next-action/comment-draft.ts';
import classes from './comment-in-place.module.css';

const { comment } = followUp.addComment.body.shape;
const Written = z.object({ comment, highlight: z.string(), status: z.string() });
const Composed = withNextStep(Written);

interface Props {
  renewal: RenewalRow;
  /** Goes on to the next row of the list; undefined: there is none. */
  onNext: (() => void) | undefined;
  /** By which key the whole form is opened, in a sentence; empty: by none. */
  help?: string | undefined;
  /** Told whether somebody writes here: the focus is in it, or there are words. */
  onWriting?: ((isWriting: boolean) => void) | undefined;
}

/** Saves the words, and with them flag and status where these are other ones: all of it or nothing. */
function useSave(renewal: RenewalRow, wholeForm: string) {
  const { renewal_id, domain_name, highlight_case, confirmation_status, version } = renewal;
  const send = useSend(followUp.addComment, {
    recent: ({ comment, formData }) => ({
      what: `Comment on ${domain_name}: ${comment}`,
      ...(formData && { from: confirmation_status ?? '', to: formData.status }),
    }),
  });
  return async ({ form: { comment, highlight, status }, next }: z.output<typeof Composed>) => {
    const isSame = highlight === (highlight_case ?? '') && status === (confirmation_status ?? '');
    await send.mutateAsync({
      ...{ comment, renewal_id },
      ...(next && { next }),
      ...(!isSame && { formData: chosen(highlight, status, wholeForm), version }),
    });
  };
}

function chosen(highlight: string, status: string, wholeForm: string) {
  if (status === '') throw new FieldError('status', 'Status cannot be Blank');
  if (highlight === '') throw new FieldError('highlight', 'Highlight cannot be Blank');
  const plain = PLAIN_STATUSES.find((one) => one === status);
  if (plain === undefined) throw new FieldError('status', `${WHOLE_FORM} ${wholeForm}`.trim());
  return { highlight: highlight as z.output<typeof Flag>, status: plain };
}

const CHOICES = ['highlight', 'status'] as const;
type Choice = (typeof CHOICES)[number];
type Choices = Readonly<Record<Choice, string>>;

const startOf = ({ highlight_case, confirmation_status }: RenewalRow) => ({
  comment: '',
  highlight: highlight_case ?? '',
  status: confirmation_status ?? '',
  ...NEXT_START,
});

const NAMES = ['comment', ...CHOICES, 'next_kind', 'next_on', 'next_reason'] as const;

const only = (values: Choices, names: readonly Choice[]): Partial<Choices> =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

/** What was typed before, and how it stood then where something else was chosen. */
function draftOf(draft: string, start: ReturnType<typeof startOf>) {
  const whole = { ...start, seen_highlight: start.highlight, seen_status: start.status };
  const { seen_highlight, seen_status, ...first } = readDraft(draft, whole);
  const chosen = CHOICES.filter((name) => first[name] !== start[name]);
  return { first, seen: only({ highlight: seen_highlight, status: seen_status }, chosen) };
}

/** Where a colleague has set something else since it was chosen, that is shown before it is replaced. */
function byNowWords(values: Choices, known: Choices, start: Choices): Partial<Record<Choice, { help: string }>> {
  const changed = CHOICES.filter((name) => known[name] !== start[name] && values[name] !== start[name]);
  return Object.fromEntries(changed.map((name) => [name, { help: `By now: ${shown(start[name])}` }]));
}

/** What is set once is never taken back to nothing. */
const blankWhere = (set: string): { blank?: string } => (set === '' ? { blank: 'None' } : {});

/** What was said, written where it is read; flag and status beside it. */
export function CommentInPlace({ renewal, onNext, help, onWriting }: Props) {
  const wholeForm = useWholeForm(help);
  const save = useSave(renewal, wholeForm);
  const goesOn = useRef(false);
  const draft = draftOfComment(renewal.renewal_id);
  const start = startOf(renewal);
  const [{ first, seen }] = useState(() => draftOf(draft, start));
  // How it stood as it was chosen or typed: what differs was.
  const [known, setKnown] = useState({ ...start, ...seen, version: renewal.version });
  const form = useSchemaForm({
    schema: Composed,
    start: first,
    onChange: (values) =>
      keepTyped(draft, values, known, { seen_highlight: known.highlight, seen_status: known.status }),
    send: async (composed, sent) => {
      await save(composed);
      toast('done', 'Comment Added Successfully');
      // Saved with the words, they are no choice any more that waits.
      setKnown((before) => ({ ...before, highlight: sent.highlight, status: sent.status }));
      const isAllSent = form.empty(sent, 'comment', 'next_kind', 'next_on');
      // Whoever writes on meanwhile is not taken away from it, and its draft is that of what is not sent.
      if (!isAllSent) return;
      clearDraft(draft);
      // Whoever went elsewhere meanwhile is not taken away from there.
      if (!goesOn.current || !box.current) return;
      toHeading();
      onNext?.();
    },
  });
  useSavedAsWhole(renewal.renewal_id, () => {
    const nothing = { ...NEXT_START, comment: '', highlight: known.highlight, status: known.status };
    for (const name of NAMES) form.set(name, nothing[name]);
  });
  useWriting(form.fieldId('comment'));
  const box = useKeysWithin<HTMLElement>(({ key }) => key === 'Escape' && toHeading());
  useWritingNotice(box, form.values.comment, onWriting);
  // What a colleague sets meanwhile is taken over, unless another value was chosen here.
  if (known.version !== renewal.version) {
    const chosen = CHOICES.filter((name) => ![known[name], start[name]].includes(form.values[name]));
    setKnown({ ...start, ...only(known, chosen), version: renewal.version });
    for (const name of CHOICES) if (!chosen.includes(name)) form.set(name, start[name]);
  }
  const byNow = byNowWords(form.values, known, start);
  const narrow = useNarrow();
  const current = renewal.confirmation_status;
  const statuses = PLAIN_STATUSES.some((one) => one === current) || current === null ? PLAIN_STATUSES : [current, ...PLAIN_STATUSES]; // prettier-ignore
  return (
    <section ref={box} aria-label="Write what was said" className={classes.composer}>
      <FormBody form={form}>
        <ParagraphField form={form} name="comment" label="What was said" help={helpOf(renewal, wholeForm)} />
        <div className={classes.under}>
          <SelectField
            form={form}
            name="highlight"
            label="Highlight"
            options={Flag.options}
            {...blankWhere(start.highlight)}
            {...byNow.highlight}
          />
          <SelectField
            form={form}
            name="status"
            label="Status"
            options={statuses}
            {...blankWhere(start.status)}
            {...byNow.status}
          />
          <NextStepFields form={partOf(form)} renewalId={renewal.renewal_id} status={form.values.status} />
          <BusyButton
            type="submit"
            variant={onNext ? 'default' : 'filled'}
            busy={form.pending}
            onClick={() => (goesOn.current = false)}
          >
            Add
          </BusyButton>
          {onNext && (
            <BusyButton type="submit" busy={form.pending} onClick={() => (goesOn.current = true)}>
              Save and next <Keys narrow={narrow} />
            </BusyButton>
          )}
        </div>
      </FormBody>
    </section>
  );
}

/** By which key the whole form is opened; empty where none does, as on a phone. */
function useWholeForm(help = 'Press c for the whole form.'): string {
  const narrow = useNarrow();
  const [hasLetters] = useSingleLetters();
  return narrow || !hasLetters ? '' : help;
}

/** What was said last, and the way to the whole form. */
const helpOf = ({ followup_comments: last, followed_up_at: at }: RenewalRow, wholeForm: string): string =>
  [
    ...(last ? [`Last${at ? `, ${ago(at, now())}` : ''}: ${shortened(last, LONGEST)}`] : []),
    ...(wholeForm === '' ? [] : [wholeForm]),
  ].join('\n');
const LONGEST = 160;

const Keys = ({ narrow }: { narrow: boolean }) => !narrow && <kbd aria-hidden="true">Ctrl ↵</kbd>;

/** Out of what is written, so that the keys are the page's again; what was typed stays. */
const toHeading = (): void => document.querySelector('h1')?.focus({ preventScroll: true });

function useWritingNotice(box: RefObject<HTMLElement | null>, words: string, onWriting: Props['onWriting']): void {
  const hasFocus = useFocusWithin(box);
  const isWriting = hasFocus || words !== '';
  useEffect(() => {
    onWriting?.(isWriting);
    return () => onWriting?.(false);
  }, [isWriting, onWriting]);
}

/** Who comes from the last comment goes on writing. */
function useWriting(field: string): void {
  const router = useRouter();
  useEffect(() => {
    if (router.state.location.state.isWriting !== true) return undefined;
    // After the heading, which takes the focus as a page is opened.
    const timer = setTimeout(() => document.getElementById(field)?.focus());
    return () => clearTimeout(timer);
  }, [router, field]);
}
