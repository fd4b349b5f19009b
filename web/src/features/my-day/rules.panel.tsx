import { Suspense } from 'react';
import { lazyPart } from '../../api/load-code.ts';
import { Button } from '../../kit/button/button.tsx';
import { useOpenDialog } from '../../kit/dialog/use-open-dialog.ts';

const AssignmentRulesDialog = lazyPart(
  async () => (await import('../../parts/assignment-rules/rules-dialog.tsx')).AssignmentRulesDialog,
);

const ReminderPolicyDialog = lazyPart(
  async () => (await import('../../parts/reminders/policy-dialog.tsx')).ReminderPolicyDialog,
);

/** The way to the rules by which new renewals are given to the team, and to how customers are reminded. */
export function RulesPanel() {
  const { opened, open, close } = useOpenDialog('dialog');
  return (
    <>
      <Button variant="default" onClick={() => open('assignment-rules')}>
        Assignment rules
      </Button>
      <Button variant="default" onClick={() => open('reminders')}>
        Reminders
      </Button>
      {opened === 'reminders' && (
        <Suspense>
          <ReminderPolicyDialog onClose={close} />
        </Suspense>
      )}
      {opened === 'assignment-rules' && (
        <Suspense>
          <AssignmentRulesDialog onClose={close} />
        </Suspense>
      )}
    </>
  );
}
