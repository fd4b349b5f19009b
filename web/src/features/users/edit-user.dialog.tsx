import type { InputOf } from '@desk/contract/call';
import { AccountStatus } from '@desk/contract/words/lists';
import { users, type UserRow } from '@desk/contract/users';
import { useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../kit/button/button.tsx';
import { useCall, useSend } from '../../api/hooks.ts';
import { differences } from '../../kit/edit/changes.ts';
import { PhoneField, SelectField, TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { FormState, ValuesOf } from '../../kit/form/form.ts';
import { unchangedOr } from '../../kit/form/unchanged-or.ts';
import { shown } from '../../kit/text/format.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { StaleNotice, useVersionAtOpening } from '../../parts/form/stale-notice.tsx';
import { statusOptions, statusWord } from '../../parts/decisions/statuses.ts';
import { UserDelegationDialog } from './user-delegation.dialog.tsx';

const { formData } = users.update.body.shape;
/** What stands in the status field at first: nothing chosen, or a status that is only shown. */
const lockedStatus = (status: UserRow['status']) => (status === 'PENDING' ? statusWord(status) : '');

/** A phone that nobody has, and the status of who waits for approval, only stay as they are. */
const userForm = ({ user_phoneNumber: phone, status }: UserRow) =>
  z.extend(z.omit(formData, { user_id: true }), {
    user_email: z.string(),
    user_status: unchangedOr(lockedStatus(status), formData.shape.user_status.def.innerType),
    user_phoneNumber: unchangedOr(phone, formData.shape.user_phoneNumber.def.innerType),
    reason: users.update.body.shape.reason.def.innerType,
  });
type UserForm = ReturnType<typeof userForm>;
type Values = ValuesOf<UserForm>;

const valuesOf = (user: UserRow): Values => ({
  user_name: user.user_name,
  user_email: user.user_email,
  user_status: lockedStatus(user.status),
  user_company_name: user.company_name,
  user_designation: user.designation,
  user_phoneNumber: user.user_phoneNumber,
  other_contact_name: user.other_contact_name,
  other_contact_number: user.other_contact_number,
  reason: '',
});

const LABELS = {
  user_name: 'Name',
  user_status: 'Status',
  user_company_name: 'Company Name',
  user_designation: 'Designation',
  user_phoneNumber: 'Phone Number',
  other_contact_name: 'Other Contact Name',
  other_contact_number: 'Other Contact Number',
};

type Edited = Omit<InputOf<typeof users.update>['formData'], 'user_id'>;

/** The status by the word of the screen. */
const worded = (values: Edited) => ({
  ...values,
  ...(values.user_status !== undefined && values.user_status !== '' && { user_status: statusWord(values.user_status) }),
});

/** The fields as they were when the form was opened or last loaded. */
const seenOf = (user: UserRow, fields: readonly string[]) => {
  const now = { ...valuesOf(user), user_status: user.status };
  return Object.fromEntries(Object.entries(now).filter(([field]) => fields.includes(field)));
};

/** Asks for the user as they stand now. */
function useReload({ user_id }: UserRow) {
  const { refetch } = useCall(users.all, { user_id }, { enabled: false });
  return async () => {
    const { data, error } = await refetch();
    const found = data?.users[0];
    if (error || !found) throw error ?? new Error(users.update.refusals[404]);
    return found;
  };
}

interface Props {
  user: UserRow;
  onClose: () => void;
}

/**
 * A person's profile and status; their menus have a dialog of their own on top. Only what was changed here is sent, so
 * that a colleague's work on other fields stays.
 */
export function EditUserDialog({ user, onClose }: Props) {
  const [delegating, setDelegating] = useState(false);
  const [start, setStart] = useState(() => valuesOf(user));
  const { opened, guarded, renew } = useVersionAtOpening(user, useReload(user));
  const schema = useMemo(() => userForm(opened.details), [opened.details]);
  /** What was loaded stands in the fields that were not touched. A status that was chosen and holds by now is no choice any more. */
  const load = ({ values, set }: FormState<Values>) => {
    const loaded = valuesOf(opened.details);
    for (const field of Object.keys(loaded) as (keyof Values)[])
      if ([start[field], opened.details.status].includes(values[field])) set(field, loaded[field]);
    // Who waits for approval by now has no status set.
    if (opened.details.status === 'PENDING') set('user_status', loaded.user_status);
    setStart(loaded);
  };
  const update = useSend(users.update, {
    recent: ({ formData: { user_id, ...sent } }) => {
      const was = { ...valuesOf(opened.details), user_status: opened.details.status };
      const fields = (Object.keys(LABELS) as (keyof typeof LABELS)[]).filter((field) => sent[field] !== undefined);
      const changed = differences(LABELS, worded(was), worded(sent));
      const seenNow = { ...sent };
      const before = Object.fromEntries(fields.map((field) => [field, was[field]]));
      return (
        changed && {
          what: `User ${user.user_email}`,
          ...changed,
          // That nobody has a phone is written by no form; who waits for approval has no other status set.
          ...(before['user_phoneNumber'] !== '' &&
            sent.user_status !== 'PENDING' && { undo: { formData: { user_id, ...before }, seen: seenNow } }),
        }
      );
    },
  });
  const send = ({ reason, ...typed }: z.output<UserForm>) =>
    guarded(async (now) => {
      const changed = Object.entries(typed).filter(([field, value]) => value !== start[field as keyof Values]);
      await update.mutateAsync({
        formData: { ...Object.fromEntries(changed), user_id: user.user_id },
        seen: seenOf(
          now,
          changed.map(([field]) => field),
        ),
        ...(reason !== '' && { reason }),
      });
      toast('done', `${user.user_email} Updated Successfully`);
    });
  return (
    <>
      <FormDialog
        title="Edit User"
        schema={schema}
        start={start}
        draft={`edit-user ${String(user.user_id)}`}
        submit="Save"
        onClose={onClose}
        send={send}
      >
        {(form) => (
          <>
            <StaleNotice
              form={form}
              opened={opened}
              onRenew={() => void renew()}
              onLoaded={() => load(form)}
              summary={({ user_name, status, company_name, designation, user_phoneNumber }) =>
                [user_name, statusWord(status), company_name, shown(designation), user_phoneNumber].join(', ')
              }
            />
            <TextField form={form} name="user_name" label="Name" required />
            <TextField
              form={form}
              name="user_email"
              label="Email"
              type="email"
              locked="The login; it stays as it is."
            />
            <Status form={form} now={opened.details.status} />
            <TextField form={form} name="user_company_name" label="Company Name" required />
            <TextField form={form} name="user_designation" label="Designation" />
            <PhoneField form={form} name="user_phoneNumber" autoComplete="off" label="Phone Number" required />
            <TextField form={form} name="other_contact_name" label="Other Contact Name" />
            <TextField form={form} name="other_contact_number" label="Other Contact Number" />
            <Button variant="default" onClick={() => setDelegating(true)}>
              Edit User Delegation
            </Button>
          </>
        )}
      </FormDialog>
      {delegating && <UserDelegationDialog user={user} onClose={() => setDelegating(false)} />}
    </>
  );
}

/** Who waits for approval is approved or rejected on Approve Users: no status can be set here. */
function Status({ form, now }: { form: FormState<Values>; now: UserRow['status'] }) {
  if (now === 'PENDING')
    return <TextField form={form} name="user_status" label="Status" locked={users.update.refusals[412]} />;
  return (
    <>
      <SelectField
        form={form}
        name="user_status"
        label="Status"
        help="Any other than Active signs the user out at once. The user is told by mail."
        options={statusOptions(AccountStatus.options, now)}
        blank={`Unchanged (${statusWord(now)})`}
      />
      {(form.values.user_status === 'SUSPENDED' || form.values.user_status === 'REJECTED') && (
        <TextField form={form} name="reason" label="Reason" help="Stands in the mail. May be left empty." />
      )}
    </>
  );
}
