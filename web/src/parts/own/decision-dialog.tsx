import { ownRenewals, type OwnRenewal } from '@desk/contract/own-renewals';
import { useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { FieldError } from '../../kit/form/form.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { date } from '../../kit/text/format.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { costWords } from './cost-words.ts';
import { daysLeftWords } from './renewal-words.ts';
import { previousDecision, decisionForm, DecisionFields } from './decision-fields.tsx';

const isStale = (error: unknown): error is Refused =>
  error instanceof Refused && [404, 409, 422].includes(error.status);

const SeatsRefused = z.object({ fields: z.array(z.object({ path: z.literal('seats'), message: z.string() })) });

/** What is wrong with the seats stands there: more people may have one than the list knew. */
function explained(error: Refused): Error {
  const read = SeatsRefused.safeParse(error.body);
  const [fault] = read.success ? read.data.fields : [];
  return fault ? new FieldError(fault.path, fault.message) : error;
}

interface Props {
  renewal: OwnRenewal;
  /** The renewal is not any more what the list had: asks for the list again. */
  onStale: () => Promise<unknown>;
  onClose: () => void;
}

/** The customer's decision about a renewal; it can be changed until the renewal is closed. */
export function DecisionDialog({ renewal, onStale, onClose }: Props) {
  const { renewal_id, domain_name, sku_name, renewal_date, days_left } = renewal;
  const cost = costWords(renewal);
  const decide = useSend(ownRenewals.decide, { otherwise: 'Your decision could not be sent. Please try again.' });
  const schema = useMemo(() => decisionForm(renewal), [renewal]);
  const [start] = useState(() => previousDecision(renewal));
  return (
    <FormDialog
      title={`Renewal of ${domain_name}`}
      schema={schema}
      start={start}
      submit="Send decision"
      draft={`decide-renewal ${String(renewal_id)}`}
      onClose={onClose}
      send={async (decided) => {
        try {
          await decide.mutateAsync(decided);
        } catch (error) {
          if (!isStale(error)) throw error;
          await onStale();
          throw explained(error);
        }
        toast('done', 'Thank you. We have your decision, and somebody of us takes it up.');
      }}
    >
      {(form) => (
        <>
          <p>
            {sku_name}, renewal date {date(renewal_date)} ({daysLeftWords(days_left)})
          </p>
          {cost !== undefined && <p>As it is: {cost}</p>}
          <DecisionFields form={form} renewal={renewal} />
        </>
      )}
    </FormDialog>
  );
}
