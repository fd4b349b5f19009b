import { admins, type AdminRow } from '@desk/contract/admins';
import { Suspense, useMemo, useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { lazyPart } from '../../api/load-code.ts';
import { useFailedLoad } from '../../kit/feedback/failed-load.ts';
import { TableScreen } from '../../kit/table/table-screen.tsx';
import { adminColumns, adminIdentity } from './columns.tsx';
import { EditAdminDialog } from './edit-admin.dialog.tsx';

const HandOverDialog = lazyPart(
  async () => (await import('../../parts/hand-over/hand-over-dialog.tsx')).HandOverDialog,
);

const TITLE = 'All Admin';
const TEXTS = { empty: 'No Admin Available', hint: 'Staff stand here once they are invited on Invite Admin.' };
const SEARCH = { label: 'Search email', in: (admin: AdminRow) => admin.admin_email };

const isExporting = ({ may_export, role, status }: AdminRow) => may_export && role === 'ADMIN' && status === 'ACTIVE';

/** The people of the back-office. */
export function AllAdminScreen() {
  const query = useCall(admins.all, {});
  const [handedOver, setHandedOver] = useState<number>();
  const me = useSession()?.user;
  const exporting = query.data?.admins.filter(isExporting);
  // Where nobody has the permission, whoever has all menus can give it: the server decides.
  const mayExport = exporting?.length === 0 || exporting?.some(({ admin_email }) => admin_email === me) === true;
  const [editing, setEditing] = useState<AdminRow>();
  const columns = useMemo(() => adminColumns(setEditing), []);
  useFailedLoad(query, { what: TITLE });
  return (
    <>
      <TableScreen
        title={TITLE}
        row={adminIdentity}
        rows={query.data?.admins}
        columns={columns}
        query={query}
        texts={TEXTS}
        search={SEARCH}
      />
      {editing && (
        <EditAdminDialog
          email={editing.admin_email}
          mayExport={mayExport}
          onHandedOver={setHandedOver}
          onClose={() => setEditing(undefined)}
        />
      )}
      {handedOver !== undefined && (
        <Suspense>
          <HandOverDialog from={{ hand_over_id: handedOver }} onClose={() => setHandedOver(undefined)} />
        </Suspense>
      )}
    </>
  );
}
