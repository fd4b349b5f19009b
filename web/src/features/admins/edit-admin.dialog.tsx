import type { InputOf } from '@desk/contract/call';
import { admins, type AdminRow, type Department } from '@desk/contract/admins';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../kit/button/button.tsx';
import { useBrand } from '../../api/brand.ts';
import { newestOf, useCall, useSend } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { differences } from '../../kit/edit/changes.ts';
import { PhoneField, SelectField, TextField, TickField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { FormState, ValuesOf } from '../../kit/form/form.ts';
import { unchangedOr } from '../../kit/form/unchanged-or.ts';
import { shown } from '../../kit/text/format.ts';
import { LoadedDialog } from '../../kit/dialog/loaded-dialog.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { StaleNotice, useVersionAtOpening } from '../../parts/form/stale-notice.tsx';
import { statusOptions, statusWord } from '../../parts/decisions/statuses.ts';
import { AdminMenusDialog } from './admin-menus.dialog.tsx';
import { departmentOf, departmentOptions, RoleNote } from './department.fields.tsx';
import { WhatSuspendingDoes } from './suspended.fields.tsx';

const TITLE = 'Edit Admin';
const SETTABLE = ['ACTIVE', 'SUSPENDED'] as const;
const edited = admins.update.body.shape.formData.shape;
/** Who was made by the command line has no phone. */
const adminForm = ({ phone_number }: Pick<AdminRow, 'phone_number'>) =>
  z.object({
    admin_name: edited.admin_name,
    admin_email: z.string(),
    phone_number: unchangedOr(phone_number, edited.phone_number.def.innerType),
    department_id: z.string(),
    status: z.string(),
    may_export: z.boolean(),
  });
type AdminForm = ReturnType<typeof adminForm>;
type Values = ValuesOf<AdminForm>;

const LABELS = {
  admin_name: 'Name',
  phone_number: 'Phone Number',
  department: 'Department',
  status: 'Status',
  may_export: 'May export',
};

type Edited = Omit<InputOf<typeof admins.update>['formData'], 'admin_id'>;

/**
 * The undo of an edit: the former value of each field that it changed. Undefined where that is not all: another
 * department may have taken the menus away.
 */
function formerOf(admin: AdminRow, now: Edited): Edited | undefined {
  if (now.department_id !== undefined) return undefined;
  const status = SETTABLE.find((one) => one === admin.status);
  if (now.status !== undefined && status === undefined) return undefined;
  return {
    ...(now.admin_name !== undefined && { admin_name: admin.admin_name }),
    ...(now.phone_number !== undefined && { phone_number: admin.phone_number }),
    ...(now.status !== undefined && status && { status }),
    ...(now.may_export !== undefined && { may_export: admin.may_export }),
  };
}

/** One's own status is only shown; of anybody else nothing chosen leaves it as it is. */
const valuesOf = (admin: AdminRow, isOwn: boolean): Values => ({
  admin_name: admin.admin_name,
  admin_email: admin.admin_email,
  phone_number: admin.phone_number,
  department_id: admin.department_id === null ? '' : String(admin.department_id),
  status: isOwn ? statusWord(admin.status) : '',
  may_export: admin.may_export,
});

interface DialogProps {
  email: string;
  /** Their work went on as they were suspended, by this hand-over. */
  onHandedOver: (handOverId: number) => void;
  /** Whether the caller may give and take the permission to export. */
  mayExport: boolean;
  onClose: () => void;
}

/** Edit Admin: name, phone, department, status and the permission to export; the e-mail stays. */
export function EditAdminDialog({ email, mayExport, onHandedOver, onClose }: DialogProps) {
  const details = useCall(admins.details, { email });
  const departments = useCall(admins.departments, {});
  const admin = newestOf(details)?.admins[0];
  const offered = newestOf(departments);
  const failed = details.isError || departments.isError || details.data?.admins.length === 0;
  const reload = async () => {
    const { data, error } = await details.refetch();
    const found = data?.admins[0];
    if (error || !found) throw error ?? new Error(admins.details.refusals[404]);
    return found;
  };
  const retry = () => {
    void details.refetch();
    void departments.refetch();
  };
  return (
    <LoadedDialog
      title={TITLE}
      onClose={onClose}
      loaded={admin && offered && { admin, departments: offered.department }}
      failure={failed ? { text: admins.details.refusals[404] } : undefined}
      onRetry={retry}
    >
      {(opened) => <AdminEdit {...opened} {...{ mayExport, reload, onHandedOver, onClose }} />}
    </LoadedDialog>
  );
}

interface Props extends Omit<DialogProps, 'email'> {
  admin: AdminRow;
  departments: readonly Department[];
  /** Asks for the admin as they stand now. */
  reload: () => Promise<AdminRow>;
}

/** The fields as they were when the form was opened or last loaded. */
const seenOf = (admin: AdminRow, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(admin).filter(([field]) => field !== 'admin_id' && fields.includes(field)));

function AdminEdit({ admin, departments, mayExport, reload, onHandedOver, onClose }: Props) {
  const isOwn = useSession()?.user === admin.admin_email;
  const [start] = useState(() => valuesOf(admin, isOwn));
  const [schema] = useState(() => adminForm(admin));
  const [delegating, setDelegating] = useState(false);
  const departmentName = (id: number | null) => departmentOf(departments, String(id))?.department_name ?? null;
  const { opened, guarded, renew } = useVersionAtOpening(admin, reload);
  const save = useSend(admins.update, {
    otherwise: admins.update.refusals[404],
    recent: ({ formData: { admin_id, ...now } }) => {
      const { department_id, status, ...rest } = now;
      const words = {
        ...rest,
        ...(status !== undefined && { status: statusWord(status) }),
        ...(department_id !== undefined && { department: departmentName(department_id) }),
      };
      const { admin_name, phone_number, may_export } = opened.details;
      const department = departmentName(opened.details.department_id);
      const was = { admin_name, phone_number, department, status: statusWord(opened.details.status), may_export };
      const changed = differences(LABELS, was, words);
      // That nobody has a phone is written by no form.
      const before = now.phone_number !== undefined && phone_number === '' ? undefined : formerOf(opened.details, now);
      return (
        changed && {
          what: `Admin ${admin.admin_email}`,
          ...changed,
          ...(before && { undo: { formData: { admin_id, ...before }, seen: now } }),
        }
      );
    },
  });

  /** Only changed fields are sent, so that nothing that a colleague sets meanwhile is undone. */
  const send = (typed: z.output<AdminForm>) => {
    const { department_id, status, admin_name, phone_number, may_export } = typed;
    const formData = {
      admin_id: admin.admin_id,
      ...(admin_name !== start.admin_name && { admin_name }),
      ...(phone_number !== start.phone_number && { phone_number }),
      ...(department_id !== start.department_id && { department_id: Number(department_id) }),
      ...(status !== start.status && { status: z.parse(edited.status, status) }),
      ...(may_export !== start.may_export && { may_export }),
    };
    return guarded(async (now) => {
      const { hand_over_id } = await save.mutateAsync({ formData, seen: seenOf(now, Object.keys(formData)) });
      toast('done', `${admin.admin_email} saved`);
      if (hand_over_id !== undefined) onHandedOver(hand_over_id);
    });
  };
  return (
    <>
      <FormDialog
        title={TITLE}
        schema={schema}
        start={start}
        draft={`edit-admin ${String(admin.admin_id)}`}
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
              summary={({ admin_name, phone_number, department, status }) =>
                [admin_name, phone_number, shown(department), statusWord(status)].join(', ')
              }
            />
            <TextField form={form} name="admin_name" label="Name" required />
            <TextField
              form={form}
              name="admin_email"
              label="Email"
              type="email"
              locked="The login; it stays as it is."
            />
            <PhoneField form={form} name="phone_number" autoComplete="off" label="Phone Number" required />
            <Standing form={form} admin={admin} isOwn={isOwn} departments={departments} />
            {mayExport && <ExportPermission form={form} />}
            <Button variant="default" onClick={() => setDelegating(true)}>
              Edit Admin Delegation
            </Button>
          </>
        )}
      </FormDialog>
      {delegating && <AdminMenusDialog admin={admin} onClose={() => setDelegating(false)} />}
    </>
  );
}

interface StandingProps {
  form: FormState<Values>;
  admin: AdminRow;
  /** The caller's own account. */
  isOwn: boolean;
  departments: readonly Department[];
}

/** Department and status. One's own can neither be suspended nor get another role. */
function Standing({ form, admin, isOwn, departments }: StandingProps) {
  const department = departmentOf(departments, form.values.department_id);
  const offered = isOwn ? departments.filter(({ role }) => role === admin.role) : departments;
  const joinsRenewals = department?.role === 'RMEMBER' && admin.role !== 'RMEMBER';
  return (
    <>
      <SelectField
        form={form}
        name="department_id"
        label="Department"
        options={departmentOptions(offered)}
        {...(admin.department_id === null && { blank: 'N/A' })}
        {...(isOwn && { help: 'You cannot demote yourself: only departments that give your role are offered.' })}
      />
      <RoleNote department={department} />
      {joinsRenewals && <p role="status">The menus of a renewal member take the place of the present ones.</p>}
      {isOwn ? <OwnStatus form={form} /> : <Status form={form} admin={admin} />}
    </>
  );
}

const OwnStatus = ({ form }: { form: FormState<Values> }) => (
  <TextField
    form={form}
    name="status"
    label="Status"
    locked="You cannot suspend yourself; another administrator can."
  />
);

function Status({ form, admin: { admin_id, status: now } }: { form: FormState<Values>; admin: AdminRow }) {
  return (
    <>
      <SelectField
        form={form}
        name="status"
        label="Status"
        options={statusOptions(SETTABLE, now)}
        blank={`Unchanged (${statusWord(now)})`}
      />
      {form.values.status === 'SUSPENDED' && <WhatSuspendingDoes id={admin_id} />}
    </>
  );
}

function ExportPermission({ form }: { form: FormState<Values> }) {
  const product = useBrand().data?.directory_product_name ?? 'directory product';
  return (
    <TickField
      form={form}
      name="may_export"
      label={`May export the ${product} list`}
      help="As a file with all customers of the month. Every export is recorded."
    />
  );
}
