import type { ReplyOf } from '@desk/contract/call';
import { reminders } from '@desk/contract/renewal-work/reminders';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { DateField, TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { businessDay } from '../../kit/text/clock.ts';
import { date } from '../../kit/text/format.ts';

const Typed = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, 'Enter Reason'), z.maxLength(300, 'At most 300 characters')),
  until: z.string().check(z.refine((day) => day === '' || day >= businessDay(), 'Choose a day from today on.')),
});

interface Props {
  renewalId: number;
  domain: string;
  pause: ReplyOf<typeof reminders.list>['pause'];
  onClose: () => void;
}

const wordsOf = (until: string | null | undefined): string =>
  until === null || until === undefined || until === '' ? 'paused' : `paused until ${date(until)}`;

/** Why nothing is to be sent about a renewal, and until when. */
export function PauseDialog({ renewalId, domain, pause, onClose }: Props) {
  const send = useSend(reminders.pause, {
    recent: ({ until }) => ({
      what: `Reminders about ${domain}`,
      from: pause === null ? 'as planned' : wordsOf(pause.until),
      to: wordsOf(until),
    }),
  });
  return (
    <FormDialog
      title={`Pause reminders: ${domain}`}
      schema={Typed}
      start={{ reason: pause?.reason ?? '', until: pause?.until ?? '' }}
      submit="Pause"
      draft={`pause-reminders ${String(renewalId)}`}
      onClose={onClose}
      send={async ({ reason, until }) => {
        await send.mutateAsync({ renewal_id: renewalId, reason, until: until === '' ? null : until });
        toast('done', `Reminders about ${domain} are ${wordsOf(until)}`);
      }}
    >
      {(form) => (
        <>
          <TextField form={form} name="reason" label="Reason" required help="The customer does not read it." />
          <DateField form={form} name="until" label="Until" help="The last day; left empty: until somebody goes on." />
        </>
      )}
    </FormDialog>
  );
}
