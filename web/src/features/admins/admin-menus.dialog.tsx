import type { MenuItem } from '@desk/contract/access';
import { admins, type AdminRow } from '@desk/contract/admins';
import { useMemo } from 'react';
import { useCall, useSend } from '../../api/hooks.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { changedMenus, keysIn, useMenuNames } from '../../parts/menus/changed-menus.ts';
import { MenuDialog } from '../../parts/menus/menu-dialog.tsx';

const NO_MENUS: readonly MenuItem[] = [];

/** Edit Admin Delegation: which screens an admin has. */
export function AdminMenusDialog({ admin, onClose }: { admin: AdminRow; onClose: () => void }) {
  const { admin_id, admin_name, admin_email: email, role } = admin;
  const menus = useCall(admins.menus, { email });
  const namesOf = useMenuNames();
  const save = useSend(admins.setMenus, {
    otherwise: admins.setMenus.refusals[404],
    recent: ({ menu_id: after, initialAdminMenu: before }) =>
      changedMenus(email, namesOf, [keysIn(before), keysIn(after)], {
        admin_id,
        menu_id: before,
        initialAdminMenu: after,
      }),
  });
  const { menu } = menus.data ?? { menu: NO_MENUS };
  const had = useMemo(() => menu.map(({ menu_id }) => menu_id).sort((a, b) => a - b), [menu]);
  return (
    <MenuDialog
      title="Edit Admin Delegation"
      submit="Save"
      whom={`${admin_name}, ${email}`}
      draft={`admin-menus ${String(admin_id)}`}
      audience="staff"
      forRole={role}
      had={{
        data: menus.isFetchedAfterMount && menus.data ? had : undefined,
        error: menus.error,
        refetch: menus.refetch,
      }}
      onClose={onClose}
      send={async (chosen, initialAdminMenu) => {
        await save.mutateAsync({ admin_id, menu_id: [...chosen], initialAdminMenu: [...initialAdminMenu] });
        toast('done', `Menus of ${email} saved`);
      }}
    />
  );
}
