import { deadlines, RenewalRules } from '@desk/contract/renewal-work/deadlines';
import { useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { Alert } from '../../kit/feedback/alert.tsx';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import { Stack } from '../../kit/layout/stack.tsx';
import { HolidaysPanel } from './holidays.panel.tsx';
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
        <HolidaysPanel mayChange={mayChange} />
      </Stack>
    </ListDialog>
  );
}
