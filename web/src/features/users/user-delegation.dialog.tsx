import { users, type UserRow } from '@desk/contract/users';
import { useCall, useSend } from '../../api/hooks.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { changedMenus, keysIn, useMenuNames } from '../../parts/menus/changed-menus.ts';
import { MenuDialog } from '../../parts/menus/menu-dialog.tsx';

interface Props {
  user: UserRow;
  onClose: () => void;
}

/** The menus of a person, as they are now and not as the list had them. */
export function UserDelegationDialog({ user, onClose }: Props) {
  const { user_id, user_email } = user;
  const now = useCall(users.all, { user_id });
  const namesOf = useMenuNames();
  const setMenus = useSend(users.setMenus, {
    recent: ({ menu_id: after, initialUserMenu: before }) =>
      changedMenus(user_email, namesOf, [keysIn(before), keysIn(after)], {
        user_id,
        menu_id: before,
        initialUserMenu: after,
      }),
  });
  const found = now.isFetchedAfterMount && now.data ? (now.data.users[0] ?? user) : undefined;
  return (
    <MenuDialog
      title="Edit User Delegation"
      submit="Save"
      whom={`${user.user_name}, ${user_email}, ${user.company_name}`}
      draft={`user-menus ${String(user_id)}`}
      audience="customer"
      had={{
        data: found?.menu_id,
        error: now.error,
        refetch: now.refetch,
      }}
      send={async (menus, had) => {
        await setMenus.mutateAsync({ user_id, menu_id: [...menus], initialUserMenu: [...had] });
        toast('done', `Menus of ${user_email} Updated Successfully`);
      }}
      onClose={onClose}
    />
  );
}
