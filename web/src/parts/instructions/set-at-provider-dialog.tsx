import type { ReplyOf } from '@desk/contract/call';
import { renewals } from '@desk/contract/renewals';
import { Outcome, Pay } from '@desk/contract/rules/instruction';
import { instructions, type Instruction, type InstructionPlan } from '@desk/contract/renewal-work/instructions';
import { useState } from 'react';
import * as z from 'zod/mini';
import { newestOf, useCall, useSend } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Button } from '../../kit/button/button.tsx';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { LoadedDialog } from '../../kit/dialog/loaded-dialog.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { ChoiceCards } from '../../kit/form/choice-cards.tsx';
import { NumberField, SelectField } from '../../kit/form/fields.tsx';
import { FormBody } from '../../kit/form/form-body.tsx';
import type { ValuesOf } from '../../kit/form/form.ts';
import { useDialogForm } from '../../kit/form/use-dialog-form.ts';
import { number } from '../../kit/text/format.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import {
  confirmWords,
  isAsWanted,
  meanwhileWords,
  PROVIDER,
  proposeWords,
  setWords,
  sentWords,
  wantedWords,
  type Wanted,
} from './instruction-words.ts';
import { isLive, renewingWith, seatsIn, useInstructions, usePlan } from './instructions.ts';
import { PlanPreview } from './plan-preview.tsx';

type Renewal = ReplyOf<typeof renewals.details>['domain'][number];
type Listed = ReplyOf<typeof instructions.list>;

interface Props {
  renewalId: number;
  onClose: () => void;
  /** It is asked for. */
  onDone?: (() => void) | undefined;
}

/** What the form begins with; an older answer would fill in, and call seen, what does not stand any more. */
function useStanding(renewalId: number) {
  const asked = useInstructions(renewalId);
  const details = useCall(renewals.details, { renewal_id: renewalId });
  const [listed, found] = [newestOf(asked), newestOf(details)];
  const renewal = found?.domain[0];
  return {
    loaded: listed && renewal && { renewal, ...standIn(listed) },
    problem: asked.error ?? details.error ?? (found && !renewal && NO_RENEWAL),
    retry: () => void Promise.all([asked.refetch(), details.refetch()]),
  };
}

/** Says what should become of a renewal, with its consequence before the button; what was asked for before is where it begins. */
export function SetAtProviderDialog({ renewalId, onClose, onDone }: Props) {
  const { loaded, problem, retry } = useStanding(renewalId);
  const [waiting, setWaiting] = useState<number>();
  const leave = () => {
    onDone?.();
    onClose();
  };
  if (waiting !== undefined) return <ApproveDialog renewalId={renewalId} instructionId={waiting} onClose={leave} />;
  return (
    <LoadedDialog
      title={TITLE}
      onClose={onClose}
      loaded={loaded}
      failure={problem ? { text: problem.message } : undefined}
      onRetry={retry}
    >
      {(opened) => <Form {...opened} onClose={onClose} onPlaced={leave} onWaits={setWaiting} />}
    </LoadedDialog>
  );
}

/** What is asked for, and how it stands as the form is opened. */
const standIn = ({ instructions: all, seen }: Listed) => ({ live: all.find(isLive), seen });

const NO_RENEWAL = { message: renewals.details.refusals[404] };
const TITLE = `Set at ${PROVIDER}`;

const Typed = z.object({ outcome: z.string(), seats: z.string(), pay: z.string() });
type Values = ValuesOf<typeof Typed>;
type Body = typeof instructions.place.body;

const inBody = (renewal_id: number) =>
  z.transform(({ outcome, seats, pay }: Values): unknown => ({
    renewal_id,
    outcome,
    ...(outcome === 'renew' && { seats: seats.trim() === '' ? null : seatsIn(seats), pay: pay === '' ? null : pay }),
  }));
const wishForm = (renewal_id: number) =>
  z.pipe(Typed, z.pipe(inBody(renewal_id), instructions.place.body as z.ZodMiniType<z.output<Body>>));

/** Undefined: what is typed is no wish yet. */
function wantedIn({ outcome, seats, pay }: Values): Wanted | undefined {
  const chosen = Outcome.safeParse(outcome);
  if (!chosen.success) return undefined;
  if (chosen.data !== 'renew') return { outcome: chosen.data, seats: null, pay: null };
  return renewingWith(seats, Pay.safeParse(pay).data ?? null);
}

const startOf = ({ number_of_seats, licensed_seats }: Renewal, live: Instruction | undefined): Values => ({
  outcome: live?.outcome ?? '',
  seats: String((live?.outcome === 'renew' ? live.seats : null) ?? number_of_seats ?? licensed_seats ?? ''),
  pay: live?.pay ?? '',
});

const CHOICES = [
  { value: 'renew', label: 'Renew with …', text: 'For a year, with a number of seats.' },
  { value: 'flexible', label: 'Go on as flexible', text: 'From month to month for the seats in use.' },
  { value: 'proposed', label: 'Renew on the proposed offer', text: `The offer that was proposed at ${PROVIDER}.` },
  { value: 'end', label: 'Do not renew', text: 'It ends with the term, and its users lose the service.' },
] as const;
const PAID = [
  { value: 'monthly', label: 'Paid monthly' },
  { value: 'yearly', label: 'Paid yearly' },
];

interface FormProps {
  renewal: Renewal;
  live: Instruction | undefined;
  /** How it stood: what is decided afterwards is not replaced unseen. */
  seen: string | undefined;
  onClose: () => void;
  /** The provider is told. */
  onPlaced: () => void;
  /** It was asked for and waits for somebody's word. */
  onWaits: (instructionId: number) => void;
}

/** Asks for a wish; where somebody was quicker it is said what they asked for, and who presses again has seen it. */
function useGuardedPlacing({ renewal: { renewal_id }, seen: opened }: Pick<FormProps, 'renewal' | 'seen'>) {
  const { refetch } = useInstructions(renewal_id);
  const [seen, setSeen] = useState(opened);
  return async <Reply,>(place: (seen: string | undefined) => Promise<Reply>): Promise<Reply> => {
    try {
      return await place(seen);
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 409) throw error;
      const { data } = await refetch();
      if (!data || data.seen === seen) throw error;
      const { live, seen: now } = standIn(data);
      setSeen(now);
      throw live ? new Error(meanwhileWords(live), { cause: error }) : error;
    }
  };
}

function usePlacing({ renewal, live, seen: opened, onClose, onPlaced, onWaits }: FormProps) {
  const { renewal_id, domain_name } = renewal;
  const guarded = useGuardedPlacing({ renewal, seen: opened });
  const place = useSend(instructions.place, {
    recent: (_, { instruction }) => ({
      what: `Renewal of ${domain_name}`,
      from: live ? wantedWords(live) : '',
      to: wantedWords(instruction),
    }),
  });
  const [schema] = useState(() => wishForm(renewal_id));
  const dialog = useDialogForm({
    draft: `set-at-provider ${String(renewal_id)}`,
    schema,
    start: startOf(renewal, live),
    onClose,
    send: async (body) => {
      const { instruction } = await guarded((seen) =>
        place.mutateAsync({ ...body, ...(seen !== undefined && { seen }) }),
      );
      dialog.forget();
      if (instruction.state === 'draft') {
        toast('done', `Proposed: ${wantedWords(instruction)}, ${domain_name}.`);
        onWaits(instruction.instruction_id);
        return;
      }
      toast('done', sentWords(instruction, domain_name, planned.plan));
      if (dialog.isThere()) onPlaced();
    },
  });
  const wanted = wantedIn(dialog.form.values);
  const planned = usePlan(renewal_id, wanted);
  return { ...dialog, wanted, planned };
}

function seatsHelp({ number_of_seats, licensed_seats }: Renewal): string {
  const bought = number_of_seats === null ? [] : [`${number(number_of_seats)} bought now`];
  return [...(licensed_seats === null ? [] : [`${number(licensed_seats)} used`]), ...bought].join(', ');
}

const GOES_ON = 'is set to go on as a flexible plan at once, and stays so until the seats can be set.';

const needsApproval = (plan: InstructionPlan | undefined): boolean => (plan?.approval_reasons.length ?? 0) > 0;

/** What comes of pressing the button. */
function afterWords(plan: InstructionPlan | undefined): string {
  const goesOn = plan?.goes_on === true;
  if (needsApproval(plan)) return `This proposes it; a second person approves.${goesOn ? ` Then it ${GOES_ON}` : ''}`;
  if (isAsWanted(plan)) return 'This confirms it as the decision.';
  if (goesOn) return `It ${GOES_ON}`;
  if ((plan?.problem ?? null) !== null) return 'It is kept, and set as soon as that is possible.';
  return `${PROVIDER} is told as soon as you press the button.`;
}

/** What the button does: proposes, confirms what the provider has already, or sets. */
function doesWords(wanted: Wanted | undefined, plan: InstructionPlan | undefined): string {
  if (!wanted) return TITLE;
  if (needsApproval(plan)) return proposeWords(wanted);
  return (isAsWanted(plan) ? confirmWords : setWords)(wanted);
}

function Form(props: FormProps) {
  const { renewal } = props;
  const { form, close, question, wanted, planned } = usePlacing(props);
  return (
    <Dialog
      title={`${TITLE}: ${renewal.domain_name}`}
      stays
      busy={form.pending}
      onClose={close}
      footer={
        <>
          <Button variant="default" aria-disabled={form.pending} onClick={close}>
            Close
          </Button>
          <BusyButton type="submit" form={form.fieldId('form')} busy={form.pending}>
            {doesWords(wanted, planned.plan)}
          </BusyButton>
        </>
      }
    >
      <FormBody form={form}>
        <ChoiceCards
          form={form}
          name="outcome"
          label={`What should become of ${renewal.skuName}?`}
          choices={CHOICES}
          required
        />
        {form.values.outcome === 'renew' && (
          <>
            <NumberField form={form} name="seats" label="Seats" help={seatsHelp(renewal)} required />
            <SelectField form={form} name="pay" label="Payment" options={PAID} blank="As now" />
          </>
        )}
        <PlanPreview
          wanted={wanted}
          of={planned}
          before="What it comes to stands here before anything is set."
          after={afterWords(planned.plan)}
        />
      </FormBody>
      {question}
    </Dialog>
  );
}
