import { useSession } from '../api/session.ts';
import { EmptyState } from '../kit/panels.tsx';
import { ScreenFrame } from '../kit/screen-frame.tsx';

/** The landing page of somebody whose menu is still empty. */
export function Greeting() {
  return (
    <ScreenFrame title="Welcome">
      <EmptyState
        text={`You are signed in as ${useSession()?.user ?? ''}.`}
        hint="No menu is assigned to you yet. Your administrator can assign one."
      />
    </ScreenFrame>
  );
}
