import { deadlines, type Holiday } from '@desk/contract/renewal-work/deadlines';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { DateField, TextField } from '../../kit/form/fields.tsx';
import { FormBody } from '../../kit/form/form-body.tsx';
import classes from './deadlines.module.css';
import { useReported } from '../../kit/form/use-reported.ts';
import { useSchemaForm } from '../../kit/form/form.ts';

const Schema = deadlines.addHolidays.body.shape.holidays.def.element;
const EMPTY = { day: '', name: '' };

interface Props {
  send: (holiday: Holiday) => Promise<unknown>;
  onDirty: (isDirty: boolean) => void;
  onSending: (isSending: boolean) => void;
}

/** Adds one day on which nobody works. */
export function HolidayForm({ send, onDirty, onSending }: Props) {
  const form = useSchemaForm({
    schema: Schema,
    start: EMPTY,
    send: async (holiday, sent) => {
      await send(holiday);
      toast('done', `${holiday.name} is added`);
      form.empty(sent, 'day', 'name');
    },
  });
  useReported(form.dirty, onDirty);
  useReported(form.pending, onSending);
  return (
    <FormBody form={form}>
      <div className={classes.fields}>
        <DateField form={form} name="day" label="Day" required />
        <TextField form={form} name="name" label="Name" required />
      </div>
      <div>
        <BusyButton type="submit" variant="default" busy={form.pending}>
          Add holiday
        </BusyButton>
      </div>
    </FormBody>
  );
}
