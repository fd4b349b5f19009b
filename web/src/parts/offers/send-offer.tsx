import { offers } from '@desk/contract/renewal-work/offers';
import { newestOf, useCall } from '../../api/hooks.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Button } from '../../kit/button/button.tsx';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { LoadedDialog } from '../../kit/dialog/loaded-dialog.tsx';
import { Alert } from '../../kit/feedback/alert.tsx';
import { Notice } from '../../kit/feedback/notice.tsx';
import { Choices } from '../../kit/form/choices.tsx';
import { ParagraphField } from '../../kit/form/fields.tsx';
import { FormBody } from '../../kit/form/form-body.tsx';
import { partOf } from '../../kit/form/form.ts';
import { date } from '../../kit/text/format.ts';
import { Subheading } from '../../kit/text/subheading.tsx';
import { HeldNotice } from '../mail/held-notice.tsx';
import { MessageText } from '../mail/message-text.tsx';
import { AnswerTick } from './answer-tick.tsx';
import { OfferLines } from './offer-lines.tsx';
import { ProposeTerms } from './propose-terms.tsx';
import { kindWords } from './offer-words.ts';
import { useOffer, type ComposeProps, type Preview } from './use-offer.ts';
import classes from './offers.module.css';

/** Send Offer: what is offered, who gets it, and what it says; nothing is written before the button. */
export function SendOffer({ row, onClose }: Omit<ComposeProps, 'first'>) {
  const first = useCall(offers.preview, { renewal_ids: [row.renewal_id] });
  return (
    <LoadedDialog
      title={`Send Offer: ${row.domain_name}`}
      onClose={onClose}
      loaded={newestOf(first)}
      failure={first.error ? { text: first.error.message } : undefined}
      onRetry={() => void first.refetch()}
    >
      {(preview) => <Compose row={row} first={preview} onClose={onClose} />}
    </LoadedDialog>
  );
}

type Offer = NonNullable<Preview['offer']>;

/** What is offered, and below each line that is not decided what can be proposed in its place. */
const Lines = ({ offer, propose }: { offer: Offer; propose: ReturnType<typeof useOffer>['propose'] }) => (
  <OfferLines
    {...offer}
    below={(line) =>
      !offer.decided.includes(line.renewal_id) && (
        <ProposeTerms
          line={line}
          currency={offer.currency}
          onChange={(...typed) => propose(line.renewal_id, ...typed)}
        />
      )
    }
  />
);

interface BesideProps {
  others: Preview['others'];
  beside: ReadonlySet<string>;
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
            checked={beside.has(String(one.renewal_id))}
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
  const { beside, tickBeside, chosen, tickRecipient, recipients, dialog, asked, propose } = useOffer(props);
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
        <Choices legend="Who is asked, in this order">
          {first.recipients.map(({ address, name, as }) => (
            <label key={address}>
              <input
                type="checkbox"
                checked={chosen.has(address)}
                onChange={(event) => tickRecipient(address, event.currentTarget.checked)}
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
