import { Segment, Zone } from '@desk/contract/words/lists';
import { team } from '@desk/contract/team';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { newestOf, useCall } from '../../api/hooks.ts';
import { ChipsField } from '../../kit/form/chips-field.tsx';
import { SelectField } from '../../kit/form/fields.tsx';
import type { FormState } from '../../kit/form/form.ts';
import { LoadedDialog } from '../../kit/dialog/loaded-dialog.tsx';

const NOBODY = 'Nobody';

/** A member's tags and manager. */
export const tagFields = {
  segments: z.array(z.string()),
  zones: z.array(z.string()),
  manager: z.pipe(
    z.string(),
    z.transform((email) => (email === '' ? null : email)),
  ),
};
type Tags = Readonly<Record<'segments' | 'zones', readonly string[]> & Record<'manager', string>>;

/** The words of a comma list. */
export const wordsIn = (list: string): readonly string[] => list.split(',').filter((word) => word !== '');

export interface Manager {
  readonly email: string;
  readonly name: string;
}

interface LoaderProps {
  title: string;
  onClose: () => void;
  children: (managers: readonly Manager[]) => ReactNode;
}

/** A dialog on a member needs those to whom one can report. */
export function ManagersLoader({ title, onClose, children }: LoaderProps) {
  const query = useCall(team.managers, {});
  return (
    <LoadedDialog
      title={title}
      onClose={onClose}
      loaded={newestOf(query)?.managers}
      failure={query.error ? { text: team.tag.refusals[404], what: query.error.message } : undefined}
      onRetry={() => void query.refetch()}
    >
      {children}
    </LoadedDialog>
  );
}

interface Props<Values extends Tags> {
  form: FormState<Values>;
  managers: readonly Manager[];
}

export function TagFields<Values extends Tags>({ form: given, managers }: Props<Values>) {
  // Of a form with more fields only these are seen here.
  const form = given as unknown as FormState<Tags>;
  const known = managers.some(({ email }) => email === form.values.manager) || form.values.manager === '';
  const options = [
    ...managers.map(({ email, name }) => ({ value: email, label: `${name}, ${email}` })),
    // Who has left the company may still be the one to whom somebody reports.
    ...(known ? [] : [{ value: form.values.manager, label: form.values.manager }]),
  ];
  return (
    <>
      <ChipsField form={form} name="segments" label="Segments" whenNone="None chosen: all." options={Segment.options} />
      <ChipsField form={form} name="zones" label="Zones" whenNone="None chosen: all." options={Zone.options} />
      <SelectField form={form} name="manager" label="Reports To" options={options} blank={NOBODY} />
    </>
  );
}
