import { leave, type LeaveRow } from '@desk/contract/renewal-work/leave';
import * as z from 'zod/mini';
import { newestOf, useCall, useSend } from '../../api/hooks.ts';
import { Button } from '../../kit/button/button.tsx';
import { LoadedDialog } from '../../kit/dialog/loaded-dialog.tsx';
import { toastOutcome } from '../../kit/feedback/toast-outcome.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { DateField, SelectField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { businessDay } from '../../kit/text/clock.ts';
import { weekday } from '../../kit/text/format.ts';
import { atField } from '../../parts/form/at-field.ts';
import classes from './my-day.module.css';

const Entered = z.object({
  account: z.string(),
  from: z.string().check(z.minLength(1, 'Enter a date')),
  to: z.string().check(z.minLength(1, 'Enter a date')),
  cover: z.string().check(z.minLength(1, 'Choose who covers')),
});

const daysOf = ({ from, to }: Pick<LeaveRow, 'from' | 'to'>): string =>
  from === to ? weekday(from) : `${weekday(from)} to ${weekday(to)}`;

type Known = NonNullable<ReturnType<typeof useLeaves>['data']>;
const useLeaves = () => useCall(leave.list, {});

/** Who is away, who covers, and a leave of one's own. */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const leaves = useLeaves();
  return (
    <LoadedDialog
      title="Leave"
      onClose={onClose}
      loaded={newestOf(leaves)}
      failure={leaves.isError ? { text: leaves.error.message } : undefined}
      onRetry={() => void leaves.refetch()}
    >
      {(known) => <Loaded known={known} leaves={leaves.data?.leaves ?? known.leaves} onClose={onClose} />}
    </LoadedDialog>
  );
}

function Loaded({ known, leaves, onClose }: { known: Known; leaves: readonly LeaveRow[]; onClose: () => void }) {
  const add = useSend(leave.add, {
    recent: ({ from, to, cover_id }) => ({
      what: 'Leave',
      to: `${daysOf({ from, to })}, covered by ${known.covers.find((one) => one.account_id === cover_id)?.name ?? ''}`,
    }),
  });
  const optionsOf = (people: Known['people']) =>
    people.map(({ account_id, name }) => ({ value: String(account_id), label: name }));
  return (
    <FormDialog
      title="Leave"
      schema={Entered}
      start={{ account: String(known.own), from: businessDay(), to: '', cover: '' }}
      submit="Enter leave"
      draft="leave"
      onClose={onClose}
      aside={<Leaves leaves={leaves} />}
      send={async ({ account, from, to, cover }) => {
        const entered = { account_id: Number(account), from, to, cover_id: Number(cover) };
        await add.mutateAsync(entered).catch(atField({ 409: 'to', 422: 'cover' }));
        toast('done', `Away ${daysOf({ from, to })}`);
      }}
    >
      {(form) => (
        <>
          {known.people.length > 1 && (
            <SelectField form={form} name="account" label="Who is away" options={optionsOf(known.people)} />
          )}
          <DateField form={form} name="from" label="First day" required />
          <DateField form={form} name="to" label="Last day" required />
          <SelectField
            form={form}
            name="cover"
            label="Who covers"
            required
            blank="Choose"
            options={optionsOf(known.covers).filter(({ value }) => value !== form.values.account)}
            help="Sees the work in those days. It stays yours, and is back the day after."
          />
        </>
      )}
    </FormDialog>
  );
}

function Leaves({ leaves }: { leaves: readonly LeaveRow[] }) {
  const end = useSend(leave.end, {
    recent: ({ leave_id }) => {
      const ended = leaves.find((one) => one.leave_id === leave_id);
      return { what: `Leave of ${ended?.person.name ?? ''} ended`, from: ended ? daysOf(ended) : '' };
    },
  });
  if (leaves.length === 0) return <p>Nobody is away, and nobody will be.</p>;
  return (
    <ul className={classes.leaves} aria-label="Who is away">
      {leaves.map((one) => (
        <li key={one.leave_id}>
          <span>
            <b>{one.person.name}</b> {daysOf(one)}
            <small>Covered by {one.cover.name}</small>
          </span>
          {one.may_end && (
            <Button
              variant="default"
              size="xs"
              aria-label={`End the leave of ${one.person.name}, ${daysOf(one)}`}
              disabled={end.isPending}
              onClick={() => void toastOutcome(end.mutateAsync({ leave_id: one.leave_id }))}
            >
              End
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
