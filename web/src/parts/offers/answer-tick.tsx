import type { ReplyOf } from '@desk/contract/call';
import type { offers } from '@desk/contract/renewal-work/offers';
import { Notice } from '../../kit/feedback/notice.tsx';
import { TickField } from '../../kit/form/fields.tsx';
import type { FormState } from '../../kit/form/form.ts';
import { counted, instant, shortened } from '../../kit/text/format.ts';

type Waiting = ReplyOf<typeof offers.preview>['waiting'];

interface Props {
  waiting: Waiting;
  /** The addresses that get the offer. */
  chosen: ReadonlySet<string>;
  form: FormState<{ is_answer: boolean }>;
}

const LONGEST = 160;

/** Of those who wrote and do not get the offer each once, with what to do about it. */
const without = (waiting: Waiting, chosen: ReadonlySet<string>): readonly string[] => [
  ...new Set(
    waiting.flatMap(({ from, recipient }) => {
      if (recipient === null) return `${from} wrote, and gets nothing: they are none of those who can be asked.`;
      return chosen.has(recipient) ? [] : `${from} wrote, and gets nothing: tick who is to get the answer.`;
    }),
  ),
];

/** Whether an offer answers who wrote and waits: it is not taken for an answer unseen. */
export function AnswerTick({ waiting, chosen, form }: Props) {
  const [first, ...more] = waiting;
  if (!first) return null;
  const others = more.length === 0 ? '' : ` And ${counted(more.length, 'more message')}.`;
  return (
    <>
      <TickField
        form={form}
        name="is_answer"
        label="This offer is the answer"
        help={`${first.from} wrote ${instant(first.received_at)}: “${shortened(first.text, LONGEST)}”${others} Without the tick it stays in My day.`}
      />
      {without(waiting, chosen).map((words) => (
        <Notice key={words} live>
          {words}
        </Notice>
      ))}
    </>
  );
}
