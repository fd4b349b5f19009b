import { useSession } from '../api/session.ts';
import { EmptyState } from '../kit/feedback/panels.tsx';
import { ScreenFrame } from '../kit/layout/screen-frame.tsx';

/** The landing page of somebody whose menu is still empty. */
export function Greeting() {
  const session = useSession();
  const delegator = session?.role === 'CUSTOMER' ? 'Our staff' : 'An administrator';
  return (
    <ScreenFrame title="Welcome">
      <EmptyState
        text={`You are signed in as ${session?.user ?? ''}.`}
        hint={`Nothing was delegated to you yet, so your menu is empty. ${delegator} can delegate screens to you.`}
      />
    </ScreenFrame>
  );
}
