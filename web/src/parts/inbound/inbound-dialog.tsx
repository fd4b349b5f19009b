import type { ReplyOf } from '@desk/contract/call';
import { inbound, type InboundMessage } from '@desk/contract/renewal-work/inbound';
import * as z from 'zod/mini';
import { useCall } from '../../api/hooks.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Button } from '../../kit/button/button.tsx';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { LoadedDialog } from '../../kit/dialog/loaded-dialog.tsx';
import { useClosingOrLeaving } from '../../kit/dialog/use-closing.tsx';
import { toastOutcome } from '../../kit/feedback/toast-outcome.ts';
import { FormBody } from '../../kit/form/form-body.tsx';
import { TickField } from '../../kit/form/fields.tsx';
import { useSchemaForm, type FormState } from '../../kit/form/form.ts';
import { useMailHoldEvents } from '../mail/mail-hold-switch.ts';
import { DomainField } from './domain-field.tsx';
import { InboundFacts } from './inbound-facts.tsx';
import { isUnmatched, silencedBy, titleOf } from './inbound-words.ts';
import { NextActs } from './next-acts.tsx';
import { useSettle } from './use-settle.ts';

interface Props {
  inboundId: number;
  /** It was seen to here. */
  onSettled?: ((message: InboundMessage) => void) | undefined;
  onClose: () => void;
}

/** A mail that came in: its text, what it answers, and what is done about it. */
export function InboundDialog({ inboundId, onSettled, onClose }: Props) {
  const { data, error, refetch } = useCall(inbound.message, { inbound_id: inboundId });
  useMailHoldEvents(() => void refetch({ cancelRefetch: false }));
  return (
    <LoadedDialog
      title="Mail"
      size={720}
      onClose={onClose}
      loaded={data}
      failure={error ? { text: error.message } : undefined}
      onRetry={() => void refetch()}
    >
      {/* What others do to it meanwhile is shown; what was chosen here stays. */}
      {(opened) => <Opened details={data ?? opened} onSettled={onSettled} onClose={onClose} />}
    </LoadedDialog>
  );
}

const Settling = z.object({ domain_name: z.string(), renewal_id: z.string(), silence: z.boolean() });
type Values = z.output<typeof Settling>;
const START: Values = { domain_name: '', renewal_id: '', silence: false };

const ownerOf = ({ domain_name, renewal_id }: Values) =>
  domain_name === '' ? undefined : { domain_name, ...(renewal_id !== '' && { renewal_id: Number(renewal_id) }) };

interface OpenedProps extends Omit<Props, 'inboundId'> {
  details: ReplyOf<typeof inbound.message>;
}

function Opened({ details, onSettled, onClose }: OpenedProps) {
  const { message } = details;
  const { settle, reopen, isReopening } = useSettle();
  const form = useSchemaForm({
    schema: Settling,
    start: START,
    send: async (chosen) => {
      await settle(message, { owner: ownerOf(chosen), silence: chosen.silence });
      onSettled?.(message);
      closeSent();
    },
  });
  const isOpen = message.settled_at === null;
  const isUnsaved = isOpen && form.dirty;
  const isSending = form.pending || isReopening;
  const { close, closeSent, question } = useClosingOrLeaving({ isUnsaved, isSending, onClose });
  const openAgain = () => toastOutcome(reopen(message).then(closeSent));
  return (
    <Dialog
      title={titleOf(message)}
      size={720}
      start="heading"
      busy={isSending}
      onClose={close}
      footer={
        <>
          <Button variant="default" aria-disabled={isSending} onClick={close}>
            Close
          </Button>
          {isOpen ? (
            <BusyButton type="submit" form={form.fieldId('form')} busy={form.pending}>
              {form.values.domain_name === '' ? 'Done' : 'It is theirs'}
            </BusyButton>
          ) : (
            <BusyButton variant="default" busy={isReopening} onClick={() => void openAgain()}>
              Not done
            </BusyButton>
          )}
        </>
      }
    >
      <InboundFacts details={details} />
      <NextActs renewals={message.renewals} />
      <FormBody form={form}>{isOpen && <Choices message={message} form={form} />}</FormBody>
      {question}
    </Dialog>
  );
}

interface ChoicesProps {
  message: InboundMessage;
  form: FormState<Values>;
}

function Choices({ message, form }: ChoicesProps) {
  const silenced = silencedBy(message);
  const chosen = form.values.domain_name;
  return (
    <>
      {(isUnmatched(message) || chosen !== '') && (
        <DomainField
          form={form}
          name="domain_name"
          label="Whose is it?"
          help="A part of a domain, a company or a person’s name. It then asks whoever has the renewal; left empty, it is nobody’s."
          chosen={chosen}
          onChoose={(hit) => {
            form.set('domain_name', hit?.domain_name ?? '');
            form.set('renewal_id', hit?.renewal ? String(hit.renewal.renewal_id) : '');
          }}
        />
      )}
      {silenced !== undefined && (
        <TickField form={form} name="silence" label={`Do not write to ${silenced} any more`} />
      )}
    </>
  );
}
