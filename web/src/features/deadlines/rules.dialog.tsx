import { deadlines, RenewalRules, type Holiday } from '@desk/contract/renewal-work/deadlines';
import { useState } from 'react';
import { useCall, useSend } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../kit/button/button.tsx';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { Alert } from '../../kit/feedback/alert.tsx';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { Section } from '../../kit/layout/section.tsx';
import { Stack } from '../../kit/layout/stack.tsx';
import { longDate, weekday } from '../../kit/text/format.ts';
import classes from './deadlines.module.css';
import { HolidayForm } from './holiday.form.tsx';
import { RulesForm } from './rules.form.tsx';

/** On which days nobody works, how many business days ahead is safe, and what needs a second person. */
export function RulesDialog({ onClose }: { onClose: () => void }) {
  const mayChange = useSession()?.role === 'ADMIN';
  const rules = useCall(deadlines.rules, {});
  const [saved, setSaved] = useState(0);
  const error = rules.data ? null : rules.error;
  return (
    <ListDialog title="Holidays and lead" size={720} onClose={onClose}>
      <Stack>
        {error && <Alert>{error.message}</Alert>}
        {rules.isPending && <Skeleton blocks={2} height={60} />}
        {rules.data && (
          <RulesForm
            key={saved}
            opened={rules.data.rules}
            mayChange={mayChange}
            reload={async () => RenewalRules.parse((await rules.refetch()).data?.rules)}
            onSaved={() => setSaved((count) => count + 1)}
          />
        )}
        <Holidays mayChange={mayChange} />
      </Stack>
    </ListDialog>
  );
}

function Holidays({ mayChange }: { mayChange: boolean }) {
  const { data, error } = useCall(deadlines.holidays, {});
  const add = useSend(deadlines.addHolidays, {
    recent: ({ holidays }) => ({ what: 'Holidays', to: holidays.map(({ name }) => name).join(', ') }),
  });
  const remove = useSend(deadlines.removeHoliday, {
    recent: ({ day }) => ({ what: 'Holiday removed', from: longDate(day) }),
  });
  const failed = ({ message }: Error) => toast('failed', message);
  const removed = ({ day, name }: Holiday) =>
    remove.mutate({ day }, { onSuccess: () => toast('done', `${name} is removed`), onError: failed });
  const added = (holiday: Holiday) =>
    add.mutate(
      { holidays: [holiday] },
      { onSuccess: () => toast('done', `${holiday.name} is added`), onError: failed },
    );
  if (error && !data) return <Alert>{error.message}</Alert>;
  if (!data) return <Skeleton blocks={3} height={36} />;
  return (
    <>
      <Section title="Holidays">
        <p>Nobody is mailed on these days, and none of them counts as a business day.</p>
        {data.holidays.length === 0 && <p>None is listed.</p>}
        <HolidayList
          holidays={data.holidays}
          words="Remove"
          isBusy={remove.isPending}
          press={mayChange ? removed : undefined}
        />
        {mayChange && <HolidayForm send={(holiday) => add.mutateAsync({ holidays: [holiday] })} />}
      </Section>
      {mayChange && data.proposed.length > 0 && (
        <Section title="National holidays that are not listed">
          <HolidayList holidays={data.proposed} words="Add" isBusy={add.isPending} press={added} />
        </Section>
      )}
    </>
  );
}

interface ListProps {
  holidays: readonly Holiday[];
  /** On the button of each. */
  words: string;
  isBusy: boolean;
  /** Undefined: they are read alone. */
  press: ((holiday: Holiday) => void) | undefined;
}

const HolidayList = ({ holidays, words, isBusy, press }: ListProps) => (
  <ul className={classes.list}>
    {holidays.map((holiday) => (
      <li key={holiday.day}>
        <span>
          {weekday(holiday.day)} {holiday.day.slice(0, 4)}, {holiday.name}
        </span>
        {press && (
          <Button
            variant="default"
            size="xs"
            disabled={isBusy}
            aria-label={`${words} ${holiday.name}, ${longDate(holiday.day)}`}
            onClick={() => press(holiday)}
          >
            {words}
          </Button>
        )}
      </li>
    ))}
  </ul>
);
