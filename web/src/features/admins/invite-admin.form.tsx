import { MEMBER_ROUTES } from '@desk/contract/words/lists';
import { admins, type Department, type OfferedMenu } from '@desk/contract/admins';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../kit/button/button.tsx';
import { useCall, useSend } from '../../api/hooks.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { PhoneField, SelectField, TextField } from '../../kit/form/fields.tsx';
import { FieldError, type FormState, type ValuesOf } from '../../kit/form/form.ts';
import { PageForm, usePageForm } from '../../kit/form/page-form.tsx';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { Line } from '../../kit/layout/section.tsx';
import { Waiting } from '../../kit/feedback/waiting.tsx';
import { atField } from '../../parts/form/at-field.ts';
import { menuChoice, MenuField, MenuPicker } from '../../parts/menus/menu-picker.tsx';
import { AddDepartmentDialog } from './add-department.dialog.tsx';
import { departmentOf, departmentOptions, RoleNote } from './department.fields.tsx';

const FAILED_MENUS = 'Failed to fetch Menu data. Please try again later.';

const { admin_name, admin_email, phone_number } = admins.invite.body.shape.formData.shape;
const chosenDepartment = z.pipe(
  z.string().check(z.minLength(1, admins.invite.refusals[404])),
  z.transform((key: string) => Number(key)),
);
const Invitation = z.object({
  admin_name,
  admin_email,
  phone_number,
  department_id: chosenDepartment,
  menuList: menuChoice,
});
/** Nothing is to be chosen for a renewal member. */
const MemberInvitation = z.extend(Invitation, { menuList: z.array(z.string()) });

type Values = ValuesOf<typeof Invitation>;
const START: Values = { admin_name: '', admin_email: '', phone_number: '', department_id: '', menuList: [] };
const NO_MENUS: readonly OfferedMenu[] = [];
const NO_MENU = 'Choose at least one menu';
const keysOf = (menus: readonly OfferedMenu[]) => menus.map(({ menu_id }) => menu_id);

interface Props {
  departments: readonly Department[];
  onInvited: (email: string) => void;
  /** The next invitation is begun: what is said of the last one is over. */
  onNext: () => void;
}

/** Who is invited, to which department, with which menus. */
export function InviteAdminForm({ departments, onInvited, onNext }: Props) {
  const [adding, setAdding] = useState(false);
  const [chosen, setChosen] = useState('');
  const invite = useSend(admins.invite, {
    otherwise: admins.invite.refusals[503],
    recent: ({ formData }) => ({ what: `Invitation sent to ${formData.admin_email}` }),
  });
  const menus = useStaffMenus();
  const department = departmentOf(departments, chosen);
  const isMember = department?.role === 'RMEMBER';
  const usable = menus.offered.filter(({ roles }) => !department || roles.includes(department.role));
  const members = menus.offered.filter(({ to_route }) => MEMBER_ROUTES.includes(to_route));

  const form = usePageForm({
    draft: 'invite-admin',
    schema: isMember ? MemberInvitation : Invitation,
    start: START,
    onNext,
    onChange: ({ department_id }) => setChosen(department_id),
    send: async ({ menuList, ...formData }) => {
      // The server knows a member's menus; the call wants one at least, also of who has none of the three.
      const chosenOnes = keysOf(usable).filter((key) => menuList.map(Number).includes(key));
      const given = isMember ? keysOf(members.length > 0 ? members : menus.offered) : chosenOnes;
      if (given.length === 0) throw new FieldError('menuList', NO_MENU);
      await invite
        .mutateAsync({ formData, menuList: given, ...(department && { role: department.role }) })
        .catch(atField({ 409: 'admin_email' }));
    },
    onSent: ({ admin_email: email }) => onInvited(email),
  });
  return (
    <>
      <PageForm form={form}>
        <TextField form={form} name="admin_name" label="Admin name" required />
        <TextField form={form} name="admin_email" label="Email" type="email" required />
        <PhoneField form={form} name="phone_number" autoComplete="off" label="Phone" required />
        <SelectField
          form={form}
          name="department_id"
          label="Department"
          options={departmentOptions(departments)}
          blank="Choose"
          required
        />
        <Line>
          <Button variant="default" onClick={() => setAdding(true)}>
            Add Department
          </Button>
          <RoleNote department={department} />
        </Line>
        <Menus form={form} menus={{ ...menus, offered: usable }} members={isMember ? members : undefined} />
        <Line>
          <BusyButton type="submit" busy={form.pending} disabled={!menus.loaded}>
            Send Invitation
          </BusyButton>
        </Line>
      </PageForm>
      {adding && (
        <AddDepartmentDialog
          onAdded={(departmentId) => form.set('department_id', String(departmentId))}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

/** The menus of staff that the caller may give. */
function useStaffMenus() {
  const { data, isError, refetch } = useCall(admins.offeredMenus, {});
  const failed = isError && data === undefined;
  useEffect(() => {
    if (failed) toast('failed', FAILED_MENUS);
  }, [failed]);
  const offered = data?.menu.filter(({ audience }) => audience === 'staff') ?? NO_MENUS;
  return { offered, loaded: data !== undefined, failed, retry: () => void refetch() };
}

interface MenusProps {
  form: FormState<Values>;
  menus: ReturnType<typeof useStaffMenus>;
  /** The menus of a renewal member, where one is invited: shown, but not to be changed. */
  members: readonly OfferedMenu[] | undefined;
}

function Menus({ form, menus, members }: MenusProps) {
  if (menus.failed) return <ErrorPanel text={FAILED_MENUS} onRetry={menus.retry} />;
  if (!menus.loaded) return <Waiting />;
  if (!members) return <MenuField form={form} name="menuList" label="Menus" menus={menus.offered} />;
  return (
    <>
      <p role="status" style={{ margin: 0 }}>
        A member of the renewal team always gets the menus of that team.
      </p>
      <MenuPicker label="Menus" menus={members} value={keysOf(members)} onChange={() => undefined} locked />
    </>
  );
}
