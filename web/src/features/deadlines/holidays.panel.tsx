import { deadlines, type Holiday, type PublicDay } from '@desk/contract/renewal-work/deadlines';
import type { ReactNode } from 'react';
import { useCall, useSend } from '../../api/hooks.ts';
import { Button } from '../../kit/button/button.tsx';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import { toastOutcome } from '../../kit/feedback/toast-outcome.ts';
import { Section } from '../../kit/layout/section.tsx';
import { longDate, weekday } from '../../kit/text/format.ts';
import classes from './deadlines.module.css';
import { HolidayForm } from './holiday.form.tsx';

interface PanelProps {
  mayChange: boolean;
  /** Something is typed that is not added yet. */
  onDirty: (isDirty: boolean) => void;
  onSending: (isSending: boolean) => void;
}

/** The days on which nobody works: the own ones, and those that are off by law. */
export function HolidaysPanel(props: PanelProps) {
  const { data, error, refetch } = useCall(deadlines.holidays, {});
  if (error && !data)
    return <ErrorPanel text="Could not fetch the holidays." what={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton blocks={3} height={36} />;
  return (
    <>
      <OwnDays holidays={data.holidays} {...props} />
      {data.public.length > 0 && <PublicDays days={data.public} mayChange={props.mayChange} />}
    </>
  );
}

function OwnDays({ holidays, mayChange, ...reports }: PanelProps & { holidays: readonly Holiday[] }) {
  const add = useSend(deadlines.addHolidays, {
    recent: (sent) => ({ what: 'Holidays', to: sent.holidays.map(({ name }) => name).join(', ') }),
  });
  const remove = useSend(deadlines.removeHoliday, {
    recent: ({ day }) => ({ what: 'Holiday removed', from: longDate(day) }),
  });
  const removed = ({ day, name }: Holiday) =>
    void toastOutcome(remove.mutateAsync({ day }), { done: () => `${name} is removed` });
  return (
    <Section title="Own holidays">
      <p>
        Nobody is mailed on holidays, and none of them counts as a business day. Festivals such as Holi and Diwali are
        listed here.
      </p>
      {holidays.length === 0 && <p>None is listed.</p>}
      <ul className={classes.list}>
        {holidays.map((one) => (
          <DayLine key={one.day} holiday={one}>
            {mayChange && (
              <DayButton holiday={one} words="Remove" isBusy={remove.isPending} onPress={() => removed(one)} />
            )}
          </DayLine>
        ))}
      </ul>
      {mayChange && <HolidayForm send={(holiday) => add.mutateAsync({ holidays: [holiday] })} {...reports} />}
    </Section>
  );
}

function PublicDays({ days, mayChange }: { days: readonly PublicDay[]; mayChange: boolean }) {
  const set = useSend(deadlines.setWorkedDay, {
    recent: ({ day, is_worked }) => ({
      what: `${longDate(day)}, a public holiday`,
      to: is_worked ? 'worked' : 'off',
      undo: { day, is_worked: !is_worked },
    }),
  });
  const changed = ({ day, name, is_worked }: PublicDay) =>
    void toastOutcome(set.mutateAsync({ day, is_worked: !is_worked }), {
      done: () => (is_worked ? `${name} is off` : `${name} is a business day`),
    });
  return (
    <Section title="Public holidays, this year and the next">
      <p>These count by themselves, by the state above.</p>
      <ul className={classes.list}>
        {days.map((one) => (
          <DayLine key={one.day} holiday={one} note={one.is_worked ? ', worked' : ''}>
            {mayChange && (
              <DayButton
                holiday={one}
                words={one.is_worked ? 'Take off' : 'Work on'}
                isBusy={set.isPending}
                onPress={() => changed(one)}
              />
            )}
          </DayLine>
        ))}
      </ul>
    </Section>
  );
}

interface DayProps {
  holiday: Holiday;
  /** What stands behind the name. */
  note?: string;
  children: ReactNode;
}

const DayLine = ({ holiday, note = '', children }: DayProps) => (
  <li>
    <span>{`${weekday(holiday.day)}, ${holiday.name}${note}`}</span>
    {children}
  </li>
);

interface ButtonProps {
  holiday: Holiday;
  words: string;
  isBusy: boolean;
  onPress: () => void;
}

const DayButton = ({ holiday, words, isBusy, onPress }: ButtonProps) => (
  <Button
    variant="default"
    size="xs"
    disabled={isBusy}
    aria-label={`${words} ${holiday.name}, ${longDate(holiday.day)}`}
    onClick={onPress}
  >
    {words}
  </Button>
);
