import { boards, BOTH_DAYS, DAYS_ORDER } from '@desk/contract/boards';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../kit/button/button.tsx';
import { ExportButtons } from '../../kit/export/export-buttons.tsx';
import { SelectField } from '../../kit/form/fields.tsx';
import { FilterChips } from '../../kit/filter/filters.tsx';
import { useDialogSearch } from '../../kit/filter/list-search.ts';
import { FormBody } from '../../kit/form/form-body.tsx';
import { useSchemaForm } from '../../kit/form/form.ts';
import { month as monthWords } from '../../kit/text/format.ts';
import type { SheetForm } from '../../kit/export/save-sheet.ts';
import type { ServerList } from '../../kit/table/server-page.ts';
import { useExport } from '../files/export.ts';
import { useListCall } from '../lists/list-call.ts';
import { DOMAIN_FILTERS, DomainList, DOMAINS_SIZE } from './domain-list.tsx';
import classes from './team-domains.module.css';

/** In the place of an assignee's e-mail. */
export const NOT_ASSIGNED = 'Not assigned';

const DAYS = Array.from({ length: 31 }, (_, at) => String(at + 1));
const NO_DAYS = { start_day: '', end_day: '' };
type TypedDays = typeof NO_DAYS;

function faultOf({ start_day, end_day }: TypedDays): readonly [keyof TypedDays, string] | undefined {
  if (start_day === '') return ['start_day', BOTH_DAYS];
  if (end_day === '') return ['end_day', BOTH_DAYS];
  return Number(start_day) > Number(end_day) ? ['end_day', DAYS_ORDER] : undefined;
}
const DaysForm = z.pipe(
  z.object({ start_day: z.string(), end_day: z.string() }).check(({ value, issues }) => {
    const fault = faultOf(value);
    if (fault) issues.push({ code: 'custom', path: [fault[0]], message: fault[1], input: value });
  }),
  z.transform(({ start_day, end_day }: TypedDays) => ({ start_day: Number(start_day), end_day: Number(end_day) })),
);
type Days = z.output<typeof DaysForm>;

interface Props {
  /** The assignee's e-mail; '' for the renewals of nobody. */
  email: string;
  /** `yyyy-mm`. */
  month: string;
  onClose: () => void;
}

/** The renewals that a member has in a month, also between two days of it, and the same as a file. */
export function TeamDomains({ email, month, onClose }: Props) {
  const [days, setDays] = useState<Days>();
  const search = useDialogSearch(DOMAIN_FILTERS);
  const which = { admin_email: email, month, ...days };
  const { list } = useListCall(boards.teamList, search, {
    rows: (reply) => reply.domains,
    size: DOMAINS_SIZE,
    body: which,
  });
  const file = useExport(boards.teamExport);
  const put = (next: Days | undefined) => {
    setDays(next);
    search.set({ page: 1 });
  };
  const download = (form: SheetForm) => file.start({ ...which, ...search.asked }, form, list.total ?? 0);
  return (
    <DomainList
      title={`${email === '' ? NOT_ASSIGNED : email}, ${monthWords(month)}`}
      list={days ? withDays(list, () => put(undefined)) : list}
      onClose={onClose}
      tools={<DaysFields days={days} onDays={put} />}
      beside={<ExportButtons label="Export Data" busy={file.pending} onExport={download} />}
    />
  );
}

/** The days are one more filter that holds. */
function withDays<Row>(list: ServerList<Row>, clearDays: () => void): ServerList<Row> {
  const { search, view } = list;
  const onClear = () => {
    search.onClear?.();
    clearDays();
  };
  return { ...list, search: { ...search, holding: search.holding + 1 }, view: { ...view, onClear } };
}

/** From which day of the month to which. */
function DaysFields({ days, onDays }: { days: Days | undefined; onDays: (days: Days | undefined) => void }) {
  const form = useSchemaForm({
    schema: DaysForm,
    start: days ? { start_day: String(days.start_day), end_day: String(days.end_day) } : NO_DAYS,
    send: (chosen) => {
      onDays(chosen);
      return Promise.resolve();
    },
  });
  const clear = () => {
    form.set('start_day', '');
    form.set('end_day', '');
    onDays(undefined);
  };
  const held = days && `${String(days.start_day)} to ${String(days.end_day)}`;
  return (
    <>
      <FormBody form={form}>
        <div className={classes.days}>
          <SelectField form={form} name="start_day" label="Start Day" options={DAYS} blank="Select" />
          <SelectField form={form} name="end_day" label="End Day" options={DAYS} blank="Select" />
          <Button type="submit" variant="default" className={classes.search ?? ''}>
            Search Date
          </Button>
        </div>
      </FormBody>
      <div className={classes.held}>
        <FilterChips active={held === undefined ? [] : [{ label: 'Days', value: held, clear }]} onClear={clear} />
      </div>
    </>
  );
}
