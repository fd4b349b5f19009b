import type { RenewalRow } from '@desk/contract/renewals';
import type { ReplyOf } from '@desk/contract/call';
import { offers } from '@desk/contract/renewal-work/offers';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useCall, useSend } from '../../api/hooks.ts';
import { useSettled } from '../../kit/browser/use-settled.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { useDialogForm } from '../../kit/form/use-dialog-form.ts';
import { counted } from '../../kit/text/format.ts';
import { forgetTerms, type Typed } from './propose-terms.tsx';

export type Preview = ReplyOf<typeof offers.preview>;

/** What ends on the same day is offered together, unless it is taken out. */
const togetherWith = ({ others }: Preview, { renewal_date }: Pick<RenewalRow, 'renewal_date'>): string[] =>
  others.filter((one) => one.renewal_date === renewal_date).map(({ renewal_id }) => String(renewal_id));

/** Whoever buys is asked first, and who wrote and waits; the others where somebody ticks them. */
const firstChosen = ({ recipients, waiting }: Preview): string[] => [
  ...new Set([
    ...recipients.slice(0, 1).map(({ address }) => address),
    ...waiting.flatMap((one) => one.recipient ?? []),
  ]),
];

const toggled = (list: readonly string[], one: string, on: boolean): string[] =>
  on ? [...list, one] : list.filter((other) => other !== one);

/** What is proposed for a line, and whether it is another than stood in its fields at first. */
interface Terms {
  readonly proposal: Typed;
  readonly isTyped: boolean;
}

/** Who gets it and what else is in it are kept with the words: these were written to them, and about that. */
const Composed = z.object({
  message: offers.send.body.shape.message,
  is_answer: z.boolean(),
  beside: z.array(z.string()),
  chosen: z.array(z.string()),
});

export interface ComposeProps {
  row: Pick<RenewalRow, 'renewal_id' | 'domain_name' | 'renewal_date'>;
  first: Preview;
  onClose: () => void;
}

/** An offer while it is composed: what is in it, who gets it, what it says. */
export function useOffer({ row, first, onClose }: ComposeProps) {
  const [start] = useState(() => ({
    ...{ message: '', is_answer: false },
    ...{ beside: togetherWith(first, row), chosen: firstChosen(first) },
  }));
  const [terms, setTerms] = useState<ReadonlyMap<number, Terms>>(new Map());
  const send = useSend(offers.send, {
    recent: (_, { version, queued }) => ({
      what: `Offer version ${version} for ${row.domain_name} to ${counted(queued, 'recipient')}`,
    }),
  });
  const typed = [...terms.values()].map(({ proposal }) => proposal);
  const proposals = typed.filter((one) => one !== 'wrong');
  // What was typed for what is not offered here belongs to another offer.
  const forgetAllTerms = () => {
    for (const id of ids) forgetTerms(id);
  };
  const dialog = useDialogForm({
    draft: `offer ${String(row.renewal_id)}`,
    isUnsaved: [...terms.values()].some(({ isTyped }) => isTyped),
    onClose: () => {
      forgetAllTerms();
      onClose();
    },
    schema: Composed,
    start,
    send: async ({ message, is_answer }) => {
      if (proposals.length < typed.length) throw new Error('Correct the seats and the price of the offer first.');
      const offered = proposals.length > 0 && { proposals };
      const { version, queued } = await send.mutateAsync({
        ...{ renewal_ids: ids, recipients, message, is_answer, ...offered },
      });
      // Also where it was left meanwhile: what is sent does not come back as a draft.
      dialog.forget();
      forgetAllTerms();
      toast('done', `Offer version ${version} queued for ${counted(queued, 'recipient')}`);
      dialog.closeSent();
    },
  });
  const { form } = dialog;
  const beside = new Set(form.values.beside);
  const chosen = new Set(form.values.chosen);
  // A draft may name what is not there any more.
  const ids = [
    row.renewal_id,
    ...first.others.map(({ renewal_id }) => renewal_id).filter((one) => beside.has(String(one))),
  ];
  const recipients = first.recipients.map(({ address }) => address).filter((one) => chosen.has(one));
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
  const propose = (id: number, proposal: Typed, isTyped: boolean) =>
    setTerms((all) => new Map(all).set(id, { proposal, isTyped }));
  const tickBeside = (id: number, on: boolean) => {
    form.set('beside', toggled(form.values.beside, String(id), on));
    // The fields of what is not offered any more are gone, and what was typed into them with them.
    if (on) return;
    forgetTerms(id);
    setTerms((all) => new Map([...all].filter(([other]) => other !== id)));
  };
  const tickRecipient = (address: string, on: boolean) => form.set('chosen', toggled(form.values.chosen, address, on));
  return { beside, tickBeside, chosen, tickRecipient, recipients, dialog, asked, propose };
}
