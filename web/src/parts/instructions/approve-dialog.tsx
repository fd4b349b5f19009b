import { instructions, type Instruction, type InstructionPlan } from '@desk/contract/renewal-work/instructions';
import { businessDay, businessDayOf } from '../../kit/text/clock.ts';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Button } from '../../kit/button/button.tsx';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { LoadedDialog } from '../../kit/dialog/loaded-dialog.tsx';
import { useClosing } from '../../kit/dialog/use-closing.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { FormBody } from '../../kit/form/form-body.tsx';
import { OtpField } from '../../kit/form/fields.tsx';
import { useSchemaForm } from '../../kit/form/form.ts';
import { longDate } from '../../kit/text/format.ts';
import {
  approvalWords,
  approveWords,
  confirmWords,
  consequenceWords,
  isAsWanted,
  planWords,
  PROVIDER,
  quickerWords,
  setWords,
  stepsWords,
  sentWords,
  wantedWords,
} from './instruction-words.ts';
import { useGuarded, useInstructions, usePlan } from './instructions.ts';
import { RefuseDialog } from './refuse-dialog.tsx';
import classes from './instructions.module.css';

interface Props {
  renewalId: number;
  instructionId: number;
  onClose: () => void;
  /** It is approved or refused. */
  onDone?: (() => void) | undefined;
}

/** Shows exactly what a draft comes to, and has it set or refuses it where the caller may say so; Escape leaves it as it is. */
export function ApproveDialog({ renewalId, instructionId, onClose, onDone }: Props) {
  const [refused, setRefused] = useState<Instruction>();
  const { data, error, isFetching, refetch } = useInstructions(renewalId);
  const found = data?.instructions.find(({ instruction_id }) => instruction_id === instructionId);
  const isMissing = data !== undefined && !found && !isFetching;
  if (refused) return <RefuseDialog instruction={refused} {...{ onClose, onDone }} />;
  return (
    <LoadedDialog
      title={`Set at ${PROVIDER}`}
      onClose={onClose}
      loaded={found}
      failure={error || isMissing ? { text: error?.message ?? instructions.approve.refusals[409] } : undefined}
      onRetry={() => void refetch()}
    >
      {(opened) => (
        <Loaded
          instruction={found ?? opened}
          quicker={quickerWords(data?.instructions ?? [], instructionId)}
          {...{ onClose, onDone }}
          onRefuse={setRefused}
        />
      )}
    </LoadedDialog>
  );
}

const approvalOf = (instruction: Instruction) =>
  approvalWords(instruction, { isOfCustomer: instruction.source === 'customer' });

interface ApproveProps extends Pick<Props, 'onClose' | 'onDone'> {
  instruction: Instruction;
  onRefuse: (instruction: Instruction) => void;
}
interface LoadedProps extends ApproveProps {
  /** What became of it, where it is no draft any more. */
  quicker: string;
}
interface SendingProps extends ApproveProps {
  /** Undefined: not known yet. */
  plan: InstructionPlan | undefined;
  /** Told what is being approved, and undefined once that has failed. */
  onSending: (instruction: Instruction | undefined) => void;
}

function Loaded({ quicker, ...approving }: LoadedProps) {
  // What is fetched afresh before the approval counts as done has it approved already: by oneself, and by nobody quicker.
  const [sending, setSending] = useState<Instruction>();
  const instruction = sending ?? approving.instruction;
  const { onClose } = approving;
  const { state, may_approve, domain_name } = instruction;
  const approval = approvalOf(instruction);
  if (state === 'draft' && may_approve)
    return <Approve {...approving} instruction={instruction} onSending={setSending} />;
  return (
    <Dialog
      title={`Set at ${PROVIDER}: ${domain_name}`}
      start="heading"
      onClose={onClose}
      footer={
        <Button data-autofocus="" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={classes.summary}>
        {state === 'draft' ? (
          <>
            <Summary instruction={instruction} />
            {!approval && <p>Somebody else asked for it and has to confirm it.</p>}
          </>
        ) : (
          <p role="status">{quicker}</p>
        )}
      </div>
    </Dialog>
  );
}

const SIX = /^\d{6}$/;
const Code = z.object({ code: z.string().check(z.regex(SIX, 'OTP Does Not Match')) });
const NoCode = z.object({ code: z.string() });

function useApproval({ instruction, plan, onClose, onDone, onSending }: SendingProps) {
  const { instruction_id, domain_name, needs_code } = instruction;
  const guarded = useGuarded(instruction);
  const approve = useSend(instructions.approve, {
    recent: () => ({ what: `Renewal of ${domain_name}`, from: 'Waits for approval', to: wantedWords(instruction) }),
  });
  const form = useSchemaForm({
    schema: needs_code ? Code : NoCode,
    start: { code: '' },
    send: async ({ code }) => {
      onSending(instruction);
      try {
        await guarded(() => approve.mutateAsync({ instruction_id, ...(needs_code && { code }) }));
      } catch (error) {
        onSending(undefined);
        throw error;
      }
      toast('done', sentWords(instruction, domain_name, plan));
      if (!closing.isThere()) return;
      onDone?.();
      onClose();
    },
  });
  const closing = useClosing({ isSending: form.pending, onClose });
  return { form, closing };
}

/** What came of asking for a code; `before`: one was sent already. */
const codeWords = (user: string, { isHeld, before }: { isHeld: boolean; before: boolean }) =>
  isHeld
    ? `A code was mailed to ${user} less than a minute ago: it holds.`
    : `${before ? 'Another code' : 'A code'} is on its way to ${user}. The newest one holds.`;

/** The code that an own wish takes where nobody else could approve it. `onSent`: the codes before hold no longer. */
function useCode({ instruction_id, renewal_id, needs_code }: Instruction, onSent: () => void) {
  const [note, setNote] = useState<string>();
  // Where another one could not be sent, the one before can still be typed.
  const [wasSent, setWasSent] = useState(false);
  const user = useSession()?.user ?? '';
  const guarded = useGuarded({ instruction_id, renewal_id });
  const sendCode = useSend(instructions.sendCode, { refresh: false });
  const ask = async () => {
    try {
      const { already_sent: isHeld } = await guarded(() => sendCode.mutateAsync({ instruction_id }));
      if (!isHeld) onSent();
      setNote(codeWords(user, { isHeld, before: wasSent }));
      setWasSent(true);
    } catch (error) {
      setNote((error as Error).message);
    }
  };
  return { isNeeded: needs_code, note, isAsking: sendCode.isPending, wasSent, ask };
}

/** What the button does: sets it, lets somebody else's be set, or confirms what the provider has already. */
function doesWords(instruction: Instruction, isOwn: boolean, plan: InstructionPlan | undefined): string {
  if (!isOwn) return approveWords(instruction);
  return (isAsWanted(plan) ? confirmWords : setWords)(instruction);
}

function Approve(props: Omit<SendingProps, 'plan'>) {
  const { instruction, onRefuse } = props;
  const { plan } = usePlan(instruction.renewal_id, instruction);
  const { form, closing } = useApproval({ ...props, plan });
  const code = useCode(instruction, () => form.set('code', ''));
  const isOwn = useSession()?.user === instruction.requested_by;
  const waits = code.isNeeded && !code.wasSent;
  return (
    <Dialog
      title={`Set at ${PROVIDER}: ${instruction.domain_name}`}
      start="heading"
      stays
      busy={form.pending}
      onClose={closing.close}
      footer={
        <>
          <Button variant="default" aria-disabled={form.pending} onClick={closing.close}>
            {isOwn ? 'Leave it proposed' : 'Close'}
          </Button>
          {!isOwn && (
            <Button variant="default" disabled={form.pending} onClick={() => onRefuse(instruction)}>
              Refuse
            </Button>
          )}
          {code.wasSent && (
            <BusyButton variant="default" busy={code.isAsking} onClick={() => void code.ask()}>
              Send another code
            </BusyButton>
          )}
          {waits ? (
            <BusyButton busy={code.isAsking} onClick={() => void code.ask()}>
              Mail me the code
            </BusyButton>
          ) : (
            <BusyButton type="submit" form={form.fieldId('form')} busy={form.pending}>
              {doesWords(instruction, isOwn, plan)}
            </BusyButton>
          )}
        </>
      }
    >
      <FormBody form={form}>
        <Summary instruction={instruction} />
        {code.isNeeded && <p>Nobody else could approve this. Confirm it with a code that is mailed to you.</p>}
        {code.note !== undefined && <p role="status">{code.note}</p>}
        {code.wasSent && <OtpField form={form} name="code" label="Code" required />}
      </FormBody>
    </Dialog>
  );
}

/** What is asked for, what it comes to, and how it is brought about. */
function Summary({ instruction }: { instruction: Instruction }) {
  const { outcome, requested_by, requested_at, source, sku_name, last_safe_day } = instruction;
  const approval = approvalOf(instruction);
  return (
    <div className={classes.summary}>
      <p className={classes.lead}>{consequenceWords(outcome, instruction, businessDay())}</p>
      <Steps instruction={instruction} />
      {approval !== undefined && <p>{approval}</p>}
      <p className={classes.muted}>
        {sku_name}. Asked for {source === 'customer' ? 'by the customer, ' : 'by '}
        {requested_by}, {longDate(businessDayOf(requested_at))}.
        {last_safe_day !== null &&
          last_safe_day >= businessDay() &&
          ` It can safely be set until ${longDate(last_safe_day)}.`}
      </p>
    </div>
  );
}

function Steps({ instruction }: { instruction: Instruction }) {
  const { plan, error } = usePlan(instruction.renewal_id, instruction);
  if (!plan) return <p role="status">{error?.message ?? 'Finding out what this takes …'}</p>;
  const { text, hint } = planWords(instruction, plan, businessDay());
  const steps = plan.steps ?? [];
  return (
    <div role="status">
      <p>
        {text} {steps.length === 0 && hint}
      </p>
      <ol className={classes.steps} aria-label={`Steps at ${PROVIDER}`} hidden={steps.length === 0}>
        {stepsWords(steps, plan, businessDay()).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ol>
    </div>
  );
}
