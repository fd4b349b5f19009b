import type { RenewalRow } from '@desk/contract/renewals';
import type { ReplyOf } from '@desk/contract/call';
import { offers } from '@desk/contract/renewal-work/offers';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useCall, useSend } from '../../api/hooks.ts';
import { useSettled } from '../../kit/browser/use-settled.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Button } from '../../kit/button/button.tsx';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { LoadedDialog } from '../../kit/dialog/loaded-dialog.tsx';
import { Alert } from '../../kit/feedback/alert.tsx';
import { Notice } from '../../kit/feedback/notice.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { Choices } from '../../kit/form/choices.tsx';
import { ParagraphField } from '../../kit/form/fields.tsx';
import { FormBody } from '../../kit/form/form-body.tsx';
import { partOf } from '../../kit/form/form.ts';
import { useDialogForm } from '../../kit/form/use-dialog-form.ts';
import { counted, date } from '../../kit/text/format.ts';
import { Subheading } from '../../kit/text/subheading.tsx';
import { HeldNotice } from '../mail/held-notice.tsx';
import { MessageText } from '../mail/message-text.tsx';
import { AnswerTick } from './answer-tick.tsx';
import { OfferLines } from './offer-lines.tsx';
import { ProposeTerms, type Typed } from './propose-terms.tsx';
import { kindWords } from './offer-words.ts';
import classes from './offers.module.css';

type Preview = ReplyOf<typeof offers.preview>;

interface Props {
  row: Pick<RenewalRow, 'renewal_id' | 'domain_name' | 'renewal_date'>;
  onClose: () => void;
}

/** Send Offer: what is offered, who gets it, and what it says; nothing is written before the button. */
export function SendOffer({ row, onClose }: Props) {
  const first = useCall(offers.preview, { renewal_ids: [row.renewal_id] });
  return (
    <LoadedDialog
      title={`Send Offer: ${row.domain_name}`}
      onClose={onClose}
      loaded={first.data}
      failure={first.error ? { text: first.error.message } : undefined}
      onRetry={() => void first.refetch()}
    >
      {(preview) => <Compose row={row} first={preview} onClose={onClose} />}
    </LoadedDialog>
  );
}

/** What ends on the same day is offered together, unless it is taken out. */
const togetherWith = ({ others }: Preview, { renewal_date }: Pick<RenewalRow, 'renewal_date'>): ReadonlySet<number> =>
  new Set(others.filter((one) => one.renewal_date === renewal_date).map(({ renewal_id }) => renewal_id));

/** Whoever buys is asked first, and who wrote and waits; the others where somebody ticks them. */
const firstChosen = ({ recipients, waiting }: Preview): ReadonlySet<string> =>
  new Set([...recipients.slice(0, 1).map(({ address }) => address), ...waiting.flatMap((one) => one.recipient ?? [])]);

const toggled = <Key,>(set: ReadonlySet<Key>, key: Key, on: boolean): ReadonlySet<Key> =>
  new Set(on ? [...set, key] : [...set].filter((one) => one !== key));

/** What is proposed for a line, and what stood in its fields as they were opened. */
interface Terms {
  readonly first: Typed;
  readonly now: Typed;
}
const isAsOpened = ({ first, now }: Terms) => JSON.stringify(first) === JSON.stringify(now);

interface ComposeProps extends Props {
  first: Preview;
}

function useOffer({ row, first, onClose }: ComposeProps) {
  const [beside, setBeside] = useState(() => togetherWith(first, row));
  const [chosen, setChosen] = useState(() => firstChosen(first));
  const [terms, setTerms] = useState<ReadonlyMap<number, Terms>>(new Map());
  const ids = [row.renewal_id, ...first.others.map(({ renewal_id }) => renewal_id).filter((one) => beside.has(one))];
  const send = useSend(offers.send, {
    recent: (_, { version, queued }) => ({
      what: `Offer version ${version} for ${row.domain_name} to ${counted(queued, 'recipient')}`,
    }),
  });
  const recipients = first.recipients.map(({ address }) => address).filter((one) => chosen.has(one));
  const typed = [...terms.values()].map(({ now }) => now);
  const proposals = typed.filter((one) => one !== 'wrong');
  const dialog = useDialogForm({
    draft: `offer ${String(row.renewal_id)}`,
    isUnsaved: [...terms.values()].some((one) => !isAsOpened(one)),
    onClose,
    schema: z.object({ message: offers.send.body.shape.message, is_answer: z.boolean() }),
    start: { message: '', is_answer: false },
    send: async ({ message, is_answer }) => {
      if (proposals.length < typed.length) throw new Error('Correct the seats and the price of the offer first.');
      const offered = proposals.length > 0 && { proposals };
      const { version, queued } = await send.mutateAsync({
        ...{ renewal_ids: ids, recipients, message, is_answer, ...offered },
      });
      // Also where it was left meanwhile: what is sent does not come back as a draft.
      dialog.forget();
      toast('done', `Offer version ${version} queued for ${counted(queued, 'recipient')}`);
      dialog.closeSent();
    },
  });
  const { form } = dialog;
  const { settled } = useSettled({ message: form.values.message.trim(), proposals });
  const asked = useCall(
    offers.preview,
    {
      renewal_ids: ids,
      ...(settled.message !== '' && { message: settled.message }),
      ...(settled.proposals.length > 0 && { proposals: settled.proposals }),
    },
    { keep: true },
  );
  const propose = (id: number, proposal: Typed) =>
    setTerms((all) => new Map(all).set(id, { first: all.get(id)?.first ?? proposal, now: proposal }));
  const tickBeside = (id: number, on: boolean) => {
    setBeside(toggled(beside, id, on));
    // The fields of what is not offered any more are gone, and what was typed into them with them.
    if (!on) setTerms((all) => new Map([...all].filter(([other]) => other !== id)));
  };
  return { beside, tickBeside, chosen, setChosen, recipients, dialog, asked, propose };
}

type Offer = NonNullable<Preview['offer']>;

/** What is offered, and below each line that is not decided what can be proposed in its place. */
const Lines = ({ offer, propose }: { offer: Offer; propose: (id: number, proposal: Typed) => void }) => (
  <OfferLines
    {...offer}
    below={(line) =>
      !offer.decided.includes(line.renewal_id) && (
        <ProposeTerms line={line} currency={offer.currency} onChange={(typed) => propose(line.renewal_id, typed)} />
      )
    }
  />
);

interface BesideProps {
  others: Preview['others'];
  beside: ReadonlySet<number>;
  onTick: (id: number, on: boolean) => void;
}

/** What else of the customer ends in the month. */
const Beside = ({ others, beside, onTick }: BesideProps) =>
  others.length > 0 && (
    <Choices legend="Also in this offer">
      {others.map((one) => (
        <label key={one.renewal_id}>
          <input
            type="checkbox"
            checked={beside.has(one.renewal_id)}
            onChange={(event) => onTick(one.renewal_id, event.currentTarget.checked)}
          />
          {one.sku_name} of {one.domain_name}, {date(one.renewal_date)}
        </label>
      ))}
    </Choices>
  );

/** Why it cannot be sent, and what to know before. */
const Notes = ({ preview, problem }: { preview: Preview; problem: string | undefined }) => (
  <div className={classes.notes}>
    {[...preview.problems, ...(problem === undefined ? [] : [problem])].map((one) => (
      <Alert key={one}>{one}</Alert>
    ))}
    {preview.notes.map((note) => (
      <Notice key={note}>{note}</Notice>
    ))}
  </div>
);

function Compose(props: ComposeProps) {
  const { row, first } = props;
  const { beside, tickBeside, chosen, setChosen, recipients, dialog, asked, propose } = useOffer(props);
  const { form, close, question } = dialog;
  const preview = asked.data ?? first;
  // What was typed may be to blame: what else was typed stays on the screen.
  const isWrong = preview.problems.length > 0;
  const isBlocked = preview.offer === null || preview.recipients.length === 0;
  return (
    <Dialog
      title={`Send Offer: ${row.domain_name}`}
      size={720}
      busy={form.pending}
      onClose={close}
      stays
      footer={
        <>
          <Button variant="default" aria-disabled={form.pending} onClick={close}>
            Close
          </Button>
          {!isBlocked && (
            <BusyButton busy={form.pending} disabled={recipients.length === 0 || isWrong} onClick={form.submit}>
              Send Offer
            </BusyButton>
          )}
        </>
      }
    >
      <HeldNotice />
      <Notes preview={preview} problem={asked.error?.message} />
      {preview.offer && (
        <>
          <Subheading
            text={`Version ${preview.offer.version} for ${preview.company_name}, valid until ${date(preview.offer.valid_until)}`}
          />
          <Lines offer={preview.offer} propose={propose} />
        </>
      )}
      <Beside others={first.others} beside={beside} onTick={tickBeside} />
      {!isBlocked && (
        <Choices legend="Who is asked, the first first">
          {first.recipients.map(({ address, name, as }) => (
            <label key={address}>
              <input
                type="checkbox"
                checked={chosen.has(address)}
                onChange={(event) => setChosen(toggled(chosen, address, event.currentTarget.checked))}
              />
              <span>
                {name} · {address} <span className={classes.kind}>({kindWords(as)})</span>
              </span>
            </label>
          ))}
        </Choices>
      )}
      {!isBlocked && (
        <FormBody form={form}>
          <ParagraphField
            form={form}
            name="message"
            label="Your message"
            help="Stands below the greeting. The quote goes with the mail as a PDF."
          />
          <AnswerTick waiting={preview.waiting} chosen={chosen} form={partOf(form)} />
          <Subheading text="Mail" />
          {preview.text !== null && (
            <MessageText subject={preview.subject} text={preview.text} busy={asked.isPlaceholderData} />
          )}
          <p>A mail that has left cannot be taken back, but its link can be revoked.</p>
        </FormBody>
      )}
      {question}
    </Dialog>
  );
}
