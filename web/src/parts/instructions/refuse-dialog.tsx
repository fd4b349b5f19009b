import { instructions, type Instruction } from '@desk/contract/renewal-work/instructions';
import { businessDay } from '../../kit/text/clock.ts';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { ParagraphField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { consequenceWords, PROVIDER, wantedWords } from './instruction-words.ts';
import { useGuarded, usePlan } from './instructions.ts';
import classes from './instructions.module.css';

const { reason } = instructions.refuse.body.shape;
const Refusal = z.object({ reason });
const TakenBack = z.object({ reason: instructions.cancel.body.shape.reason });

interface Props {
  instruction: Instruction;
  onClose: () => void;
  /** It is written. */
  onDone?: (() => void) | undefined;
}

/** Says no to a draft, and why; the renewal is undecided again. */
export function RefuseDialog({ instruction, onClose, onDone }: Props) {
  const { instruction_id, domain_name, outcome } = instruction;
  const guarded = useGuarded(instruction);
  const refuse = useSend(instructions.refuse, {
    recent: (sent) => ({
      what: `Renewal of ${domain_name}`,
      from: wantedWords(instruction),
      to: `Refused: ${sent.reason}`,
    }),
  });
  return (
    <FormDialog
      title={`Refuse: ${domain_name}`}
      schema={Refusal}
      start={{ reason: '' }}
      submit="Refuse"
      draft={`refuse ${String(instruction_id)}`}
      onClose={onClose}
      send={async (typed) => {
        await guarded(() => refuse.mutateAsync({ instruction_id, ...typed }));
        toast('done', `Refused. The renewal of ${domain_name} is undecided again.`);
        onDone?.();
      }}
    >
      {(form) => (
        <>
          <p className={classes.lead}>{consequenceWords(outcome, instruction, businessDay())}</p>
          <ParagraphField
            form={form}
            name="reason"
            label="Reason"
            help="It stands in the follow-up history. The renewal is undecided again."
            required
          />
        </>
      )}
    </FormDialog>
  );
}

/** What is set at the provider, and stays so; of what was placed once and waits to be approved anew, too. @param setting in its words; null: not known */
function staysWords({ state, read_back_at }: Instruction, setting: string | null): string {
  if (state === 'draft' && read_back_at === null) return 'Nothing was set yet.';
  return `What ${PROVIDER} was told already stays as it is there${setting === null ? '' : `: “${setting}”`}.`;
}

/** Takes back what was asked for. What the provider was told already stays as it is there. */
export function TakeBackDialog({ instruction, onClose }: Omit<Props, 'onDone'>) {
  const { instruction_id, renewal_id, domain_name } = instruction;
  const { plan } = usePlan(renewal_id, instruction);
  const guarded = useGuarded(instruction);
  const cancel = useSend(instructions.cancel, {
    recent: () => ({ what: `Renewal of ${domain_name}`, from: wantedWords(instruction), to: 'Taken back' }),
  });
  return (
    <FormDialog
      title={`Take back: ${domain_name}`}
      schema={TakenBack}
      start={{ reason: '' }}
      submit="Take back"
      draft={`take-back ${String(instruction_id)}`}
      onClose={onClose}
      send={async (typed) => {
        await guarded(() => cancel.mutateAsync({ instruction_id, ...typed }));
        toast('done', `Taken back. The renewal of ${domain_name} is undecided again.`);
      }}
    >
      {(form) => (
        <>
          <p className={classes.lead}>{wantedWords(instruction)}</p>
          <p>{staysWords(instruction, plan?.at_provider ?? null)} The renewal is undecided again.</p>
          <ParagraphField form={form} name="reason" label="Reason" help="It stands in the follow-up history." />
        </>
      )}
    </FormDialog>
  );
}
