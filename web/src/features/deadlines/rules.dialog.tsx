import { deadlines, RenewalRules } from '@desk/contract/renewal-work/deadlines';
import { useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { useClosingOrLeaving } from '../../kit/dialog/use-closing.tsx';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import { Stack } from '../../kit/layout/stack.tsx';
import { HolidaysPanel } from './holidays.panel.tsx';
import { RulesForm } from './rules.form.tsx';

/** On which days nobody works, how many business days ahead is safe, and what needs a second person. */
export function RulesDialog({ onClose }: { onClose: () => void }) {
  const mayChange = useSession()?.role === 'ADMIN';
  const rules = useCall(deadlines.rules, {});
  const [saved, setSaved] = useState(0);
  const [isChanging, setChanging] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [isSendingDay, setSendingDay] = useState(false);
  const isSending = isSaving || isSendingDay;
  const { close, question } = useClosingOrLeaving({ isUnsaved: isChanging || isAdding, isSending, onClose });
  const reload = async () => {
    const again = await rules.refetch();
    if (again.error) throw again.error;
    return RenewalRules.parse(again.data?.rules);
  };
  const error = rules.data ? null : rules.error;
  return (
    <ListDialog title="Holidays and lead" size={720} stays busy={isSending} onClose={close}>
      <Stack>
        {error && (
          <ErrorPanel text="Could not fetch the rules." what={error.message} onRetry={() => void rules.refetch()} />
        )}
        {rules.isPending && <Skeleton blocks={2} height={60} />}
        {rules.data && (
          <RulesForm
            key={saved}
            opened={rules.data.rules}
            mayChange={mayChange}
            reload={reload}
            onDirty={setChanging}
            onSending={setSaving}
            onSaved={() => setSaved((count) => count + 1)}
          />
        )}
        <HolidaysPanel mayChange={mayChange} onDirty={setAdding} onSending={setSendingDay} />
      </Stack>
      {question}
    </ListDialog>
  );
}
