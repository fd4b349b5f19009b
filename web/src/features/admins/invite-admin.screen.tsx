import { admins } from '@desk/contract/admins';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { Waiting } from '../../kit/feedback/waiting.tsx';
import { HeldNotice } from '../../parts/mail/held-notice.tsx';
import { InviteAdminForm } from './invite-admin.form.tsx';

/** As the note gets the focus, the title above it comes into sight too. */
const NOTE = { margin: 0, scrollMarginBlockStart: 120 };

/** Invitations to the back-office. */
export function InviteAdminScreen() {
  const departments = useCall(admins.departments, {});
  const [invited, setInvited] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (invited.length > 0) note.current?.focus();
  }, [invited]);
  const latest = isOver ? undefined : invited.at(-1);
  return (
    <ScreenFrame title="Invite Admin">
      <p ref={note} role="status" tabIndex={-1} hidden={latest === undefined} style={NOTE}>
        {latest !== undefined &&
          `The invitation goes to ${latest}: the mail brings a one-time password that is valid for 72 hours.`}
      </p>
      {departments.data && (
        <>
          <HeldNotice />
          <InviteAdminForm
            key={invited.length}
            departments={departments.data.department}
            onInvited={(email) => {
              setInvited((before) => [...before, email]);
              setOver(false);
            }}
            onNext={() => setOver(true)}
          />
        </>
      )}
      {!departments.data && departments.isError && (
        <ErrorPanel text="Server Error. Try refreshing your Page" onRetry={() => void departments.refetch()} />
      )}
      {departments.isPending && <Waiting />}
    </ScreenFrame>
  );
}
