import type { ReplyOf } from '@desk/contract/call';
import type { offers } from '@desk/contract/renewal-work/offers';
import { TickField } from '../../kit/form/fields.tsx';
import type { FormState } from '../../kit/form/form.ts';
import { counted, instant, shortened } from '../../kit/text/format.ts';

interface Props {
  waiting: ReplyOf<typeof offers.preview>['waiting'];
  form: FormState<{ is_answer: boolean }>;
}

const LONGEST = 160;

/** Whether an offer answers who wrote and waits: it is not taken for an answer unseen. */
export function AnswerTick({ waiting, form }: Props) {
  const [first, ...more] = waiting;
  if (!first) return null;
  const others = more.length === 0 ? '' : ` And ${counted(more.length, 'more message')}.`;
  return (
    <TickField
      form={form}
      name="is_answer"
      label="This offer is the answer"
      help={`${first.from} wrote ${instant(first.received_at)}: “${shortened(first.text, LONGEST)}”${others} Without the tick it stays in My day.`}
    />
  );
}
